import { type Contract, requireApproval } from './contract.ts';

/** Each status of a dispute has one meaning, a dispute has all of its money, and each stage takes evidence once. */
export function disputesOf(c: Contract): void {
  const evidence = (explanation: string) => ({ texts: { explanation }, files: [] });

  async function disputed(status?: string) {
    const { reference: payment, ...rest } = await c.paid();
    requireApproval(await c.world.acquirer.move(c.movement('capture', { reference: payment, ...rest }, 600)));
    const others = c.books().entries.map(({ reference }) => reference);
    return { reference: c.world.dashboard.dispute?.(c.account, payment, status) ?? '', payment, others };
  }

  describe('a dispute', () => {
    test.each(c.facts.disputes ?? [])('that the acquirer calls %s is: %s', async (called, status) => {
      const { reference, payment } = await disputed(called);
      const shown = { status, payment, amount: 600, currency: c.facts.currency };
      expect(await c.world.acquirer.findDispute(c.account, reference)).toMatchObject(shown);
      expect(await c.world.acquirer.listDisputes(c.account, 0)).toMatchObject({
        disputes: [{ reference, ...shown }],
      });
    });

    test('has each of its entries once, also one that it does not list', async () => {
      const { reference, others } = await disputed();
      for (const amount of [100, -50, 25]) c.world.dashboard.adjustDispute?.(c.account, reference, amount);
      const { figures = [] } = (await c.world.acquirer.findDispute(c.account, reference)) ?? {};
      const own = c.books().entries.filter(({ reference }) => !others.includes(reference));
      expect(figures.map(({ reference, net }) => ({ reference, net }))).toHaveLength(4);
      expect(figures.map(({ reference, net }) => ({ reference, net }))).toEqual(expect.arrayContaining(own));
    });

    test.each(['reset', 'lost', 'failed after', 'gateway', 'throttled'] as const)(
      'takes evidence once in each stage, under a failure: %s',
      async (how) => {
        const { reference } = await disputed();
        const send = (text: string) =>
          c.world.acquirer.sendEvidence(c.account, reference, evidence(text), text);
        for (const stage of ['dispute', 'appeal']) {
          if (stage === 'appeal') c.world.dashboard.appeal?.(c.account, reference);
          const ends = [c.hurry(), c.between.fail(how, { step: 'evidence' })];
          await send(stage);
          for (const end of ends) end();
          expect([await send(stage), await send('other')]).toEqual([
            { state: 'submitted' },
            { state: 'refused', reason: 'answered' },
          ]);
        }
      },
    );
  });
}
