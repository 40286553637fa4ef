import fc from 'fast-check';
import { methods } from '#acquirer/simulated/methods.ts';
import { newId } from '#domain/id.ts';
import { type MovementRules, usedMethod } from '#domain/methods/method.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';
import { Refused } from '#domain/outcome.ts';
import { applyMovement, brokenInvariants } from '#domain/transactions/amounts.ts';
import { adoptReturn } from '#domain/transactions/dashboard-movements.ts';
import { completeMovement, openMovement } from '#domain/transactions/open-movement.ts';
import { capture, increment, refund, voidPending } from '#domain/transactions/test-movements.ts';
import {
  entriesOf,
  type Line,
  linesOf,
  type Movement,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { someMerchant } from '../some-merchant.ts';
import { somePayment } from '../some-payment.ts';

const day = 24 * 60 * 60 * 1000;
const made = Date.parse('2026-03-14T12:00:00.000Z');
const authorized = 1000;
const moves = { increment, capture, refund, void: voidPending };
type Kind = keyof typeof moves;

afterEach(() => jest.restoreAllMocks());

/** Any rules that a row could have, beside those that the rows have. */
const rules: fc.Arbitrary<MovementRules> = fc.oneof(
  fc.constantFrom(...methods),
  fc.record({
    partialCapture: fc.boolean(),
    refundDays: fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
    partialRefund: fc.boolean(),
  }),
);

/** A request: its kind, its amount, and the days after the payment. */
const step = fc.record({
  kind: fc.constantFrom<Kind | 'return'>('increment', 'capture', 'refund', 'void', 'return'),
  amount: fc.oneof(fc.integer({ min: 1, max: 1200 }), fc.constant(authorized)),
  days: fc.integer({ min: 0, max: 401 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Booked {
  transaction: Transaction;
  entries: TrailEntry[];
  lines: Line[];
  /** The steps that were not refused, with the transaction before each. */
  done: (Step & { before: Transaction })[];
}

const paymentBy = (given: MovementRules, live: boolean): Transaction =>
  somePayment(someMerchant({ test: !live }), {
    id: newId(made),
    amount: authorized,
    card: undefined,
    method: usedMethod({ ...methods[0], ...given } as (typeof methods)[number]),
    acquirer: live ? { acquirer: 'stripe', reference: 'pi_1', manyCaptures: false } : undefined,
  });

const figures = (reference: string, net: number) => ({ reference, currency: 'EUR', net, fee: 0 });

/** The parts of a movement: one of test money, a request and an answer of real money. */
function partsOf(live: boolean, transaction: Transaction, { kind, amount, days }: Step): Movement[] {
  const now = made + days * day;
  if (kind === 'return') return [adoptReturn(transaction, amount, figures(`r${now}`, amount), now)];
  if (!live) return [moves[kind](transaction, { amount }, rates, now)];
  const opened = openMovement(transaction, kind, { amount }, newId(now));
  const held = applyMovement(transaction, opened);
  const net = kind === 'refund' ? -amount : amount;
  return [opened, completeMovement(held, opened.operation.opens, { figures: figures('f', net) }, now)];
}

function run(given: MovementRules, live: boolean, steps: readonly Step[]): Booked {
  const booked: Booked = { transaction: paymentBy(given, live), entries: [], lines: [], done: [] };
  for (const each of steps) {
    const before = booked.transaction;
    jest.spyOn(Date, 'now').mockReturnValue(made + each.days * day);
    try {
      for (const part of partsOf(live, before, each)) {
        booked.transaction = applyMovement(booked.transaction, part);
        booked.entries.push(...entriesOf(part));
        booked.lines.push(...linesOf(part));
      }
      booked.done.push({ ...each, before });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return booked;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe.each([
  ['test money', false],
  ['real money', true],
] as const)('a payment of %s by any method', (_, live) => {
  const property = (check: (booked: Booked, given: MovementRules) => void) =>
    fc.assert(
      fc.property(rules, fc.array(step, { maxLength: 25 }), (given, steps) =>
        check(run(given, live, steps), given),
      ),
    );

  test('a payment adds up after any movements, and never moves more than was authorized', () =>
    property(({ transaction, entries, lines }) => {
      expect(brokenInvariants(transaction)).toEqual([]);
      const { amount, pendingAmount, capturedAmount, voidedAmount, refundedAmount } = transaction;
      expect(amount).toBe(authorized);
      expect(pendingAmount + capturedAmount + voidedAmount).toBe(authorized);
      expect(refundedAmount).toBeGreaterThanOrEqual(0);
      expect(refundedAmount).toBeLessThanOrEqual(capturedAmount);
      const of = (kind: string) =>
        sum(entries.filter((each) => each.kind === kind).map((each) => each.amount));
      expect([of('capture'), of('refund'), of('void')]).toEqual([
        capturedAmount,
        refundedAmount,
        voidedAmount,
      ]);
      // The payment is in the merchant's currency, so lines and amounts are the same money.
      expect(sum(lines.map(({ balance, fee }) => balance + fee))).toBe(capturedAmount - refundedAmount);
    }));

  test('a payment is captured once, as a whole unless its row allows a part, and is never raised', () =>
    property(({ transaction, entries, done }, { partialCapture }) => {
      expect(done.filter(({ kind }) => kind === 'increment')).toEqual([]);
      const captures = entries.filter(({ kind }) => kind === 'capture');
      expect(captures.length).toBeLessThanOrEqual(1);
      if (captures.length === 0) return;
      expect(transaction.pendingAmount).toBe(0);
      if (!partialCapture) expect(captures[0]?.amount).toBe(authorized);
    }));

  test('a payment is released as a whole', () =>
    property(({ done }) => {
      for (const { kind, amount, before } of done)
        if (kind === 'void') expect(amount).toBe(before.pendingAmount);
    }));

  test('a payment is refunded only as its row allows: in its days, in parts or as a whole', () =>
    property(({ done }, { refundDays, partialRefund }) => {
      for (const { kind, amount, days, before } of done.filter((each) => each.kind === 'refund')) {
        expect([kind, refundDays === 0]).toEqual(['refund', false]);
        expect(days).toBeLessThanOrEqual(refundDays ?? days);
        if (!partialRefund) expect(amount).toBe(before.refundableAmount);
      }
    }));
});

const whole: Step = { kind: 'capture', amount: authorized, days: 0 };

/** Refunds a captured payment this many milliseconds after it was made. */
function refundAfter(refundDays: number | undefined, time: number): Movement {
  const { transaction } = run({ partialCapture: false, refundDays, partialRefund: true }, false, [whole]);
  jest.spyOn(Date, 'now').mockReturnValue(made + time);
  return refund(transaction, { amount: 1 }, rates, made + time);
}

test('a refund is made in the last millisecond of the last day, and refused in the next one', () => {
  expect(refundAfter(2, 2 * day).entry?.amount).toBe(1);
  expect(() => refundAfter(2, 2 * day + 1)).toThrow(/returns money within 2 days/);
});

test('a method without a last day returns money after a hundred years', () => {
  expect(refundAfter(undefined, 36_500 * day).entry?.amount).toBe(1);
});

test('a method without refunds returns nothing, even immediately', () => {
  expect(() => refundAfter(0, 0)).toThrow(/returns no money/);
});

test('a refused void of a part proposes a capture of a part only if the method has one', () => {
  const voidPart = (partialCapture: boolean) => () =>
    voidPending(
      paymentBy({ partialCapture, refundDays: 1, partialRefund: true }, false),
      { amount: 1 },
      rates,
      made,
    );
  expect(voidPart(true)).toThrow(/A capture of a part releases the rest/);
  expect(voidPart(false)).toThrow(/must be EUR 10\.00$/);
});
