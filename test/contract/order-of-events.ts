import fc from 'fast-check';
import type { MovementOrder } from '../../functions/core/acquirer/acquirer.ts';
import { type Contract, securityCode } from './contract.ts';
import type { StoredPayment, withCore } from './core.ts';

/** The refunded amount and the number of trail entries, by the end of the refund. */
const ends = { made: [100, 3], declined: [0, 2], returned: [0, 4] } as const;
type Ending = keyof typeof ends;
const endings = Object.keys(ends) as Ending[];

/** However often, early, late and in whichever order the events of a payment arrive, Florin's books end the same. */
export function orderOfEvents(c: Contract, core: ReturnType<typeof withCore>): void {
  /**
   * Lets the acquirer change a payment: Florin captures and refunds, and the merchant captures in the dashboard. If the
   * acquirer answers refunds later, the refund is made, declined, or made and returned.
   */
  async function change(payment: StoredPayment, ending: Ending = 'made'): Promise<void> {
    const { delayRefunds, capture, endRefund } = c.world.dashboard;
    delayRefunds?.(c.account);
    await payment.move('capture', 400);
    await payment.move('refund', 100);
    capture(c.account, payment.reference, 300);
    if (ending !== 'declined') endRefund?.(c.account, true);
    if (ending !== 'made') endRefund?.(c.account, false);
  }

  async function expectEnd(payment: StoredPayment, ending: Ending = 'made'): Promise<void> {
    const shown = await payment.show();
    const [refundedAmount, length] = c.world.dashboard.endRefund ? ends[ending] : ends.made;
    expect(shown).toMatchObject({
      ...{ capturedAmount: 700, refundedAmount, pendingAmount: 300, voidedAmount: 0 },
      ...{ onTheWay: 0, operation: undefined, trail: { length }, cases: [] },
    });
    const booked = c.books().entries.map(({ net }) => net);
    expect(shown.lines).toEqual(booked.sort((a, b) => a - b));
  }

  describe('the events of a payment', () => {
    test('end the same in every order, however often each arrives', async () => {
      const places = fc.array(fc.nat(999), { minLength: 20, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(places, fc.constantFrom(...endings), async (places, ending) => {
          const payment = await core.stored();
          await change(payment, ending);
          const events = await payment.events();
          const copies = [...events, ...events].map((event, index) => [places[index] ?? 0, event] as const);
          await payment.hear(copies.sort(([one], [other]) => one - other).map(([, event]) => event));
          await expectEnd(payment, ending);
        }),
        { numRuns: 6 },
      );
      const items = await core.items();
      expect(items).toContain(c.account);
      for (const secret of [c.facts.secrets, securityCode]) expect(items).not.toMatch(secret);
    });

    test.each(endings)(
      'are not needed: one look at night ends the same, with a refund that is %s',
      async (ending) => {
        const payment = await core.stored();
        await change(payment, ending);
        expect(await payment.look()).toEqual([]);
        await expectEnd(payment, ending);
      },
    );

    test('have one effect if a report arrives 1,000 times, and copies of all at the same time', async () => {
      const payment = await core.stored();
      await change(payment);
      const [report] = c.world.reports(c.account).slice(-1);
      if (!report) throw new Error('No report');
      const readings = new Set<string>();
      for (let copy = 0; copy < 1_000; copy++) readings.add(JSON.stringify(await core.read(report)));
      expect(readings.size).toBe(1);
      // The use case gets the same event each time, and has no memory of events. So fewer copies prove the rest.
      const events = await payment.events();
      for (const _ of 'twice')
        await Promise.all(
          [...events, ...events].map((event) => payment.hear([event]).catch(() => undefined)),
        );
      await payment.hear(events);
      await expectEnd(payment);
    });

    const changes = {
      capture: { capturedAmount: 700, trail: { length: 2 } },
      refund: { refundedAmount: 200, trail: { length: 2 } },
      void: { voidedAmount: 200, trail: { length: 2 } },
      increment: { amount: 1200 },
    };

    test.each(c.facts.kinds)('may arrive before the response to the call: %s', async (kind) => {
      const payment = await core.stored();
      // An authorization is raised before its first capture.
      if (kind !== 'increment') await payment.move('capture', 500);
      const { move } = c.world.acquirer;
      jest.spyOn(c.world.acquirer, 'move').mockImplementationOnce(async (order: MovementOrder) => {
        const outcome = await move(order);
        await payment.hear(await payment.events()).catch(() => undefined);
        return outcome;
      });
      const { operation } = await payment.move(kind, 200);
      expect(operation.state).toBe('approved');
      await payment.hear(await payment.events());
      const lines = { length: c.books().entries.length };
      expect(await payment.show()).toMatchObject({
        ...changes[kind],
        ...{ operation: undefined, lines, cases: [] },
      });
    });
  });
}
