import fc from 'fast-check';
import { idTime, newId } from '#domain/id.ts';
import { imbalanceOf, postingsOf } from '#domain/ledger/postings.ts';
import { Refused } from '#domain/outcome.ts';
import { applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import {
  completeMovement,
  openMovement,
  releaseHold,
  returnedRefund,
} from '#domain/transactions/open-movement.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { entriesOf, type TrailEntry } from '#domain/transactions/transaction.ts';
import { waitingEntry, withFigures } from '#domain/transactions/waiting-entry.ts';
import { same } from '../../same.ts';
import { liveAuthorization } from '../live-authorization.ts';

const now = Date.now();

let entries = 0;
const figuresOf = (net: number, fee = 0): AcquirerFigures => ({
  reference: `txn_${++entries}`,
  currency: 'EUR',
  net,
  fee,
});

const step = fc.record({
  kind: fc.constantFrom('increment', 'capture', 'refund', 'void'),
  amount: fc.integer({ min: 1, max: 120 }),
  answer: fc.constantFrom('approved', 'declined', 'returned'),
});

test('the amounts add up after every step of any sequence of operations and answers of the acquirer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.boolean(), fc.array(step, { maxLength: 12 }), run),
    { numRuns: 2000 },
  );

  function run(
    begun: number,
    manyCaptures: boolean,
    steps: { kind: string; amount: number; answer: string }[],
  ) {
    let state = liveAuthorization(begun, manyCaptures);
    const trail: TrailEntry[] = [];
    const sum = (kind: TrailEntry['kind']) =>
      trail.filter((entry) => entry.kind === kind).reduce((total, entry) => total + entry.amount, 0);
    for (const { kind, amount, answer } of steps) {
      const before = state;
      try {
        const opened = openMovement(state, kind as 'capture', { amount }, newId(now));
        state = applyMovement(state, opened);
        same(brokenInvariants(state), []);
        // A held amount cannot be requested again.
        const { operation } = state;
        if (!operation) throw new Error('nothing is open');
        const movement =
          answer === 'declined'
            ? releaseHold(operation)
            : completeMovement(
                state,
                operation,
                { figures: figuresOf(kind === 'refund' ? -amount : amount) },
                now,
              );
        state = applyMovement(state, movement);
        trail.push(...entriesOf(movement));
        if (answer === 'declined') same(state, { ...before, operation: undefined });
        if (answer === 'returned' && kind === 'refund') {
          const returned = returnedRefund(state, amount, figuresOf(amount), now);
          state = applyMovement(state, returned);
          trail.push(...entriesOf(returned));
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        same(state === before, true);
      }
      same(brokenInvariants(state), []);
      same(state.operation, undefined);
      same(
        [begun + sum('increment'), sum('capture'), sum('refund'), sum('void')],
        [state.amount, state.capturedAmount, state.refundedAmount, state.voidedAmount],
      );
      // If only one capture is allowed, the capture leaves nothing pending.
      if (!manyCaptures && state.capturedAmount > 0) same(state.pendingAmount, 0);
    }
  }
});

test('while a capture is open, an operation on more than the rest is refused', () => {
  const state = applyMovement(
    liveAuthorization(100, true),
    openMovement(liveAuthorization(100, true), 'capture', { amount: 60 }, 'a'),
  );
  expect(state).toMatchObject({ pendingAmount: 40, operation: { id: 'a', kind: 'capture', amount: 60 } });
  expect(() => openMovement(state, 'void', { amount: 41 }, 'b')).toThrow('EUR 0.40');
  expect(() => openMovement(state, 'refund', { amount: 1 }, 'b')).toThrow('EUR 0.00');
});

/** A completed capture with the acquirer's figures, by a merchant with this currency. */
function capturedBy(figures: AcquirerFigures, currency: string) {
  const begun = liveAuthorization(100, true, currency);
  const state = applyMovement(begun, openMovement(begun, 'capture', { amount: 60 }, 'a'));
  return completeMovement(state, { id: 'a', kind: 'capture', amount: 60 }, { figures }, now);
}

test('a line has the acquirer’s figures, and the rate if the acquirer exchanged the amount', () => {
  const figures = { reference: 'txn_9', currency: 'DKK', net: 440, fee: 7, rate: 7.45 };
  const { line, entry } = capturedBy(figures, 'DKK');
  expect(entry).toMatchObject({ amount: 60, balance: 440, fee: { flat: 7, rate: 0 } });
  expect(line).toMatchObject({
    balance: 440,
    fee: 7,
    acquirer: { reference: 'txn_9', rate: 7.45, currency: 'DKK' },
  });
});

test('an amount kept in another currency is described in the line and leaves the merchant’s balance alone', () => {
  const { line, entry } = capturedBy({ reference: 'txn_9', currency: 'EUR', net: 58, fee: 2 }, 'DKK');
  expect(entry).toMatchObject({ amount: 60, balance: 0, fee: { flat: 0, rate: 0 } });
  expect(line).toMatchObject({
    balance: 0,
    fee: 0,
    amount: { currency: 'EUR', amount: 60 },
    description: 'Kept in EUR: EUR 0.58, with a fee of EUR 0.02',
    kept: { currency: 'EUR', net: 58, fee: 2 },
    acquirer: { reference: 'txn_9' },
  });
});

test('a capture without figures changes the amounts immediately, and gets its line when the figures arrive', () => {
  const before = { ...liveAuthorization(100, true), pendingAmount: 40 };
  const open = { id: newId(now), kind: 'capture', amount: 60 } as const;
  const { entry, line, change } = completeMovement(before, open, {}, now);
  expect({ line, change }).toEqual({
    line: undefined,
    change: { capturedAmount: 60, refundableAmount: 60 },
  });
  expect(entry).toMatchObject({ amount: 60, balance: 0, fee: { flat: 0, rate: 0 }, figuresOf: open.id });
  const waiting = waitingEntry([entry], open.id, false);
  expect(waitingEntry([entry], open.id, true)).toBeUndefined();
  if (!waiting) throw new Error('No entry waits');
  const later = now + 3 * 24 * 60 * 60 * 1000;
  const known = withFigures(before, waiting, figuresOf(58, 2), later);
  expect(known.entry).toEqual({
    ...{ id: entry.id, kind: 'capture', amount: 60, descriptor: undefined },
    ...{ balance: 58, fee: { flat: 2, rate: 0 }, lineId: known.line.id },
  });
  expect(known.line).toMatchObject({ kind: 'capture', balance: 58, fee: 2, transactionId: before.id });
  // The line belongs to the day of its arrival, as sums of past days must not change.
  expect(idTime(known.line.id)).toBe(later);
  expect(imbalanceOf(postingsOf(known.line, 'EUR'))).toEqual({});
});
