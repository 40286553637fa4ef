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
/** In days: the age of a payment that is refunded, if its method has no last day. */
const decades = 20_000;
const moves = { increment, capture, refund, void: voidPending };
type Kind = keyof typeof moves;

afterEach(() => jest.restoreAllMocks());

/** Any rules that a row could have, beside those that the rows have. */
const rules: fc.Arbitrary<MovementRules> = fc.oneof(
  fc.constantFrom(...methods),
  fc.record({
    partialCapture: fc.boolean(),
    refundDays: fc.oneof(fc.constantFrom(0, undefined), fc.integer({ min: 1, max: 400 })),
    partialRefund: fc.boolean(),
  }),
);

/** A request: its kind, its amount, and its distance from the end of the last day for refunds, in milliseconds. */
const step = fc.record({
  kind: fc.constantFrom<Kind | 'return'>('increment', 'capture', 'refund', 'void', 'return'),
  amount: fc.oneof(fc.integer({ min: 1, max: authorized }), fc.constantFrom('rest', 'rest + 1')),
  after: fc.constantFrom(-2 * day, -1, 0, 1, day),
});

/** A request as it is sent. `time`: after the payment, in milliseconds. */
interface Step {
  kind: Kind | 'return';
  amount: number;
  time: number;
}

interface Booked {
  transaction: Transaction;
  entries: TrailEntry[];
  lines: Line[];
  /** The requests with the transaction before each, and whether the movement was made. */
  asked: (Step & { before: Transaction; made: boolean })[];
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
function partsOf(live: boolean, transaction: Transaction, { kind, amount, time }: Step): Movement[] {
  const now = made + time;
  if (kind === 'return') return [adoptReturn(transaction, amount, figures(`r${now}`, amount), now)];
  if (!live) return [moves[kind](transaction, { amount }, rates, now)];
  const opened = openMovement(transaction, kind, { amount }, newId(now));
  const held = applyMovement(transaction, opened);
  const net = kind === 'refund' ? -amount : amount;
  return [opened, completeMovement(held, opened.operation.opens, { figures: figures('f', net) }, now)];
}

/** The largest amount that a movement of this kind can have. */
const restOf = ({ pendingAmount, refundableAmount, refundedAmount }: Transaction, kind: Step['kind']) =>
  ({
    increment: 0,
    capture: pendingAmount,
    void: pendingAmount,
    refund: refundableAmount,
    return: refundedAmount,
  })[kind];

function run(
  given: MovementRules,
  live: boolean,
  steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
): Booked {
  const booked: Booked = { transaction: paymentBy(given, live), entries: [], lines: [], asked: [] };
  for (const { kind, amount: part, after } of steps) {
    const before = booked.transaction;
    const rest = restOf(before, kind);
    const amount = typeof part === 'number' ? part : Math.max(1, part === 'rest' ? rest : rest + 1);
    const request = { kind, amount, time: Math.max(0, (given.refundDays ?? decades) * day + after) };
    const asked = { ...request, before, made: false };
    booked.asked.push(asked);
    jest.spyOn(Date, 'now').mockReturnValue(made + request.time);
    try {
      for (const each of partsOf(live, before, request)) {
        booked.transaction = applyMovement(booked.transaction, each);
        booked.entries.push(...entriesOf(each));
        booked.lines.push(...linesOf(each));
      }
      asked.made = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return booked;
}

/** Whether the rules allow a movement. */
function isAllowed(
  { kind, amount, time, before }: Booked['asked'][number],
  { partialCapture, refundDays, partialRefund }: MovementRules,
): boolean {
  const rest = restOf(before, kind);
  const isWhole = amount === rest;
  if (amount > rest || kind === 'return') return amount <= rest;
  if (kind !== 'refund') return isWhole || (kind === 'capture' && partialCapture);
  const isInTime = refundDays === undefined || (refundDays > 0 && time <= refundDays * day);
  return isInTime && (isWhole || partialRefund);
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

  test('a payment is captured, released, refunded and raised exactly as its row allows', () =>
    property(({ asked }, given) => {
      for (const each of asked) expect({ ...each, made: isAllowed(each, given) }).toEqual(each);
    }));

  test('a payment is captured once', () =>
    property(({ transaction, entries }) => {
      const captures = entries.filter(({ kind }) => kind === 'capture');
      expect(captures.length).toBeLessThanOrEqual(1);
      if (captures.length > 0) expect(transaction.pendingAmount).toBe(0);
    }));
});

test.each([
  [0, 0, 'returns no money'],
  [2, 2 * day + 1, 'returns money within 2 days'],
])('a refund of a method with %d days says after %d ms that it %s', (refundDays, time, message) => {
  const method = usedMethod({ ...methods[0], refundDays } as (typeof methods)[number]);
  const paid = { ...paymentBy(method, false), pendingAmount: 0, capturedAmount: 9, refundableAmount: 9 };
  jest.spyOn(Date, 'now').mockReturnValue(made + time);
  expect(() => refund(paid, { amount: 1 }, rates, made + time)).toThrow(message);
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
