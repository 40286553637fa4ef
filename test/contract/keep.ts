import type { AuthorizationOrder } from '../../functions/core/acquirer/acquirer.ts';
import { type Contract, requireApproval } from './contract.ts';

/** Nothing is reserved before Florin has stored the acquirer's id, and nothing stays reserved after Florin has given up. */
export function keepFirst(c: Contract): void {
  const { cards } = c.facts;

  /** Sends an authorization, and does something while Florin stores the acquirer's id. */
  async function during(keep: (reference: string, asked: AuthorizationOrder) => Promise<string | undefined>) {
    const asked = c.order();
    let reference = '';
    const outcome = await c.authorize(asked, c.card(), async (id) => {
      reference = id;
      await c.keepFor(asked.id)(id);
      return keep(id, asked);
    });
    return { asked, reference, outcome };
  }

  describe('before `keep` and after giving up', () => {
    test('nothing is reserved until the acquirer’s id is stored', async () => {
      const { outcome } = await during(async (id) => {
        expect(c.books()).toMatchObject({ payments: 0, held: 0 });
        return id;
      });
      requireApproval(outcome);
    });

    test.each<[string, () => Promise<undefined>]>([
      ['the authorization has ended', async () => undefined],
      ['the id cannot be stored', () => Promise.reject(new Error('The database is away'))],
    ])('nothing is reserved, and the outcome is unknown, if %s', async (_, keep) => {
      const { outcome } = await during(keep);
      expect(outcome.state).toBe('unknown');
      expect(c.books()).toMatchObject({ payments: 0, held: 0 });
    });

    test.each(['before', 'during', 'after'] as const)(
      'nothing stays reserved by an authorization that was given up %s its request',
      async (order) => {
        let under: ReturnType<Contract['world']['acquirer']['abandon']> | undefined;
        const { asked, reference, outcome } = await during(async (id, asked) => {
          if (order !== 'after') under = c.world.acquirer.abandon(asked, id);
          if (order === 'before') await under;
          return id;
        });
        const { state } = (await under) ?? (await c.world.acquirer.abandon(asked, reference));
        // An acquirer may not know the id yet. Florin then gives the authorization up once more.
        if (state === 'unknown') await c.world.acquirer.abandon(asked, reference);
        else if (state === 'approved' && order === 'before') expect(outcome.state).not.toBe('approved');
        expect(c.books().held).toBe(0);
        expect((await c.findAuthorization(asked)).state).not.toBe('approved');
        await c.authorize(asked);
        expect(c.books().held).toBe(0);
      },
    );

    test.each(['lost', 'reset', 'failed after', 'hangs after'] as const)(
      'giving up has an unknown outcome until the acquirer answers: %s',
      async (how) => {
        const asked = c.order();
        const { reference } = requireApproval(await c.authorize(asked)).payment;
        const ends = [c.hurry(), c.between.fail(how, { step: 'abandon', times: 99 })];
        expect((await c.world.acquirer.abandon(asked, reference)).state).toBe('unknown');
        for (const end of ends) end();
        await c.world.acquirer.abandon(asked, reference);
        requireApproval(await c.world.acquirer.abandon(asked, reference));
        expect(c.books().held).toBe(0);
      },
    );

    test.each([false, true])(
      'nothing stays reserved after giving up at the customer’s bank, which has approved: %s',
      async (passes) => {
        const asked = c.order();
        const challenge = await c.authorize(asked, c.card(cards.challenged));
        if (challenge.state !== 'challenge') throw new Error(challenge.state);
        if (passes) await c.world.answerBank(challenge.url ?? '', true);
        for (const _ of 'twice')
          expect(await c.world.acquirer.abandon(asked, challenge.reference)).toEqual({ state: 'approved' });
        expect((await c.findAuthorization(asked)).state).not.toBe('approved');
        expect(c.books().held).toBe(0);
      },
    );
  });
}
