import fc from 'fast-check';
import { methods } from '#acquirer/simulated/methods.ts';
import { usedMethod } from '#domain/methods/method.ts';
import { bundledRates as rates } from '#domain/money/rates-snapshot.ts';
import { ReferenceUsed, Refused } from '#domain/outcome.ts';
import { amountsOf, applyMovement } from '#domain/transactions/amounts.ts';
import { earlierMovement } from '#domain/transactions/earlier-movement.ts';
import { completeMovement, openMovement } from '#domain/transactions/open-movement.ts';
import { capture, increment, refund, voidPending } from '#domain/transactions/test-movements.ts';
import { entriesOf, type TrailEntry, type Transaction } from '#domain/transactions/transaction.ts';
import { same } from '../../same.ts';
import { liveAuthorization } from '../live-authorization.ts';

const now = Date.now();
const moves = { increment, capture, refund, void: voidPending };
type Kind = keyof typeof moves;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('increment', 'capture', 'refund', 'void'),
    amount: fc.integer({ min: 1, max: 120 }),
  }),
  { maxLength: 12 },
);

/** A transaction after movements with the references `m 0`, `m 1`, … and the moment after each. */
function moved(begun: Transaction, wanted: { kind: Kind; amount: number }[]) {
  let transaction = begun;
  const trail: TrailEntry[] = [];
  const made: { kind: Kind; amount: number; reference: string; moment: object }[] = [];
  for (const { kind, amount } of wanted) {
    const reference = `m ${made.length}`;
    try {
      const movement = begun.test
        ? moves[kind](transaction, { amount, reference }, rates, now)
        : openMovement(transaction, kind, { amount, reference }, 'a');
      const during = applyMovement(transaction, movement);
      const done =
        'operation' in movement
          ? completeMovement(during, { id: 'a', kind, amount }, { reference }, now)
          : movement;
      transaction = done === movement ? during : applyMovement(during, done);
      trail.push(...entriesOf(done));
      made.push({
        kind,
        amount,
        reference,
        moment: { amounts: amountsOf(transaction), entries: trail.length },
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return { whole: { ...transaction, trail }, made };
}

test('a reference finds its movement, with the amounts right after it, whatever came later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(undefined, ...methods),
      steps,
      (begun, test, many, row, wanted) => {
        const live = liveAuthorization(begun, many && !row);
        const paid = { ...live, method: row && usedMethod(row) };
        const { whole, made } = moved(test ? { ...paid, test, acquirer: undefined } : paid, wanted);
        for (const { kind, moment, ...input } of made)
          same(earlierMovement(whole, kind, { ...input, currency: 'EUR' }), { moment });
        expect(earlierMovement(whole, 'capture', { amount: 1, reference: 'new' })).toBeUndefined();
        expect(earlierMovement(whole, 'capture', { amount: 1 })).toBeUndefined();
      },
    ),
    { numRuns: 1000 },
  );
});

test('another kind, amount or currency under a reference is refused by its name', () => {
  const { whole } = moved(liveAuthorization(100, true), [{ kind: 'capture', amount: 40 }]);
  for (const [kind, input] of [
    ['refund', { amount: 40 }],
    ['capture', { amount: 41 }],
    ['capture', { amount: 40, currency: 'USD' }],
  ] as const) {
    const again = () => earlierMovement(whole, kind, { ...input, reference: 'm 0' });
    expect(again).toThrow(ReferenceUsed);
    expect(again).toThrow('"m 0" belongs to a capture of EUR 0.40');
  }
});

test('a reference finds the movement that its acquirer has not answered, and amounts leave it out', () => {
  const { whole, made } = moved(liveAuthorization(100, true), [{ kind: 'capture', amount: 40 }]);
  for (const kind of ['capture', 'refund', 'void'] as const) {
    const open = openMovement(whole, kind, { amount: 30, reference: 'late' }, 'b');
    const during = { ...applyMovement(whole, open), trail: whole.trail };
    same(earlierMovement(during, kind, { amount: 30, reference: 'late' }), { open: open.operation.opens });
    same(earlierMovement(during, 'capture', { amount: 40, reference: 'm 0' }), { moment: made[0]?.moment });
  }
});

test('the money that came back under a reference leaves the reference with its movement', () => {
  const { whole, made } = moved(liveAuthorization(100, true), [{ kind: 'capture', amount: 40 }]);
  const failure = { ...(whole.trail[0] as TrailEntry), amount: -40, reference: undefined };
  const after = applyMovement(whole, {
    change: { pendingAmount: 40, capturedAmount: -40, refundableAmount: -40 },
  });
  const failed = { ...after, trail: [...whole.trail, failure] };
  same(earlierMovement(failed, 'capture', { amount: 40, reference: 'm 0' }), { moment: made[0]?.moment });
});
