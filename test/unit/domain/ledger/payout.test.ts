import fc from 'fast-check';
import { canBePaid, isCoveredBy, type LastPayout, largestPayout, payoutOf } from '#domain/ledger/payout.ts';
import { type Coverage, coverageOf, UnpaidLines } from '#domain/ledger/payout-coverage.ts';
import { integer } from '#domain/money/money.ts';
import type { Line } from '#domain/transactions/transaction.ts';

test.each([
  [1001, 1000, 1001],
  [1000, 1000, 0],
  [999, 1000, 0],
  [1, 0, 1],
  [0, 0, 0],
  [-1, 0, 0],
  [-2000, -5000, 0],
  [-1, Number.NaN, 0],
  [5000, Number.NaN, 0],
])('a balance of %d with a minimum of %d gives a payout of %d', (balance, minimum, paid) => {
  expect(payoutOf(balance, minimum)).toBe(paid);
});

test('a payout is the whole balance above the minimum, up to the largest payout, and 0 otherwise', () => {
  const balances = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n });
  fc.assert(
    fc.property(balances, fc.integer({ min: 0, max: 10 ** 9 }), (balance, minimum) => {
      const paid = payoutOf(integer(balance), minimum);
      expect(Number.isSafeInteger(paid)).toBe(true);
      const due = balance > minimum && balance > 0n;
      const most = BigInt(largestPayout);
      expect(BigInt(paid)).toBe(due ? (balance < most ? balance : most) : 0n);
    }),
  );
});

test('live merchants with a bank account are paid out, and test merchants only if the setting allows it', () => {
  const bank = { iban: 'DK5000400440116243' };
  expect(canBePaid({ bank, test: false }, false)).toBe(true);
  expect(canBePaid({ bank, test: true }, false)).toBe(false);
  expect(canBePaid({ bank, test: true }, true)).toBe(true);
  expect(canBePaid({ bank: {}, test: false }, true)).toBe(false);
  expect(canBePaid({ test: false }, true)).toBe(false);
});

describe('the lines of payouts', () => {
  const idAt = (n: number) => n.toString(16).padStart(24, '0');
  const lineAt = (n: number, balance: number, kind: Line['kind'] = 'capture') => ({
    id: idAt(n),
    kind,
    balance,
    fee: n,
  });

  /** Lines with payouts in between. Some lines are written later than their IDs say. */
  const histories = fc.array(
    fc.record({
      balance: fc.integer({ min: -500, max: 2000 }),
      late: fc.integer({ min: 0, max: 3 }),
      paysOut: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  );

  test('each line is in at most one payout, and each payout is the sum of its lines and the carried amounts', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 3 }), (history, margin) => {
        const written: ReturnType<typeof lineAt>[] = [];
        const pending: { at: number; line: ReturnType<typeof lineAt> }[] = [];
        const payouts: Coverage[] = [];
        let last: Omit<LastPayout, 'payoutId'> | undefined;
        let balance = 0;
        for (const [n, { balance: by, late, paysOut }] of history.entries()) {
          const id = 10 * n + 10;
          pending.push({ at: n + Math.min(late, margin), line: lineAt(id, by) });
          for (const due of pending.filter(({ at }) => at === n)) {
            written.push(due.line);
            balance += due.line.balance;
          }
          if (!paysOut) continue;
          const from = last?.to ?? idAt(0);
          const complete = idAt(Math.max(0, 10 * (n - margin)));
          const lines = new UnpaidLines({ day: idAt(0), complete, all: 'f'.repeat(24) }, last?.named ?? []);
          for (const line of written) if (line.id >= from) lines.add(line);
          // Without the balance at midnight, only lines that add up to the present balance count.
          const coverage = coverageOf(last, from, lines.unpaid, { now: balance }, 100);
          expect(coverage).toBeDefined();
          if (!coverage || coverage.amount === 0) continue;
          payouts.push(coverage);
          last = coverage.last;
          balance -= coverage.amount;
          written.push(lineAt(id + 5, -coverage.amount, 'payout'));
        }
        const seen = new Set<string>();
        for (const { amount, covers, carried, fees } of payouts) {
          const lines = written.filter(isCoveredBy(covers));
          const sum = lines.reduce((total, line) => total + line.balance, 0);
          expect(Number(carried.in) + sum - Number(carried.out)).toBe(amount);
          expect(lines).toHaveLength(covers.count);
          expect(fees).toBe(lines.reduce((total, line) => total + line.fee, 0));
          for (const { id } of lines) {
            expect(seen).not.toContain(id);
            seen.add(id);
          }
        }
      }),
    );
  });

  test('a range of lines includes its first id, and not the id at its end', () => {
    const isCovered = isCoveredBy({ from: idAt(1), to: idAt(3), named: [idAt(5)], not: [idAt(2)], count: 2 });
    const covered = [0, 1, 2, 3, 4, 5].filter((n) => isCovered(lineAt(n, 1)));
    expect([covered, isCovered(lineAt(5, 1, 'payout'))]).toEqual([[1, 5], false]);
    const ends = { day: idAt(1), complete: idAt(2), all: idAt(3) };
    const lines = new UnpaidLines(ends, [idAt(0)]);
    for (const n of [3, 2, 1, 0]) lines.add(lineAt(n, 10 ** n));
    expect(lines.unpaid).toEqual({
      day: { to: idAt(1), sum: 0, fees: 0, count: 0 },
      complete: { to: idAt(2), sum: 10, fees: 1, count: 1 },
      all: { to: idAt(3), sum: 110, fees: 3, count: 2 },
      young: [idAt(2)],
    });
  });

  test('a payout needs lines that add up to the current balance, or to the balance at midnight', () => {
    const lines = new UnpaidLines({ day: idAt(20), complete: idAt(40), all: 'f'.repeat(24) }, []);
    for (const line of [lineAt(10, 500), lineAt(30, 300), lineAt(50, 40)]) lines.add(line);
    const of = (now: number, day: number) => coverageOf(undefined, idAt(0), lines.unpaid, { now, day }, 0);
    expect(of(840, 0)).toMatchObject({ amount: 840, covers: { to: idAt(40), named: [idAt(50)], count: 3 } });
    expect(of(839, 0)).toBeUndefined();
    expect(of(839, 500)).toMatchObject({ amount: 500, covers: { to: idAt(20), named: [], count: 1 } });
    // After a payout on the same day the balance at midnight is unknown.
    expect(coverageOf(undefined, idAt(0), lines.unpaid, { now: 839 }, 0)).toBeUndefined();
    // A payout leaves out money that was refunded after midnight.
    expect(of(450, 500)).toMatchObject({ amount: 450, carried: { in: 0, out: 50 } });
  });

  test('a payout adds what an earlier one has left, and remembers the lines that it names out of order', () => {
    const before = { left: 50, named: [idAt(10), idAt(60)] };
    const lines = new UnpaidLines({ day: idAt(0), complete: idAt(40), all: 'f'.repeat(24) }, before.named);
    for (const line of [lineAt(10, 1), lineAt(70, 30), lineAt(55, 20), lineAt(60, 2), lineAt(20, 100)])
      lines.add(line);
    expect(coverageOf(before, idAt(5), lines.unpaid, { now: 200 }, 0)).toEqual({
      amount: 200,
      covers: { from: idAt(5), to: idAt(40), named: [idAt(55), idAt(70)], not: [idAt(10)], count: 3 },
      fees: 145,
      carried: { in: 50, out: 0 },
      last: { to: idAt(40), named: [idAt(55), idAt(60), idAt(70)], left: 0 },
    });
    const short = new UnpaidLines({ day: idAt(40), complete: idAt(40), all: 'f'.repeat(24) }, []);
    short.add(lineAt(20, 100));
    expect(coverageOf(undefined, idAt(0), short.unpaid, { now: 70, day: 100 }, 0)).toMatchObject({
      ...{ amount: 70, carried: { in: 0, out: 30 }, last: { left: 30 } },
    });
  });

  test('a payout leaves out the recent lines if there are more than one item can name', () => {
    const lines = new UnpaidLines({ day: idAt(0), complete: idAt(5), all: 'f'.repeat(24) }, []);
    lines.add(lineAt(1, 1000));
    for (let n = 0; n < 1001; n++) lines.add(lineAt(10 + n, 1));
    const coverage = coverageOf(undefined, idAt(0), lines.unpaid, { now: 2001, day: 0 }, 0);
    expect(coverage).toMatchObject({ amount: 1000, covers: { named: [], count: 1 }, last: { left: 0 } });
    const most = new UnpaidLines({ day: idAt(0), complete: idAt(5), all: 'f'.repeat(24) }, []);
    for (let n = 0; n < 1000; n++) most.add(lineAt(10 + n, 1));
    expect(coverageOf(undefined, idAt(0), most.unpaid, { now: 1000 }, 0)?.covers.count).toBe(1000);
  });
});
