import fc from 'fast-check';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import { changeDispute, type RecordedDispute } from '#domain/disputes/live-dispute.ts';
import { newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import { applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import {
  adoptCaptureFailure,
  adoptIncrement,
  adoptMovement,
  adoptReturn,
  adoptReversed,
} from '#domain/transactions/dashboard-movements.ts';
import { openMovement } from '#domain/transactions/open-movement.ts';
import {
  entriesOf,
  type Movement,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { liveAuthorization } from '../live-authorization.ts';

const now = Date.UTC(2026, 10, 23);

const figures = (net: number) => ({ reference: `txn_${net}`, currency: 'EUR', net, fee: 0 });

/** Each status for each of two disputes. */
const disputed = ['open', 'won', 'lost'].flatMap((status) => [`${status} 1`, `${status} 2`]);

const step = fc.record({
  kind: fc.constantFrom(
    'capture',
    'refund',
    'return',
    'failure',
    'reversed capture',
    'reversed refund',
    'open',
    ...disputed,
  ),
  amount: fc.integer({ min: 1, max: 120 }),
});

test('the amounts add up and equal those of the trail after any adopted movements, disputes and operations', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.boolean(), fc.array(step, { maxLength: 12 }), run),
    { numRuns: 1000 },
  );

  function run(amount: number, manyCaptures: boolean, steps: { kind: string; amount: number }[]): void {
    let state = liveAuthorization(amount, manyCaptures);
    const trail: TrailEntry[] = [];
    const disputes = new Map<string, RecordedDispute>();
    for (const { kind, amount } of steps) {
      const before = state;
      try {
        const movement = disputed.includes(kind)
          ? disputeOf(disputes, state, kind, amount)
          : movementOf(state, kind, amount);
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

  function disputeOf(known: Map<string, RecordedDispute>, state: Transaction, kind: string, amount: number) {
    const [status = '', which = ''] = kind.split(' ');
    const before = known.get(which);
    const to = { id: before?.id ?? newId(now), amount, status: status as DisputeStatus };
    const { dispute, movement } = changeDispute(state, before, to, now);
    known.set(which, dispute);
    return movement;
  }

  function movementOf(state: Transaction, kind: string, amount: number) {
    if (kind === 'capture') return adoptMovement(state, kind, amount, figures(amount), now);
    if (kind === 'refund') return adoptMovement(state, kind, amount, figures(-amount), now);
    if (kind === 'return') return adoptReturn(state, amount, figures(amount), now);
    if (kind === 'failure') return adoptCaptureFailure(state, amount, figures(-amount), now);
    if (kind === 'reversed capture' || kind === 'reversed refund')
      return adoptReversed(
        state,
        kind === 'reversed capture' ? 'capture' : 'refund',
        amount,
        figures(amount),
        figures(-amount),
        now,
      );
    if (state.operation) return { change: {} };
    return openMovement(state, 'refund', { amount }, newId(now));
  }
});

test('an adopted capture releases the rest if the payment allows only one capture', () => {
  const { entry, release, line } = adoptMovement(
    liveAuthorization(100, false),
    'capture',
    60,
    figures(55),
    now,
  );
  expect([entry, release]).toMatchObject([
    { kind: 'capture', amount: 60, balance: 55 },
    { kind: 'void', amount: 40 },
  ]);
  expect(line).toMatchObject({ id: entry?.id, kind: 'capture', acquirer: { reference: 'txn_55' } });
});

test('a refund from the dashboard counts even during a dispute, and the rest is refundable after a won dispute', () => {
  const captured = applyMovement(
    liveAuthorization(100, true),
    adoptMovement(liveAuthorization(100, true), 'capture', 100, figures(100), now),
  );
  const id = newId(now);
  const opened = changeDispute(captured, undefined, { id, amount: 90, status: 'open' }, now);
  let state = applyMovement(captured, opened.movement);
  state = applyMovement(state, adoptMovement(state, 'refund', 30, figures(-30), now));
  expect(state).toMatchObject({ refundedAmount: 30, refundableAmount: 0, disputedAmount: 90 });
  expect(() => adoptMovement(state, 'refund', 71, figures(-71), now)).toThrow(Refused);
  const won = changeDispute(state, opened.dispute, { id, amount: 90, status: 'won' }, now);
  expect(applyMovement(state, won.movement)).toMatchObject({ refundableAmount: 70, disputedAmount: 0 });
});

test('a movement from the dashboard needs its amount at the write, and the open operation of the read', () => {
  const authorized = liveAuthorization(100, true);
  const capture = adoptMovement(authorized, 'capture', 100, figures(100), now);
  const captured = applyMovement(authorized, capture);
  const refund = adoptMovement(captured, 'refund', 40, figures(-40), now);
  const refunded = applyMovement(captured, refund);
  const dispute = { id: newId(now), amount: 90, status: 'open' as const };
  const disputed = applyMovement(captured, changeDispute(captured, undefined, dispute, now).movement);
  const held = adoptMovement(disputed, 'refund', 30, figures(-30), now);
  const increment = adoptIncrement(5, now);
  const guards: [Movement, Movement['guard']][] = [
    [capture, { field: 'pendingAmount', atLeast: 100 }],
    [refund, { field: 'refundableAmount', atLeast: 40 }],
    // The dispute leaves 10 refundable, and holds the other 20.
    [held, { field: 'refundableAmount', atLeast: 10 }],
    [adoptReturn(refunded, 40, figures(40), now), { field: 'refundedAmount', atLeast: 40 }],
    [adoptCaptureFailure(captured, 60, figures(-60), now), { field: 'refundableAmount', atLeast: 60 }],
    [adoptReversed(captured, 'refund', 5, figures(-5), figures(5), now), undefined],
    [increment, undefined],
  ];
  for (const [movement, guard] of guards) expect([movement.guard, movement.alone]).toEqual([guard, true]);
  expect(increment).toMatchObject({
    entry: { kind: 'increment', amount: 5 },
    change: { amount: 5, pendingAmount: 5 },
  });
});

test('each of the two entries of a reversed movement has its own figures', () => {
  const state = liveAuthorization(100, true);
  const gone = { ...figures(58), fee: 2 };
  const back = { ...figures(-60), fee: 0 };
  const { entry, line, reversal, change } = adoptReversed(state, 'capture', 60, gone, back, now);
  expect([entry, reversal?.entry]).toMatchObject([
    { kind: 'capture', amount: 60, balance: 58, fee: { flat: 2 } },
    { kind: 'capture', amount: -60, balance: -60, fee: { flat: 0 } },
  ]);
  expect([line, reversal?.line]).toMatchObject([
    { id: entry?.id, acquirer: { reference: 'txn_58' }, balance: 58 },
    { id: reversal?.entry?.id, acquirer: { reference: 'txn_-60' }, balance: -60 },
  ]);
  expect(change).toEqual({});
});

test('an adopted movement of more than is pending, captured or refunded is refused', () => {
  const state = liveAuthorization(100, true);
  expect(() => adoptMovement(state, 'capture', 101, figures(101), now)).toThrow(Refused);
  expect(() => adoptMovement(state, 'refund', 1, figures(-1), now)).toThrow(Refused);
  expect(() => adoptReturn(state, 1, figures(1), now)).toThrow(Refused);
  expect(() => adoptCaptureFailure(state, 1, figures(-1), now)).toThrow(Refused);
});

describe('a capture that fails after it was approved', () => {
  const captured = (): Transaction => {
    const state = liveAuthorization(100, true);
    return applyMovement(state, adoptMovement(state, 'capture', 60, figures(58), now));
  };

  test('a capture that fails later becomes a negative movement and a line with the acquirer’s figures, and its amount is pending again', () => {
    const movement = adoptCaptureFailure(captured(), 60, figures(-60), now);
    expect(movement.entry).toMatchObject({ kind: 'capture', amount: -60, balance: -60 });
    expect(movement.line).toMatchObject({
      id: movement.entry?.id,
      kind: 'capture',
      amount: { currency: 'EUR', amount: -60 },
      balance: -60,
    });
    expect(applyMovement(captured(), movement)).toMatchObject({
      pendingAmount: 100,
      capturedAmount: 0,
      refundableAmount: 0,
    });
  });

  test('a capture that fails later is refused while a part of it is refunded, and booked once that refund is returned', () => {
    const state = captured();
    const refunded = applyMovement(state, adoptMovement(state, 'refund', 10, figures(-10), now));
    expect(() => adoptCaptureFailure(refunded, 60, figures(-60), now)).toThrow('EUR 0.50');
    const returned = applyMovement(refunded, adoptReturn(refunded, 10, figures(10), now));
    expect(adoptCaptureFailure(returned, 60, figures(-60), now).change).toMatchObject({
      capturedAmount: -60,
    });
  });
});
