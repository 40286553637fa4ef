import fc from 'fast-check';
import type { MovementOrder, MovementOutcome } from '../../functions/core/acquirer/acquirer.ts';
import type { MovementAnswer } from '../../functions/core/acquirer/events.ts';
import type { Id } from '../../functions/core/domain/id.ts';
import { type Contract, requireApproval } from './contract.ts';
import type { StoredPayment, withCore } from './core.ts';

const hour = 60 * 60 * 1000;
/** After a second, an hour, three days and two weeks. */
const times = [1000, hour, 72 * hour, 336 * hour];

type Kind = MovementOrder['kind'];

/**
 * Some acquirers accept a movement first, and answer later. These tests make every adapter behave so: the adapter accepts each
 * movement, and makes the movement when the test decides the answer.
 */
export function laterAnswers(c: Contract, core: ReturnType<typeof withCore>): void {
  /** Makes the adapter answer later. @returns functions that decide the answer to an operation, and that end this */
  function acceptEach(ahead: () => number) {
    const { move } = c.world.acquirer;
    const asked = new Map<string, MovementOrder>();
    const answers = new Map<string, MovementAnswer>();
    const until = Date.now() + 30 * 24 * hour;
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead());
    const moves = jest.spyOn(c.world.acquirer, 'move').mockImplementation(async (order) => {
      asked.set(order.id, order);
      return answers.get(order.id) ?? { state: 'accepted', until };
    });
    const find = async ({ id }: { id: string }): Promise<MovementOutcome> =>
      answers.get(id) ?? { state: 'accepted', until };
    const finds = jest.spyOn(c.world.acquirer, 'find').mockImplementation(find);
    const decide = async (operation: string, approves: boolean): Promise<MovementAnswer> => {
      const order = asked.get(operation);
      if (!order) throw new Error(`${operation} did not arrive`);
      const answer: MovementAnswer = approves
        ? requireApproval(await move(order))
        : { state: 'declined', decline: 'PAYMENT_REJECTED' };
      answers.set(operation, answer);
      return answer;
    };
    const end = () => {
      for (const mock of [clock, moves, finds]) mock.mockRestore();
    };
    return { decide, end };
  }

  const answered = ({ reference }: StoredPayment, operation: string, answer: MovementAnswer) =>
    ({ type: 'movement.answered', payment: reference, operation: operation as Id, answer }) as const;

  /** Tells Florin an answer: by its event, by copies of the event, or by none, so that Florin has to ask. */
  async function tell(payment: StoredPayment, operation: string, answer: MovementAnswer, how: string) {
    const event = payment.of(answered(payment, operation, answer));
    if (how === 'by an event') await payment.hear([event]);
    else if (how === 'by copies') await Promise.all([0, 1, 2].map(() => payment.hear([event])));
    else {
      await payment.look();
      await payment.resolve(operation);
    }
  }

  const wanted: readonly (readonly [Kind, number])[] = [
    ['capture', 250],
    ['refund', 100],
    ['void', 150],
    ['capture', 200],
  ];

  describe('an answer that comes later', () => {
    test('counts once, after a second or two weeks, in any order, by an event or without one', async () => {
      const answer = fc.record({
        movement: fc.constantFrom(...wanted.keys()),
        approves: fc.boolean(),
        how: fc.constantFrom('by an event', 'by copies', 'by a look'),
      });
      const all = fc.uniqueArray(answer, {
        minLength: 4,
        maxLength: 4,
        selector: ({ movement }) => movement,
      });
      await fc.assert(
        fc.asyncProperty(all, async (answers) => {
          const payment = await core.stored();
          await payment.move('capture', 300);
          let ahead = 0;
          const { decide, end } = acceptEach(() => ahead);
          try {
            const opened = [];
            for (const [kind, amount] of wanted) opened.push((await payment.move(kind, amount)).operation);
            expect(opened.map(({ state }) => state)).toEqual(wanted.map(() => 'accepted'));
            const before = { capturedAmount: 300, pendingAmount: 100, refundedAmount: 0, voidedAmount: 0 };
            expect(await payment.show()).toMatchObject({ ...before, onTheWay: 4, operation: undefined });
            // The answer of another account counts for nothing.
            const foreign = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
            for (const { id } of opened)
              await payment.hear([{ ...payment.of(answered(payment, id, foreign)), account: 'another' }]);
            const sums = { capture: 300, refund: 0, void: 0, increment: 0 };
            for (const [index, { movement, approves, how }] of answers.entries()) {
              ahead = times[index] ?? 0;
              const [kind, amount] = wanted[movement] ?? (['void', 0] as const);
              const id = opened[movement]?.id ?? '';
              await tell(payment, id, await decide(id, approves), how);
              if (approves) sums[kind] += amount;
            }
            const shown = await payment.show();
            expect(shown).toMatchObject({
              ...{ capturedAmount: sums.capture, refundedAmount: sums.refund, voidedAmount: sums.void },
              ...{
                pendingAmount: 1000 - sums.capture - sums.void,
                onTheWay: 0,
                operation: undefined,
                cases: [],
              },
            });
            const booked = c.books().entries.map(({ net }) => net);
            expect(shown.lines).toEqual(booked.sort((a, b) => a - b));
          } finally {
            end();
          }
        }),
        // The later of two waiting captures is in the books first, which do not say which of them it is.
        {
          numRuns: 5,
          examples: [[[3, 0, 1, 2].map((movement) => ({ movement, approves: true, how: 'by a look' }))]],
        },
      );
    });

    test.each(
      [...c.facts.kinds].flatMap((kind) => [true, false].map((approves) => [kind, approves] as const)),
    )('may come before the acquirer accepts the movement: %s, approved: %s', async (kind, approves) => {
      const payment = await core.stored();
      if (kind !== 'increment') await payment.move('capture', 500);
      const { move } = c.world.acquirer;
      jest.spyOn(c.world.acquirer, 'move').mockImplementationOnce(async (order) => {
        const answer = approves ? await move(order) : { state: 'declined', decline: 'PAYMENT_REJECTED' };
        await tell(payment, order.id, answer as MovementAnswer, 'by an event');
        return { state: 'accepted', until: Date.now() + hour };
      });
      expect((await payment.move(kind, 100)).operation.state).toBe(approves ? 'approved' : 'declined');
      const shown = await payment.show();
      expect(shown).toMatchObject({
        onTheWay: 0,
        operation: undefined,
        amount: kind === 'increment' && approves ? 1100 : 1000,
      });
      expect(shown.lines).toHaveLength(c.books().entries.length);
    });

    if (!c.facts.kinds.includes('increment')) return;
    test.each([true, false])('raises the authorization once it has come: approved: %s', async (approves) => {
      for (const [index, how] of ['by an event', 'by copies', 'by a look'].entries()) {
        const payment = await core.stored();
        let ahead = 0;
        const { decide, end } = acceptEach(() => ahead);
        const { id, state } = (await payment.move('increment', 200)).operation;
        expect([state, await payment.show()]).toMatchObject(['accepted', { amount: 1000, onTheWay: 1 }]);
        ahead = times[index + 1] ?? 0;
        await tell(payment, id, await decide(id, approves), how);
        const amount = approves ? 1200 : 1000;
        expect(await payment.show()).toMatchObject({ amount, pendingAmount: amount, onTheWay: 0 });
        end();
      }
    });
  });
}
