import fc from 'fast-check';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import { bookDisputeFigures, changeDispute, type RecordedDispute } from '#domain/disputes/live-dispute.ts';
import { newId } from '#domain/id.ts';
import { applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import { adoptMovement } from '#domain/transactions/dashboard-movements.ts';
import { openTransaction, type Transaction } from '#domain/transactions/transaction.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.UTC(2026, 10, 23);
const statuses: DisputeStatus[] = ['inquiry', 'inquiry_closed', 'open', 'won', 'lost'];

test('after any sequence of statuses, only the last one decides the held and disputed amounts', () => {
  const step = fc.record({
    status: fc.constantFrom(...statuses),
    amount: fc.integer({ min: 1, max: 12_000 }),
  });
  const run = fc.property(
    fc.array(step, { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 0, max: 10_000 }),
    (steps, refundable) => {
      const start = makeCapture(refundable);
      const id = newId(now);
      let state = start;
      let known: RecordedDispute | undefined;
      for (const to of steps) {
        const { dispute, movement } = changeDispute(state, known, { id, ...to }, now);
        state = applyMovement(state, movement);
        if (brokenInvariants(state).length > 0) return false;
        known = dispute;
      }
      const { status, amount } = steps.at(-1) as (typeof steps)[number];
      const counts = status === 'open' || status === 'lost';
      const held = counts ? Math.min(amount, refundable) : 0;
      return (
        known?.held === held &&
        state.disputedAmount === (counts ? amount : 0) &&
        state.refundableAmount === refundable - held
      );
    },
  );
  fc.assert(run);
});

test('a dispute that is won frees only what a refund in the dashboard has left of the held money', () => {
  const start = makeCapture(400);
  const id = newId(now);
  const opened = changeDispute(start, undefined, { id, amount: 400, status: 'open' }, now);
  const disputed = applyMovement(start, opened.movement);
  const figures = { reference: 'txn_refund', currency: 'EUR', net: -300, fee: 0 };
  const refunded = applyMovement(disputed, adoptMovement(disputed, 'refund', 300, figures, now));
  const won = changeDispute(refunded, opened.dispute, { id, amount: 400, status: 'won' }, now);
  const after = applyMovement(refunded, won.movement);
  expect(brokenInvariants(after)).toEqual([]);
  expect(after).toMatchObject({ refundableAmount: 100, disputedAmount: 0, refundedAmount: 9_900 });
});

test('a dispute holds only what is still refundable, and each outcome is a trail entry without a cost', () => {
  const start = makeCapture(400);
  const id = newId(now);
  const { dispute, movement } = changeDispute(start, undefined, { id, amount: 500, status: 'open' }, now);
  expect([movement.entry, movement.guard]).toEqual([undefined, { field: 'refundableAmount', atLeast: 400 }]);
  for (const step of ['won', 'lost'] as const) {
    const ended = changeDispute(
      applyMovement(start, movement),
      dispute,
      { id, amount: 500, status: step },
      now,
    );
    expect(ended.movement.entry).toMatchObject({
      ...{ kind: 'dispute', amount: 500, balance: 0, fee: { flat: 0, rate: 0 }, dispute: { id, step } },
    });
    expect(ended.movement.guard).toEqual({ field: 'refundableAmount', atLeast: 0 });
  }
  const closed = changeDispute(start, undefined, { id, amount: 500, status: 'inquiry_closed' }, now);
  expect(closed.movement.entry).toBeUndefined();
});

test.each([
  ['the withdrawal with its fee', { net: -11_500, fee: 1500 }, 10_000],
  ['a full reinstatement', { net: 10_000, fee: 0 }, 10_000],
  ['a partial reinstatement', { net: 3000, fee: 0 }, 3000],
  ['a reinstatement of all but a cent', { net: 9_999, fee: 0 }, 9_999],
  ['a fee alone', { net: -1500, fee: 1500 }, 10_000],
  [
    'an exchanged full reinstatement, with a rounding difference',
    { currency: 'DKK', rate: 7.4601, net: 74_602, fee: 0 },
    10_000,
  ],
  ['an exchanged partial reinstatement', { currency: 'DKK', rate: 7.46, net: 22_380, fee: 0 }, 3000],
  [
    'an exchanged reinstatement of all but 20 cents, which is more than rounding',
    { currency: 'DKK', rate: 7.46, net: 74_451, fee: 0 },
    9980,
  ],
  [
    'a reinstatement exchanged to a currency without decimals',
    { currency: 'JPY', rate: 160, net: 4800, fee: 0 },
    3000,
  ],
])('the line of a dispute’s balance transaction has the amount that is moved: %s', (_, over, amount) => {
  const known = {
    id: newId(now),
    transactionId: newId(now),
    amount: 10_000,
    status: 'open',
    held: 0,
  } as const;
  const figures = { reference: 'txn_1', currency: 'EUR', ...over };
  const { movement } = bookDisputeFigures(makeCapture(10_000), known, figures, now);
  expect(movement.line.amount).toEqual({ currency: 'EUR', amount });
  expect(movement.entry?.amount).toBe(amount);
});

/** A captured transaction of EUR 100, of which `refundable` minor units can still be refunded. */
function makeCapture(refundable: number): Transaction {
  const card = { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } } as const;
  const made = {
    id: newId(now),
    currency: 'EUR',
    amount: 10_000,
    descriptor: 'Shop',
    card,
    recurring: false,
  };
  const refunded = 10_000 - refundable;
  const amounts = {
    pendingAmount: 0,
    capturedAmount: 10_000,
    refundedAmount: refunded,
    refundableAmount: refundable,
  };
  return { ...openTransaction(someMerchant({ test: false }), made), ...amounts };
}

test('a balance transaction of a dispute changes only the balance, by its net amount', () => {
  const figures = { reference: 'txn_1', currency: 'EUR', net: -5500, fee: 1500 };
  const transaction = makeCapture(10_000);
  const known = {
    id: newId(now),
    transactionId: transaction.id,
    amount: 4000,
    status: 'open',
    held: 0,
  } as const;
  const { dispute, movement } = bookDisputeFigures(transaction, known, figures, now);
  expect(movement.change).toEqual({});
  expect(movement.entry).toMatchObject({ balance: -5500, dispute: { step: 'withdrawn' } });
  expect(movement.line).toMatchObject({ kind: 'dispute', balance: -5500, fee: 1500 });
  const { movement: back } = bookDisputeFigures(transaction, dispute, { ...figures, net: 4000, fee: 0 }, now);
  expect(back.entry).toMatchObject({ balance: 4000, dispute: { step: 'reinstated' } });
});

test('money that a dispute takes from another pocket is withdrawn, and leaves the balance as it is', () => {
  const pocket = { name: 'refund_and_dispute_prefunding', net: -2500, fee: 0 };
  const figures = { reference: 'txn_1', currency: 'EUR', net: 0, fee: 0, pocket };
  const transaction = makeCapture(10_000);
  const known = {
    id: newId(now),
    transactionId: transaction.id,
    amount: 4000,
    status: 'open',
    held: 0,
  } as const;
  const { dispute, movement } = bookDisputeFigures(transaction, known, figures, now);
  expect(dispute.withdrawn).toEqual({ EUR: 2500 });
  expect(movement.entry).toMatchObject({ balance: 0, amount: 2500, dispute: { step: 'withdrawn' } });
  expect(movement.line).toMatchObject({ balance: 0, amount: { amount: 2500 }, pocket });
});

test('the disputed funds are the sum that the acquirer withdrew for open disputes, in any order of changes', () => {
  const step = fc.oneof(
    fc.record({ status: fc.constantFrom(...statuses) }),
    fc.record({ net: fc.integer({ min: -9000, max: 9000 }), currency: fc.constantFrom('EUR', 'USD') }),
  );
  const run = fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    const transaction = makeCapture(10_000);
    const id = newId(now);
    let { dispute } = changeDispute(transaction, undefined, { id, amount: 4000, status: 'inquiry' }, now);
    const taken: Record<string, number> = {};
    const counted: Record<string, number> = {};
    for (const each of steps) {
      let disputed: Readonly<Record<string, number>> | undefined;
      if ('status' in each) {
        const next = changeDispute(transaction, dispute, { id, amount: 4000, status: each.status }, now);
        ({ dispute } = next);
        ({ disputed } = next.movement);
      } else {
        const figures = { reference: 'txn', currency: each.currency, net: each.net, fee: 0 };
        const next = bookDisputeFigures(transaction, dispute, figures, now);
        ({ dispute } = next);
        ({ disputed } = next.movement);
        taken[each.currency] = (taken[each.currency] ?? 0) - each.net;
      }
      for (const [currency, by] of Object.entries(disputed ?? {}))
        counted[currency] = (counted[currency] ?? 0) + by;
      for (const currency of Object.keys(taken))
        expect(counted[currency] ?? 0).toBe(dispute.status === 'open' ? taken[currency] : 0);
    }
  });
  fc.assert(run);
});
