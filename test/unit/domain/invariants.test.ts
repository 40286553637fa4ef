import fc from 'fast-check';
import { amountHeldBy } from '#domain/disputes/dispute.ts';
import { openDispute, resolveDispute } from '#domain/disputes/test-dispute.ts';
import { newId } from '#domain/id.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';
import { Refused } from '#domain/outcome.ts';
import { type Amounts, applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import {
  acceptMovement,
  completeMovement,
  openMovement,
  releaseHold,
} from '#domain/transactions/open-movement.ts';
import { heldBy } from '#domain/transactions/operation.ts';
import { capture, increment, refund, voidPending } from '#domain/transactions/test-movements.ts';
import { type Movement, openTransaction, type Transaction } from '#domain/transactions/transaction.ts';
import { someMerchant } from './some-merchant.ts';

const now = Date.now();

const merchant = someMerchant();

const authorized = (amount: number, error?: 7): Transaction =>
  openTransaction(merchant, {
    id: newId(now),
    currency: 'EUR',
    amount,
    descriptor: 'Shop',
    card: { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } },
    recurring: false,
    error,
  });

const moves = { increment, capture, refund, void: voidPending };

/** Applies the steps. Skips refused movements, and the end of a dispute if none is open. */
function run(transaction: Transaction, steps: readonly (readonly [string, number])[]): Transaction[] {
  const states = [transaction];
  const disputes: { id: string; amount: number; held: number }[] = [];
  for (const [kind, amount] of steps) {
    const state = states.at(-1) as Transaction;
    if (kind === 'dispute') {
      const held = amountHeldBy(state, amount);
      disputes.push({ id: newId(now), amount, held });
      states.push(applyMovement(state, openDispute(state, { amount, held, funds: amount })));
    } else if (kind === 'won' || kind === 'lost') {
      const dispute = disputes.shift();
      if (dispute) states.push(applyMovement(state, resolveDispute(state, dispute, kind, rates, now)));
    } else
      try {
        const move = moves[kind as keyof typeof moves];
        states.push(applyMovement(state, move(state, { amount }, rates, now)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
  }
  return states;
}

test('the invariants of a transaction hold after any sequence of movements and disputes', () => {
  const kind = fc.constantFrom('increment', 'capture', 'refund', 'void', 'dispute', 'won', 'lost');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.array(fc.tuple(kind, fc.integer({ min: 1, max: 500 })), { maxLength: 30 }),
      (amount, steps) => {
        for (const state of run(authorized(amount), steps)) expect(brokenInvariants(state)).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
  expect(brokenInvariants(authorized(100, 7))).toEqual([]);
});

test('movements that are accepted and then made or declined, in any order, never exceed what is held or captured', () => {
  const step = fc.record({
    kind: fc.constantFrom('increment', 'capture', 'refund', 'void'),
    amount: fc.integer({ min: 1, max: 400 }),
    answer: fc.constantFrom('approved', 'declined', 'accepted'),
    later: fc.option(fc.record({ nth: fc.nat(5), isMade: fc.boolean() })),
  });
  const first = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(first, fc.boolean(), fc.array(step, { maxLength: 30 }), (amount, manyCaptures, steps) => {
      const payment = { reference: 'pi_1', manyCaptures, increments: true, acquirer: 'stripe' } as const;
      let state: Transaction = { ...authorized(amount), acquirer: payment };
      const apply = (movement: Movement) => {
        state = applyMovement(state, movement);
        expect(brokenInvariants(state)).toEqual([]);
        expect(state.refundedAmount + heldBy(state, 'refund') + state.refundableAmount).toBe(
          state.capturedAmount,
        );
      };
      for (const { kind, amount, answer, later } of steps) {
        const id = newId(now);
        const open = { id, kind, amount };
        try {
          apply(openMovement(state, kind, { amount }, id));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          continue;
        }
        if (answer === 'declined') apply(releaseHold(open));
        else if (answer === 'accepted') apply(acceptMovement({ ...open, until: now + 1000 }));
        else apply(completeMovement(state, open, {}, now));
        const waiting = later && state.accepted?.[later.nth];
        if (waiting) apply(later.isMade ? completeMovement(state, waiting, {}, now) : releaseHold(waiting));
      }
      for (const waiting of state.accepted ?? []) apply(releaseHold(waiting));
      expect(state.accepted).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

const half = { pendingAmount: 0, capturedAmount: 500, voidedAmount: 500, refundableAmount: 500 };

test.each<[string, Partial<Amounts>]>([
  ['more captured than pending', { pendingAmount: 500, capturedAmount: 600, refundableAmount: 600 }],
  ['an amount that is missing from every state', { ...half, voidedAmount: 499 }],
  ['a negative amount', { pendingAmount: -1, capturedAmount: 1001, refundableAmount: 1001 }],
  ['a fraction of a minor unit', { pendingAmount: 999.5, capturedAmount: 0.5, refundableAmount: 0.5 }],
  ['NaN', { ...half, disputedAmount: Number.NaN }],
  ['more refunded than captured', { ...half, refundedAmount: 501, refundableAmount: 0 }],
  ['a refundable amount that ignores a refund', { ...half, refundedAmount: 1 }],
  ['a refundable amount that is too low without a dispute', { ...half, refundableAmount: 499 }],
])('brokenInvariants reports %s', (_, amounts) => {
  expect(brokenInvariants({ ...authorized(1000), ...half })).toEqual([]);
  expect(brokenInvariants({ ...authorized(1000), ...amounts })).not.toEqual([]);
});

test('brokenInvariants reports a declined transaction with a pending amount', () => {
  expect(brokenInvariants({ ...authorized(1000, 7), pendingAmount: 1000 })).not.toEqual([]);
});
