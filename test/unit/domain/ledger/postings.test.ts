import fc from 'fast-check';
import { bookDisputeFigures } from '#domain/disputes/live-dispute.ts';
import { fundsOfDispute, openDispute, resolveDispute } from '#domain/disputes/test-dispute.ts';
import { newId } from '#domain/id.ts';
import { sumsOfLine, totalOf } from '#domain/ledger/funds.ts';
import { imbalanceOf, type Posting, type PostingAccount, postingsOf } from '#domain/ledger/postings.ts';
import type { Rates } from '#domain/money/exchange.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import {
  completeMovement,
  failedCapture,
  openMovement,
  returnedRefund,
} from '#domain/transactions/open-movement.ts';
import { type AcquirerFigures, completeFees } from '#domain/transactions/operation.ts';
import { capture, refund } from '#domain/transactions/test-movements.ts';
import {
  type Line,
  type Movement,
  openTransaction,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.UTC(2026, 10, 23);
const rates: Rates = { date: '2026-11-20', perEuro: { USD: '1.0823', DKK: '7.4603', JPY: '182.85' } };

const currencies = fc.constantFrom('EUR', 'USD', 'DKK', 'JPY');

function makeAuthorization(currency: string, amount: number, test: boolean): Transaction {
  const card = { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } } as const;
  const acquirer = { acquirer: 'stripe', reference: 'pi_1', manyCaptures: true };
  const made = { id: newId(now), currency, amount, descriptor: 'Shop', card, recurring: false };
  return openTransaction(someMerchant({ test }), { ...made, ...(test ? {} : { acquirer }) });
}

/** The lines of a test merchant's transaction: captures, refunds, and a lost dispute. */
const testLines = fc
  .tuple(currencies, fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5000 })), { maxLength: 12 }))
  .map(([currency, steps]) => {
    let transaction = makeAuthorization(currency, 50_000, true);
    const lines: Line[] = [];
    const apply = (movement: Movement) => {
      transaction = applyMovement(transaction, movement);
      if (movement.line) lines.push(movement.line);
    };
    for (const [isCapture, amount] of steps) {
      const move = isCapture ? capture : refund;
      if (amount > transaction[isCapture ? 'pendingAmount' : 'refundableAmount']) continue;
      apply(move(transaction, { amount }, rates, now));
    }
    const amount = transaction.refundableAmount;
    if (amount === 0) return lines;
    const funds = fundsOfDispute(transaction, amount, rates);
    const dispute = { id: newId(now), amount, held: amount, funds };
    apply(openDispute(transaction, dispute));
    apply(resolveDispute(transaction, dispute, 'lost', rates, now));
    return lines;
  });

const fee = fc.integer({ min: 0, max: 300 });

/** The currency, fees and exchange rate with which an acquirer settles a movement. */
const settled = fc.record({
  in: fc.constantFrom('EUR', 'USD'),
  fee,
  parts: fc.option(fc.tuple(fee, fee), { nil: undefined }),
  rate: fc.integer({ min: 500, max: 1500 }),
  pocket: fc.boolean(),
});

function figuresOf(
  gross: number,
  currency: string,
  { in: to, fee, parts, rate, pocket }: SettledAs,
): AcquirerFigures {
  const exchanged = currency === to ? gross : Math.round((gross * rate) / 1000);
  const [processing, tax] = parts ?? [0, 0];
  const fees =
    parts &&
    completeFees(
      [
        { kind: 'processing', amount: processing },
        { kind: 'tax', amount: tax },
      ],
      fee,
    );
  const figures = {
    reference: `txn_${newId(now)}`,
    currency: to,
    net: exchanged - fee,
    fee,
    ...(currency === to ? {} : { rate: rate / 1000 }),
  };
  if (pocket)
    return { ...figures, net: 0, fee: 0, pocket: { name: 'prefunding', net: exchanged - fee, fee } };
  return {
    ...figures,
    ...(fees && { fees }),
  };
}

type SettledAs = typeof settled extends fc.Arbitrary<infer T> ? T : never;

/** The lines of a live merchant's transaction, as its acquirer settles them. */
const liveLines = fc
  .tuple(
    currencies,
    fc.array(
      fc.tuple(
        fc.constantFrom('capture', 'failed', 'refund', 'returned', 'dispute'),
        fc.integer({ min: 1, max: 5000 }),
        settled,
      ),
      { maxLength: 12 },
    ),
  )
  .map(([currency, steps]) => {
    let transaction = makeAuthorization(currency, 50_000, false);
    const lines: Line[] = [];
    const apply = (movement: Movement) => {
      transaction = applyMovement(transaction, movement);
      if (movement.line) lines.push(movement.line);
    };
    for (const [kind, amount, as] of steps) {
      if (kind === 'dispute') {
        const known = {
          id: newId(now),
          transactionId: transaction.id,
          amount,
          status: 'open',
          held: 0,
        } as const;
        // The amount, its return, or a fee alone.
        const gross = [-amount, amount, 0][amount % 3] ?? 0;
        apply(bookDisputeFigures(transaction, known, figuresOf(gross, currency, as), now).movement);
      } else if (kind === 'returned') {
        if (amount > transaction.refundedAmount) continue;
        apply(returnedRefund(transaction, amount, figuresOf(amount, currency, { ...as, fee: 0 }), now));
      } else if (kind === 'failed') {
        if (amount > transaction.refundableAmount) continue;
        apply(failedCapture(transaction, amount, figuresOf(-amount, currency, { ...as, fee: 0 }), now));
      } else {
        const isCapture = kind === 'capture';
        if (amount > transaction[isCapture ? 'pendingAmount' : 'refundableAmount']) continue;
        const opened = openMovement(transaction, kind, { amount }, newId(now));
        apply(opened);
        const figures = figuresOf(isCapture ? amount : -amount, currency, as);
        apply(completeMovement(transaction, opened.operation.opens, { figures }, now));
      }
    }
    return lines;
  });

/** Lines without a transaction: payouts, adjustments and reserves. */
const otherLines = fc.array(
  fc
    .record({
      kind: fc.constantFrom('payout', 'adjustment', 'reserve'),
      currency: fc.constantFrom('EUR', 'USD'),
      amount: fc.integer({ min: -9000, max: 9000 }),
      fee,
    })
    .map(({ kind, currency, amount, fee }): Line => {
      const isPayout = kind === 'payout';
      const cost = kind === 'adjustment' ? fee : 0;
      const net = isPayout ? -amount : amount - cost;
      return {
        id: newId(now),
        merchantId: newId(now),
        test: false,
        kind: isPayout ? 'payout' : 'adjustment',
        amount: { currency, amount },
        ...(currency === 'EUR'
          ? { balance: net, fee: cost }
          : { balance: 0, fee: 0, kept: { currency, net, fee: cost } }),
        ...(kind === 'reserve' && { reserve: true }),
      };
    }),
  { maxLength: 8 },
);

const sumsOf = (postings: readonly Posting[], account: string, currency: string): number =>
  postings.reduce(
    (sum, each) => sum + (each.account === account && each.currency === currency ? each.amount : 0),
    0,
  );

test('the postings of all lines sum to zero in each currency, and the merchant’s account equals the balance', () => {
  fc.assert(
    fc.property(fc.tuple(testLines, liveLines, otherLines), (kinds) => {
      const lines = kinds.flat();
      const postings = lines.flatMap((line) => {
        const own = postingsOf(line, 'EUR');
        expect([line, imbalanceOf(own)]).toEqual([line, {}]);
        return own;
      });
      const balance = lines.reduce((sum, line) => sum + line.balance, 0);
      expect(sumsOf(postings, 'merchant:payable', 'EUR')).toBe(balance);
      const kept = lines.reduce((sum, line) => sum + (line.kept?.net ?? 0), 0);
      expect(sumsOf(postings, 'merchant:payable', 'USD')).toBe(kept);
      const reserved = totalOf(lines.map((line) => sumsOfLine(line, '2026-11-23')));
      expect(sumsOf(postings, 'acquirer:reserves', 'EUR')).toBe(reserved.reserved ?? 0);
      expect(sumsOf(postings, 'acquirer:reserves', 'USD')).toBe(reserved['reserved#USD'] ?? 0);
      expect(imbalanceOf(postings)).toEqual({});
    }),
    { numRuns: 500 },
  );
});

const line = (over: Partial<Line>): Line => ({
  id: newId(now),
  merchantId: newId(now),
  test: true,
  kind: 'capture',
  amount: { currency: 'EUR', amount: 10000 },
  balance: 9840,
  fee: 160,
  ...over,
});

test('a capture is posted with its fee', () => {
  expect(postingsOf(line({}), 'EUR')).toEqual([
    { account: 'merchant:payable', currency: 'EUR', amount: 9840 },
    { account: 'fees:processing', currency: 'EUR', amount: 160 },
    { account: 'acquirer:receivable', currency: 'EUR', amount: -10000 },
  ]);
});

test('a capture in another currency is posted with its exchange', () => {
  const exchanged = line({ amount: { currency: 'DKK', amount: 74603 }, exchange: {} as Line['exchange'] });
  expect(postingsOf(exchanged, 'EUR').slice(2)).toEqual([
    { account: 'acquirer:receivable', currency: 'DKK', amount: -74603 },
    { account: 'exchange', currency: 'DKK', amount: 74603 },
    { account: 'exchange', currency: 'EUR', amount: -10000 },
  ]);
});

test('a payout is posted to payouts in transit, and a reserve to the acquirer’s reserves', () => {
  const payout = line({ kind: 'payout', amount: { currency: 'EUR', amount: 500 }, balance: -500, fee: 0 });
  expect(postingsOf(payout, 'EUR')).toEqual([
    { account: 'merchant:payable', currency: 'EUR', amount: -500 },
    { account: 'payouts:transit', currency: 'EUR', amount: 500 },
  ]);
  const held = {
    kind: 'adjustment',
    reserve: true,
    amount: { currency: 'EUR', amount: -70 },
    fee: 0,
  } as const;
  expect(postingsOf(line({ ...held, balance: -70 }), 'EUR')).toEqual([
    { account: 'merchant:payable', currency: 'EUR', amount: -70 },
    { account: 'acquirer:reserves', currency: 'EUR', amount: 70 },
  ]);
});

test.each<[Line['kind'], PostingAccount, number]>([
  ['refund', 'acquirer:receivable', 500],
  ['dispute', 'disputes', 470],
  ['adjustment', 'acquirer:adjustments', -500],
])('a %s is posted to %s, and its fee to the accounts of its parts', (kind, account, amount) => {
  const fees = (['tax', 'processing', 'tax'] as const).map((each, n) => ({ kind: each, amount: 10 ** n }));
  const posted = postingsOf(
    line({ kind, amount: { currency: 'EUR', amount: 500 }, balance: -581, fee: 111, fees }),
    'EUR',
  );
  expect(posted).toEqual([
    { account: 'merchant:payable', currency: 'EUR', amount: -581 },
    { account: 'fees:tax', currency: 'EUR', amount: 101 },
    { account: 'fees:processing', currency: 'EUR', amount: 10 },
    { account, currency: 'EUR', amount },
  ]);
});

test.each<[string, Partial<Line>, number]>([
  ['balance', { balance: 9841 }, 1],
  ['fee', { fee: 159 }, -1],
  ['amount', { amount: { currency: 'EUR', amount: 10010 } }, -10],
  ['fee compared with its parts', { fees: [{ kind: 'tax', amount: 100 }] }, -60],
  ['payout', { kind: 'payout', balance: -9840, fee: 0 }, 160],
])('the postings of a line with a wrong %s do not sum to zero', (_, over, by) => {
  expect(imbalanceOf(postingsOf(line(over), 'EUR'))).toEqual({ EUR: by });
});
