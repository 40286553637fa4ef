import fc from 'fast-check';
import type { MovementOrder } from '../../functions/core/acquirer/acquirer.ts';
import { minute } from '../../functions/core/basics/time.ts';
import type { Method } from '../../functions/core/domain/methods/method.ts';
import { Refused } from '../../functions/core/domain/outcome.ts';
import type { Contract } from './contract.ts';
import type { withCore } from './core.ts';
import { customers, paymentBy } from './methods.ts';
import type { CustomerAnswer } from './world.ts';

/** In milliseconds. After this time Florin sends a movement again that the acquirer has ended with a failure of its own. */
const recovered = 6 * minute;

/**
 * Florin's use cases and the acquirer agree about a payment by a method, whatever its customer does, whichever answers are
 * lost, and whenever its events arrive.
 */
export function methodEvents(c: Contract, core: ReturnType<typeof withCore>, rows: readonly Method[]): void {
  const answerOf = async (payment: Awaited<ReturnType<typeof core.byMethod>>, given: CustomerAnswer) =>
    c.world.answerCustomer?.(c.account, (await payment.reference()) ?? '', given) ?? false;

  test.each(rows)(
    'events alone tell Florin the answer of a customer by $name who never comes back',
    async (row) => {
      for (const leaves of [false, true])
        for (const answers of customers.filter(({ length }) => length === (leaves ? 2 : length))) {
          const { order, instrument, sums } = paymentBy(c, row);
          const payment = await core.byMethod(row, order, instrument);
          expect(await payment.pay()).toBe('open');
          for (const [index, given] of answers.entries()) {
            // The provider still decides when the customer gives the payment up.
            if (leaves && index === 1) expect(await payment.pay(true)).toBe('open');
            expect(await answerOf(payment, given)).toBe(true);
          }
          await payment.hear(await payment.events());
          const last = answers.at(-1) ?? 'wait';
          expect(await payment.isStored()).toBe(last !== 'wait');
          if (last === 'wait') continue;
          const isPaid = last === 'approve' && !leaves;
          const [capturedAmount, pendingAmount] = isPaid ? [sums.captured, sums.held] : [0, 0];
          const { held, captured, refunded, entries } = c.books();
          expect([held, captured - refunded]).toEqual([pendingAmount, capturedAmount]);
          const lines = isPaid ? entries.map(({ net }) => net) : [];
          expect(await payment.show()).toMatchObject({ isPaid, capturedAmount, pendingAmount, lines });
        }
    },
  );

  const lost = fc.array(
    fc.record({
      how: fc.constantFrom('reset', 'lost', 'failed', 'failed after'),
      after: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 1 },
  );
  const act = fc.record({
    kind: fc.constantFrom<MovementOrder['kind'][]>('capture', 'refund', 'void', 'increment'),
    isPart: fc.boolean(),
    met: lost,
  });
  const life = fc.record({
    row: fc.constantFrom(...rows),
    answers: fc.constantFrom(...customers),
    /** The customer leaves Florin's page before this answer of theirs; never if they give fewer answers. */
    leaves: fc.integer({ min: 0, max: 6 }),
    met: fc.record({ pays: lost, leaves: lost }),
    acts: fc.array(act, { maxLength: 3 }),
    /** Whether events arrive, or the worker comes, after a step. */
    between: fc.array(fc.constantFrom('nothing', 'events', 'worker', 'page'), { minLength: 8, maxLength: 8 }),
    places: fc.array(fc.nat(999), { minLength: 20, maxLength: 20 }),
  });

  test('Florin books a payment by any method as the acquirer, in whichever order everything happens', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ row, answers, leaves, met, acts, between, places }) => {
        const { order, instrument, amount } = paymentBy(c, row);
        const payment = await core.byMethod(row, order, instrument);
        const under = async <T>(faults: typeof met.pays, call: () => Promise<T>): Promise<T> => {
          const ends = [c.hurry(), ...faults.map(({ how, ...rule }) => c.between.fail(how, rule))];
          return call().finally(() => ends.map((end) => end()));
        };
        /** Each event arrives twice, in any order. */
        const hear = async () => {
          const events = await payment.events();
          const copies = [...events, ...events].map((event, index) => [places[index] ?? 0, event] as const);
          await payment.hear(copies.sort(([one], [other]) => one - other).map(([, event]) => event));
        };
        let step = 0;
        const meanwhile = async () => {
          const what = between[step++];
          // The queue keeps an event that cannot be applied yet.
          if (what === 'events') await hear().catch(() => undefined);
          if (what === 'worker') await payment.finish();
          if (what === 'page') await payment.pay();
        };

        await under(met.pays, () => payment.pay());
        await meanwhile();
        await payment.pay();
        let isLeft = false;
        for (const [index, given] of answers.entries()) {
          if (index === leaves) {
            isLeft = true;
            await under(met.leaves, () => payment.pay(true));
          }
          await answerOf(payment, given);
          await meanwhile();
        }
        await payment.pay();
        await payment.finish();
        if (!isLeft && answers.at(-1) === 'approve')
          expect(await payment.show()).toMatchObject({ isPaid: true });

        for (const { kind, isPart, met } of (await payment.isStored()) ? acts : []) {
          const { isPaid, pendingAmount, capturedAmount, refundedAmount } = await payment.show();
          if (!isPaid) break;
          const left = kind === 'refund' ? capturedAmount - refundedAmount : pendingAmount;
          const sum = isPart || left === 0 ? Math.ceil(left / 2) || 1 : left;
          const mayPart = { capture: row.partialCapture, refund: row.partialRefund }[kind as string];
          const isAllowed = kind !== 'increment' && left > 0 && (sum === left || mayPart === true);
          const before = c.between.seen.length;
          const made = under(met, () => payment.move(kind, sum));
          if (isAllowed) await made.catch(() => undefined);
          else {
            await expect(made).rejects.toThrow(Refused);
            expect(c.between.seen.slice(before)).toEqual([]);
          }
          await payment.finish(recovered);
          await meanwhile();
        }

        // A payment that nobody has answered is given up, though its provider approves it afterwards.
        if (!(await payment.isStored())) {
          await payment.pay(true);
          await answerOf(payment, 'approve');
          await payment.finish();
        }
        await hear();
        await payment.finish(recovered);
        const shown = await payment.show();
        const { captured, refunded, held, payments, entries } = c.books();
        expect(payments).toBeLessThan(2);
        expect(shown).toMatchObject({ amount, onTheWay: 0, operation: undefined, cases: [] });
        const nets = entries.map(({ net }) => net).sort((a, b) => a - b);
        if (shown.isPaid)
          expect(shown).toMatchObject({
            ...{ capturedAmount: captured, refundedAmount: refunded, pendingAmount: held },
            lines: nets,
          });
        else expect([held, captured - refunded, shown.lines]).toEqual([0, 0, []]);
        // The lines of a payment that was given up after its money had moved are written by night.
        expect(await payment.reconcile()).toEqual([]);
        expect(await payment.show()).toEqual({ ...shown, lines: nets });
        if (shown.isPaid) expect(await payment.pay()).toBe('approved');
      }),
      { numRuns: 20 },
    );
  });
}
