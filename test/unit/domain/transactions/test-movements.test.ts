import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';
import { Refused } from '#domain/outcome.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import { mostEntries, refuseTooManyEntries } from '#domain/transactions/movement-rules.ts';
import { capture, refund, voidPending } from '#domain/transactions/test-movements.ts';
import {
  type Line,
  openTransaction,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { same } from '../../same.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.parse('2026-03-14T12:00:00.000Z');
const moves = { capture, refund, void: voidPending };

const merchantIn = (currency: string) => someMerchant({ currency });

const authorized = (amount: number, currency = 'EUR', funding = 'EUR'): Transaction =>
  openTransaction(merchantIn(funding), {
    id: newId(now),
    currency,
    amount,
    descriptor: 'Coffee & John',
    card: { bin: '410000', last4: '0000', expiry: '', scheme: 'visa', code: { present: true } },
    recurring: false,
  });

interface Ledger {
  transaction: Transaction;
  trail: TrailEntry[];
  lines: Line[];
}

/** Applies a sequence of operations, and skips refused ones. */
function run(transaction: Transaction, operations: readonly [keyof typeof moves, number][]): Ledger {
  const ledger: Ledger = { transaction, trail: [], lines: [] };
  for (const [kind, amount] of operations) {
    try {
      const movement = moves[kind](ledger.transaction, { amount }, rates, now);
      ledger.transaction = applyMovement(ledger.transaction, movement);
      ledger.trail.push(movement.entry);
      if (movement.line) ledger.lines.push(movement.line);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return ledger;
}

const operations = fc.array(
  fc.tuple(
    fc.constantFrom('capture', 'refund', 'void') as fc.Arbitrary<keyof typeof moves>,
    fc.integer({ min: 1, max: 400 }),
  ),
  { maxLength: 40 },
);

/** Returns the message of a refusal, or nothing if the attempt succeeds. */
function saidOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return String((error as Error).message);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

test('the amounts, the trail and the lines add up after any captures, refunds and voids', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom('EUR', 'JPY', 'BHD'),
      operations,
      (amount, currency, sequence) => {
        const { transaction: t, trail, lines } = run(authorized(amount, currency), sequence);
        same(t.pendingAmount + t.capturedAmount + t.voidedAmount, amount);
        if (t.refundedAmount > t.capturedAmount) throw new Error('More is refunded than was captured');
        for (const field of [
          'pendingAmount',
          'capturedAmount',
          'refundedAmount',
          'voidedAmount',
          'refundableAmount',
        ] as const)
          if (!(t[field] >= 0)) throw new Error(`${field} is ${t[field]}`);
        const moved = (kind: string) =>
          sum(trail.filter((entry) => entry.kind === kind).map((entry) => entry.amount));
        same(moved('capture'), t.capturedAmount);
        same(moved('refund'), t.refundedAmount);
        same(moved('void'), t.voidedAmount);
        same(sum(lines.map(({ balance }) => balance)), sum(trail.map(({ balance }) => balance)));
        same(
          lines.map(({ id }) => id),
          trail.filter(({ kind }) => kind !== 'void').map(({ id }) => id),
        );
      },
    ),
    { numRuns: 3000 },
  );
});

test('an operation is refused exactly when its amount is too high, and the error names the highest amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      operations,
      fc.integer({ min: 1, max: 1200 }),
      (amount, sequence, asked) => {
        const { transaction: t } = run(authorized(amount, 'GBP'), sequence);
        const room = {
          capture: t.pendingAmount,
          refund: t.capturedAmount - t.refundedAmount,
          void: t.pendingAmount,
        };
        for (const kind of ['capture', 'refund', 'void'] as const) {
          const most = `amount: Can ${kind} at most GBP ${(room[kind] / 100).toFixed(2)}`;
          const said = saidOf(() => moves[kind](t, { amount: asked }, rates, now));
          if (asked <= room[kind]) same(said, undefined);
          else if (!said?.includes(most)) expect(said).toContain(most);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('the guard of a movement is on the field that the movement reduces', () => {
  const t = run(authorized(100), [['capture', 60]]).transaction;
  for (const kind of ['capture', 'refund', 'void'] as const) {
    const { guard, change } = moves[kind](t, { amount: 40 }, rates, now);
    expect(guard.atLeast).toBe(40);
    expect(change[guard.field]).toBe(-40);
  }
});

test('a capture adds its amount less 1.35 % and EUR 0.25 to the balance, and a refund deducts its full amount', () => {
  const { trail, lines } = run(authorized(10000), [
    ['capture', 10000],
    ['refund', 4000],
  ]);
  // 1.35 % of 100.00 is 1.35
  expect(trail[0]).toMatchObject({
    kind: 'capture',
    amount: 10000,
    fee: { flat: 25, rate: 135 },
    balance: 9840,
  });
  expect(trail[1]).toMatchObject({ kind: 'refund', amount: 4000, fee: { flat: 0, rate: 0 }, balance: -4000 });
  expect(lines[0]).toMatchObject({ fee: 160, balance: 9840, amount: { currency: 'EUR', amount: 10000 } });
});

test('a foreign amount is exchanged before the fee is computed, and the line keeps the rate', () => {
  const { lines } = run(authorized(10000, 'JPY'), [['capture', 10000]]);
  // JPY 10000 / 182.85 = EUR 54.69; 1.35 % of it is 0.738315, so 0.74
  expect(lines[0]).toMatchObject({
    balance: 5469 - 25 - 74,
    exchange: { from: 'JPY', to: 'EUR', date: '2026-03-13' },
  });
});

test('refunds in parts deduct the same total from the balance as one refund of a foreign amount', () => {
  const currencies = fc.constantFrom('HUF', 'JPY', 'KRW', 'IDR', 'BHD', 'GBP', 'EUR');
  const parts = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(currencies, fc.constantFrom('EUR', 'HUF', 'CHF'), parts, (currency, funding, amounts) => {
      const total = sum(amounts);
      const paid = run(authorized(total, currency, funding), [['capture', total]]);
      const inParts = run(
        paid.transaction,
        amounts.map((amount) => ['refund', amount]),
      );
      const [whole] = run(paid.transaction, [['refund', total]]).lines;
      same(inParts.transaction.refundedAmount, total);
      same(sum(inParts.lines.map(({ balance }) => balance)), whole?.balance);
      same(
        inParts.lines.filter(({ balance }) => !(balance <= 0)),
        [],
      );
    }),
    { numRuns: 1000 },
  );
  // HUF 1.90 is EUR 0.00485…, and five times that is EUR 0.0243.
  const { trail } = run(authorized(1000, 'HUF'), [
    ['capture', 1000],
    ...Array<['refund', number]>(5).fill(['refund', 190]),
  ]);
  expect(trail.slice(1).map(({ balance }) => balance)).toEqual([0, -1, 0, -1, 0]);
});

test('a capture in another currency than the transaction is refused', () => {
  expect(() => capture(authorized(100), { amount: 1, currency: 'USD' }, rates, now)).toThrow(
    'currency: Must be EUR',
  );
});

test('a declined transaction has nothing to capture', () => {
  const t = openTransaction(merchantIn('EUR'), { ...authorized(100), error: 7 });
  expect(t.pendingAmount).toBe(0);
  expect(() => capture(t, { amount: 1 }, rates, now)).toThrow('EUR 0.00');
});

test.each(Object.keys(moves) as (keyof typeof moves)[])(
  'after the most entries that a trail may have, a %s must be for the whole rest',
  (kind) => {
    const { transaction } = run(authorized(10_000), kind === 'refund' ? [['capture', 10_000]] : []);
    const ask = (amount: number, entries: number) =>
      refuseTooManyEntries(moves[kind](transaction, { amount }, rates, now), { ...transaction, entries });
    expect(() => ask(1, mostEntries - 1)).not.toThrow();
    expect(() => ask(9_999, mostEntries)).toThrow(/amount: Must be all that is left, EUR 100.00/);
    expect(() => ask(10_000, mostEntries)).not.toThrow();
    expect(() => ask(10_000, mostEntries + 5)).not.toThrow();
  },
);

test('a refusal of which nothing is left says where the money is', () => {
  const { transaction } = run(authorized(1000), [
    ['capture', 700],
    ['void', 300],
    ['refund', 700],
  ]);
  for (const kind of ['capture', 'void', 'refund'] as const)
    expect(() => moves[kind](transaction, { amount: 1 }, rates, now)).toThrow(
      `Can ${kind} at most EUR 0.00: captured EUR 7.00, refunded EUR 7.00, voided EUR 3.00`,
    );
  const declined = openTransaction(merchantIn('EUR'), { ...authorized(1000), error: 7 });
  expect(() => moves.capture(declined, { amount: 1 }, rates, now)).toThrow('0.00: the payment was declined');
  const saved = authorized(0);
  expect(() => moves.capture(saved, { amount: 1 }, rates, now)).toThrow(/0\.00$/);
});
