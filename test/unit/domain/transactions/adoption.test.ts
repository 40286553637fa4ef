import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import { adoptMovement, adoptReturn } from '#domain/transactions/adoption.ts';
import { applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import { openMovement } from '#domain/transactions/open-movement.ts';
import {
  entriesOf,
  openTransaction,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.UTC(2026, 10, 23);

const authorized = (amount: number, manyCaptures: boolean): Transaction =>
  openTransaction(someMerchant({ test: false }), {
    id: newId(now),
    currency: 'EUR',
    amount,
    descriptor: 'Shop',
    card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
    recurring: false,
    acquirer: { acquirer: 'stripe', reference: 'pi_1', manyCaptures },
  });

const figures = (net: number) => ({ reference: `txn_${net}`, currency: 'EUR', net, fee: 0 });

const step = fc.record({
  kind: fc.constantFrom('capture', 'refund', 'return', 'open'),
  amount: fc.integer({ min: 1, max: 120 }),
});

test('whatever is adopted while whatever operation is open, the amounts add up, and are those of the trail', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.boolean(), fc.array(step, { maxLength: 12 }), run),
    { numRuns: 1000 },
  );

  function run(amount: number, manyCaptures: boolean, steps: { kind: string; amount: number }[]): void {
    let state = authorized(amount, manyCaptures);
    const trail: TrailEntry[] = [];
    for (const { kind, amount } of steps) {
      const before = state;
      try {
        const movement = movementOf(state, kind, amount);
        state = applyMovement(state, movement);
        trail.push(...entriesOf(movement));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        expect(state).toBe(before);
      }
      expect(brokenInvariants(state)).toEqual([]);
      const sum = (kind: string) =>
        trail.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0);
      expect([sum('capture'), sum('refund'), sum('void')]).toEqual([
        state.capturedAmount,
        state.refundedAmount,
        state.voidedAmount,
      ]);
    }
  }

  function movementOf(state: Transaction, kind: string, amount: number) {
    if (kind === 'capture') return adoptMovement(state, kind, amount, figures(amount), now);
    if (kind === 'refund') return adoptMovement(state, kind, amount, figures(-amount), now);
    if (kind === 'return') return adoptReturn(state, amount, figures(amount), now);
    if (state.operation) return { change: {} };
    return openMovement(state, 'refund', { amount }, newId(now));
  }
});

test('a capture of a payment that takes one capture releases the rest', () => {
  const { entry, release, line } = adoptMovement(authorized(100, false), 'capture', 60, figures(55), now);
  expect([entry, release]).toMatchObject([
    { kind: 'capture', amount: 60, balance: 55 },
    { kind: 'void', amount: 40 },
  ]);
  expect(line).toMatchObject({ id: entry?.id, kind: 'capture', acquirer: { reference: 'txn_55' } });
});

test('more than is pending, captured or refunded is refused', () => {
  const state = authorized(100, true);
  expect(() => adoptMovement(state, 'capture', 101, figures(101), now)).toThrow(Refused);
  expect(() => adoptMovement(state, 'refund', 1, figures(-1), now)).toThrow(Refused);
  expect(() => adoptReturn(state, 1, figures(1), now)).toThrow(Refused);
});
