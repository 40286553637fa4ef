import type { ServerResponse } from 'node:http';
import type { Decline } from '../../functions/core/acquirer/decline.ts';
import { callsOf, prepare } from './calls.ts';
import { type Contract, requireApproval } from './contract.ts';
import type { Request } from './world.ts';

/** Each word of the acquirer has one meaning, and a refusal of Florin declines no payment. */
export function words(c: Contract): void {
  const { kinds, rights, impossible, cards } = c.facts;
  const declines = Object.entries(c.facts.declines) as [Decline, readonly string[]][];

  describe('words', () => {
    test.each([...declines, ['PAYMENT_REJECTED', ['a_code_of_later']] as const])(
      'a card is declined for %s',
      async (decline, codes) => {
        for (const code of codes) {
          const asked = c.order();
          const answer = (response: ServerResponse, request: Request) => {
            const { status, body } = c.world.decline(code, request);
            response.writeHead(status).end(body);
          };
          c.between.fail(answer, { step: 'authorize' });
          expect([code, await c.authorize(asked)]).toMatchObject([code, { state: 'declined', decline }]);
        }
        expect(c.books()).toMatchObject({ payments: 0, held: 0 });
      },
    );

    test('no code has two meanings', () => {
      const codes = declines.flatMap(([, codes]) => codes);
      expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    });

    test('a card without money is declined, and reserves nothing', async () => {
      const asked = c.order();
      const declined = { state: 'declined', decline: 'PAYMENT_INSUFFICIENT_FUNDS' };
      for (const _ of 'twice') expect(await c.authorize(asked, c.card(cards.poor))).toMatchObject(declined);
      expect(c.books()).toMatchObject({ payments: 0, held: 0 });
    });

    test.each([
      ['denied', 'authorize'],
      ['denied', 'prepare'],
      ['forbidden', 'authorize'],
      ['forbidden', 'prepare'],
    ] as const)('a refused key (%s at the step %s) declines no payment', async (how, step) => {
      const end = c.between.fail(how, { step, times: 99 });
      const asked = c.order();
      const { state } = await c.authorize(asked);
      end();
      if (step === 'authorize') expect([state, c.refusals()]).toEqual(['forbidden', expect.any(Number)]);
      else expect(['forbidden', 'approved']).toContain(state);
      requireApproval(await c.authorize(asked));
      expect(c.books()).toMatchObject({ payments: 1, held: 1000 });
    });

    test.each(kinds)('a refused key declines no %s, and the refusal counts for the alarm', async (kind) => {
      const wanted = await c.movable(kind);
      const before = c.books();
      for (const how of ['denied', 'forbidden'] as const) {
        const end = c.between.fail(how, { step: kind, times: 99 });
        expect((await c.world.acquirer.move(wanted)).state).toBe('forbidden');
        end();
      }
      expect([c.books(), c.refusals()]).toEqual([before, 2]);
    });

    test.each(['authorize', ...kinds] as const)(
      'a refused key leaves the outcome of an earlier request unknown: %s',
      async (step) => {
        const asked = c.order();
        const wanted = step === 'authorize' ? undefined : await c.movable(step);
        const call = () => (wanted ? c.world.acquirer.move(wanted) : c.authorize(asked));
        const find = () => (wanted ? c.world.acquirer.find(wanted) : c.findAuthorization(asked));
        const ends = [
          ...[c.hurry(), c.between.fail('lost', { step })],
          ...[step, 'find' as const].map((step) => c.between.fail('denied', { step, times: 99 })),
        ];
        expect((await call()).state).toBe('unknown');
        // Without an answer of the acquirer, the key of a look says nothing about the money.
        expect((await find()).state).toBe('unknown');
        for (const end of ends) end();
        requireApproval(await find());
      },
    );

    test('an order that the acquirer cannot make is refused without a request', async () => {
      expect(c.world.acquirer.refusalOf(c.order())).toBeUndefined();
      for (const money of impossible)
        expect(c.world.acquirer.refusalOf(c.order(money))).toEqual({
          field: expect.any(String),
          message: expect.any(String),
        });
      // A stored operation of an earlier version can contain such an order.
      const payment = { reference: 'none', manyCaptures: true, increments: true } as const;
      for (const money of c.facts.declinesImpossible ? impossible : []) {
        const given = { ...money, final: true };
        const outcomes = [
          await c.authorize(c.order(money)),
          ...(await Promise.all(
            kinds.map((kind) => c.world.acquirer.move(c.movement(kind, payment, money.amount, given))),
          )),
        ];
        expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['declined']));
      }
      expect(c.between.seen).toEqual([]);
    });

    test('a payment, a dispute or a payout that the acquirer does not know is undefined', async () => {
      const { findPayment, findDispute, findPayout } = c.world.acquirer;
      for (const find of [findPayment, findDispute, findPayout])
        expect(await find(c.account, 'none')).toBeUndefined();
    });

    if (!rights) return;
    const all = Object.keys(rights);

    afterEach(() => c.world.dashboard.grant?.());

    test('each right of the guide is needed, all are enough, and the check names a right that is missing', async () => {
      const scene = await prepare(c);
      const calls = Object.values(callsOf(c)).flat();
      const refusals = () => c.between.seen.filter(({ status }) => status === 403).length;
      for (const right of all) {
        c.world.dashboard.grant?.(all.filter((other) => other !== right));
        const before = refusals();
        for (const call of calls) {
          await call(scene).catch(c.note);
          if (refusals() > before) break;
        }
        expect([right, refusals() > before]).toEqual([right, true]);
        expect(await c.world.setup.missingRights(c.account)).toEqual([rights[right]]);
      }
      const before = refusals();
      c.world.dashboard.grant?.(all);
      const fresh = await prepare(c);
      await Promise.all(calls.map((call) => call(fresh).catch(c.note)));
      expect(await c.world.setup.missingRights(c.account)).toEqual([]);
      expect(refusals()).toBe(before);
    });
  });
}
