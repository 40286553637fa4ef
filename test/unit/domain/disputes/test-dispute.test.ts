import fc from 'fast-check';
import { amountHeldBy } from '#domain/disputes/dispute.ts';
import { fundsOfDispute, openDispute, resolveDispute } from '#domain/disputes/test-dispute.ts';
import { newId } from '#domain/id.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import { capture, refund } from '#domain/transactions/test-movements.ts';
import { openTransaction, type Transaction } from '#domain/transactions/transaction.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.now();

/** A transaction that is captured in full and partly refunded. */
function makeCapture(amount: number, refunded: number, currency = 'EUR'): Transaction {
  const merchant = someMerchant();
  const card = { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } } as const;
  let t = openTransaction(merchant, {
    id: newId(now),
    currency,
    amount,
    descriptor: 'Shop',
    card,
    recurring: false,
  });
  t = applyMovement(t, capture(t, { amount }, rates, now));
  return refunded > 0 ? applyMovement(t, refund(t, { amount: refunded }, rates, now)) : t;
}

test('a disputed amount cannot be refunded until the dispute is won', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1000 }), fc.nat(), fc.nat(), fc.boolean(), (amount, a, b, won) => {
      const before = makeCapture(amount, a % amount);
      const disputed = 1 + (b % amount);
      const held = amountHeldBy(before, disputed);
      const open = applyMovement(before, openDispute(before, { amount: disputed, held, funds: disputed }));
      expect(open.disputedAmount).toBe(disputed);
      expect(open.refundableAmount).toBe(Math.max(0, before.refundableAmount - disputed));
      const dispute = { id: newId(now), amount: disputed, held, funds: disputed };
      const movement = resolveDispute(open, dispute, won ? 'won' : 'lost', rates, now);
      const after = applyMovement(open, movement);
      expect(after.refundableAmount).toBe(won ? before.refundableAmount : open.refundableAmount);
      expect(after.disputedAmount).toBe(won ? 0 : disputed);
      expect(after.pendingAmount + after.capturedAmount + after.voidedAmount).toBe(amount);
      expect(movement.line === undefined).toBe(won);
      // Won or lost, the dispute no longer counts among the open ones.
      expect(movement.disputed).toEqual({ EUR: -disputed });
      expect(movement.entry?.balance).toBe(won ? 0 : -disputed - 2000);
    }),
    { numRuns: 2000 },
  );
});

test('an open dispute holds only what can still be refunded, and counts its money in the merchant’s currency', () => {
  const t = makeCapture(100, 30);
  expect(openDispute(t, { amount: 90, held: 70, funds: 80 })).toEqual({
    change: { disputedAmount: 90, refundableAmount: -70 },
    guard: { field: 'refundableAmount', atLeast: 70 },
    disputed: { EUR: 80 },
  });
  expect([fundsOfDispute(t, 90, rates), fundsOfDispute(makeCapture(10000, 0, 'JPY'), 10000, rates)]).toEqual([
    90, 5469,
  ]);
});

test('a dispute that is won costs nothing, and one without counted money does not change the counts', () => {
  const t = makeCapture(100, 0);
  const { entry, disputed } = resolveDispute(t, { id: newId(now), amount: 40, held: 40 }, 'won', rates, now);
  expect([entry?.fee, disputed]).toEqual([{ flat: 0, rate: 0 }, undefined]);
});

test('a lost dispute costs the amount in the merchant’s currency and the dispute fee', () => {
  const t = makeCapture(10000, 0, 'JPY');
  const { entry, line } = resolveDispute(
    t,
    { id: newId(now), amount: 10000, held: 10000 },
    'lost',
    rates,
    now,
  );
  // JPY 10000 is EUR 54.69; the fee is EUR 20.00
  expect(entry).toMatchObject({ kind: 'dispute', balance: -5469 - 2000, fee: { flat: 2000, rate: 0 } });
  expect(line).toMatchObject({
    kind: 'dispute',
    fee: 2000,
    balance: -7469,
    exchange: { from: 'JPY', to: 'EUR' },
  });
});
