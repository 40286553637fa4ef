import type { MovementOrder } from '../../functions/core/acquirer/acquirer.ts';
import { type Contract, requireApproval } from './contract.ts';

interface Life {
  name: string;
  steps: readonly (readonly [
    kind: MovementOrder['kind'] | 'dashboard',
    amount: number,
    given?: Partial<MovementOrder>,
  ])[];
  /** Whether the last step is declined. */
  declined?: true;
  payment: object;
  books: object;
}

const whole = { final: true, untouched: true };
const lives: readonly Life[] = [
  {
    name: 'is captured in parts, refunded in part, and the rest is voided',
    steps: [
      ['capture', 400],
      ['capture', 300],
      ['refund', 500],
      ['void', 300, { final: true }],
    ],
    payment: { authorized: 1000, captured: 700, refunds: [{ amount: 500, ended: false }], ended: true },
    books: { held: 0, captured: 700, refunded: 500, entries: { length: 3 } },
  },
  {
    name: 'is captured twice by the same amount, which is refunded twice',
    steps: [
      ['capture', 400],
      ['capture', 400],
      ['refund', 300],
      ['refund', 300],
    ],
    payment: { captured: 800, captures: { length: 2 }, refunds: { length: 2 } },
    books: { held: 200, captured: 800, refunded: 600, entries: { length: 4 } },
  },
  {
    name: 'is captured as a whole, and then neither voided nor captured again',
    steps: [
      ['capture', 1000, { final: true }],
      ['void', 1000, whole],
    ],
    declined: true,
    payment: { captured: 1000, captures: [{ amount: 1000 }], refunds: [], ended: true },
    books: { held: 0, captured: 1000, entries: { length: 1 } },
  },
  {
    name: 'is voided',
    steps: [['void', 1000, whole]],
    payment: { captured: 0, captures: [], ended: true },
    books: { held: 0, captured: 0, entries: [] },
  },
  {
    name: 'is captured in the dashboard, too',
    steps: [
      ['capture', 400],
      ['dashboard', 300],
    ],
    payment: { captured: 700, captures: { length: 2 }, ended: false },
    books: { held: 300, captured: 700, entries: { length: 2 } },
  },
  {
    name: 'is not captured above its amount',
    steps: [
      ['capture', 400],
      ['capture', 601],
    ],
    declined: true,
    payment: { captured: 400, ended: false },
    books: { held: 600, captured: 400 },
  },
  {
    name: 'is not refunded above what was captured',
    steps: [
      ['capture', 400],
      ['refund', 300],
      ['refund', 101],
    ],
    declined: true,
    payment: { captured: 400, refunds: [{ amount: 300 }] },
    books: { refunded: 300, entries: { length: 2 } },
  },
];

/** After each step of a payment's life, its outcome, its state at the acquirer and the acquirer's books agree. */
export function livesOf(c: Contract): void {
  describe('a payment', () => {
    test.each(lives)('$name', async ({ steps, declined, payment, books }) => {
      const paid = await c.paid();
      const entries: string[] = [];
      for (const [index, [kind, amount, given]] of steps.entries()) {
        if (kind === 'dashboard') {
          c.world.dashboard.capture(c.account, paid.reference, amount);
          continue;
        }
        const wanted = c.movement(kind, paid, amount, { ...given, entries: [...entries] });
        expect(await c.world.acquirer.find(wanted)).toEqual({ state: 'absent' });
        const outcome = await c.world.acquirer.move(wanted);
        if (declined && index === steps.length - 1) expect(outcome.state).toBe('declined');
        else {
          const { figures } = requireApproval(outcome);
          if (figures) entries.push(figures.reference);
          expect(await c.world.acquirer.find(wanted)).toEqual(outcome);
        }
      }
      expect(await c.world.acquirer.findPayment(c.account, paid.reference)).toMatchObject(payment);
      expect(c.books()).toMatchObject(books);
      expect(new Set(entries).size).toBe(entries.length);
    });

    test.each([true, false])(
      'at the customer’s bank is open until the bank has decided: %s',
      async (passes) => {
        const asked = c.order();
        const challenge = await c.authorize(asked, c.card(c.facts.cards.challenged));
        if (challenge.state !== 'challenge') throw new Error(challenge.state);
        expect(await c.findAuthorization(asked)).toEqual(challenge);
        expect(c.books()).toMatchObject({ held: 0 });
        await c.world.answerBank(challenge.url ?? '', passes);
        expect((await c.findAuthorization(asked)).state).toBe(passes ? 'approved' : 'declined');
        expect(c.books().held).toBe(passes ? 1000 : 0);
      },
    );
  });
}
