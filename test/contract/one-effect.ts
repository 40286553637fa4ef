import fc from 'fast-check';
import type { MovementOrder } from '../../functions/core/acquirer/acquirer.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { type Failure, failures } from './between.ts';
import { type Contract, requireApproval } from './contract.ts';
import type { Step } from './world.ts';

const all: readonly Failure[] = [...failures, 'conflict', 'throttled', 'failed', 'denied', 'forbidden'];

/** The outcomes of a call that meets a failure. The acquirer refuses the key before anything else. */
const statesAfter = (how: Failure): string[] =>
  how === 'denied' || how === 'forbidden' ? ['approved', 'forbidden', 'unknown'] : ['approved', 'unknown'];

/** Each call has one effect and one outcome, whichever requests and answers are lost, and however often it is repeated. */
export function oneEffect(c: Contract): void {
  const once = all.map((how) => [how, 1] as const);
  /** A failure that lasts. One step shows it for all steps, because each step repeats its requests in the same way. */
  const lasting = all.map((how) => [how, 99] as const);
  /** The failures that differ in their effect, or in what the acquirer does later. Captures and authorizations meet the others. */
  const effects = once.filter(([how]) => /^(reset|lost|failed after|failed|denied)$/.test(how));
  const { kinds, cards } = c.facts;

  /** Makes a call whose requests fail in this way. */
  async function failing<T extends { state: string }>(
    how: Failure,
    rule: { step: Step; times: number },
    call: () => Promise<T>,
  ): Promise<void> {
    const ends = [c.hurry(), c.between.fail(how, rule)];
    const { state } = await call();
    for (const end of ends) end();
    expect([rule.step, statesAfter(how)]).toEqual([rule.step, expect.arrayContaining([state])]);
  }

  describe('one effect', () => {
    test.each([...once, ...lasting])(
      'an authorization whose requests fail (%s, %d times) reserves money once',
      async (how, times) => {
        for (const step of times === 1
          ? (['prepare', 'authorize', 'find'] as const)
          : (['authorize'] as const)) {
          c.renew();
          const asked = c.order();
          await failing(how, { step, times }, () => c.authorize(asked));
          const outcome = requireApproval(await c.resolveAuthorization(asked));
          expect([await c.findAuthorization(asked), await c.authorize(asked)]).toEqual([outcome, outcome]);
          expect(c.books()).toMatchObject({ payments: 1, held: 1000, captured: 0, entries: [] });
        }
      },
    );

    describe.each(kinds)('%s', (kind) => {
      test.each(kind === 'capture' ? [...once, ...lasting] : effects)(
        'a movement whose requests fail (%s, %d times) moves money once',
        async (how, times) => {
          const wanted = await c.movable(kind);
          const before = c.books();
          await failing(how, { step: kind, times }, () => c.world.acquirer.move(wanted));
          const outcome = requireApproval(await c.resolve(wanted));
          expect(await c.world.acquirer.find(wanted)).toEqual(outcome);
          // An acquirer may repeat its own failure for this attempt, though the money has moved.
          const again = await c.world.acquirer.move(wanted);
          if (again.state !== 'unknown') expect(again).toEqual(outcome);
          expect(c.books()).toMatchObject(after(before, wanted));
        },
      );
    });

    test('an outcome that is looked up is unknown while the look fails, whatever the failure', async () => {
      const wanted = await Promise.all(kinds.map((kind) => c.movable(kind)));
      for (const how of all) {
        const ends = [c.hurry(), c.between.fail(how, { step: 'find', times: 99 })];
        const found = await Promise.all(wanted.map((one) => c.world.acquirer.find(one)));
        for (const end of ends) end();
        expect([how, ...found.map(({ state }) => state)]).toEqual([how, ...kinds.map(() => 'unknown')]);
      }
    });

    test('a movement that is repeated after the acquirer has forgotten its request is not made again', async () => {
      for (const kind of kinds) {
        const wanted = { ...(await c.movable(kind)), id: newId(Date.now() - 25 * 60 * 60 * 1000) };
        requireApproval(await c.world.acquirer.move(wanted));
        const books = c.books();
        c.world.ahead(25 * 60 * 60 * 1000);
        const again = await c.world.acquirer.move(wanted);
        c.world.ahead(0);
        expect([kind, again.state, c.books()]).toEqual([kind, 'approved', books]);
      }
    });

    test('copies of a call that arrive at the same time get the same outcome, and have one effect', async () => {
      const asked = c.order();
      c.between.hold('copy'.length);
      const [outcome, ...others] = await Promise.all([...'copy'].map(() => c.authorize(asked)));
      if (!outcome) throw new Error('No outcome');
      const { payment } = requireApproval(outcome);
      expect(others).toEqual([outcome, outcome, outcome]);
      for (const kind of kinds.filter((kind) => kind === 'capture' || kind === 'refund')) {
        const wanted = c.movement(kind, payment, 400);
        c.between.hold('copy'.length);
        const copies = [...'copy'].map(() => c.world.acquirer.move(wanted));
        const [moved, ...again] = await Promise.all(copies);
        expect([moved?.state, again]).toEqual(['approved', [moved, moved, moved]]);
      }
      expect(c.books()).toMatchObject({ payments: 1, captured: 400, refunded: 400, entries: { length: 2 } });
    });

    const fault = fc.record({
      how: fc.constantFrom(...all),
      after: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    });
    /** Up to two failures, one after the other. */
    const faults = fc.array(fault, { maxLength: 2 });
    const step = fc.record({
      kind: fc.constantFrom(...kinds.filter((kind) => kind !== 'increment'), 'capture' as const),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      faults,
    });

    test.each([cards.good, ...(cards.once ? [cards.once] : [])])(
      'under any failures, the outcomes of a payment with %s equal what the acquirer has done, once',
      async (number) => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
            c.renew();
            const payment = await c.paid({}, number);
            const sums = { held: 1000, captured: 0, refunded: 0 };
            const entries: { reference: string; net: number }[] = [];
            for (const { kind, share, faults } of steps) {
              const amount = Math.ceil(
                (kind === 'refund' ? sums.captured - sums.refunded : sums.held) * share,
              );
              const isAll = amount === sums.held;
              const final = kind !== 'refund' && (isAll || !payment.manyCaptures);
              const untouched = isAll && sums.captured === 0 && sums.held === 1000;
              const known = entries.map(({ reference }) => reference);
              const wanted = c.movement(kind, payment, amount, { final, untouched, entries: known });
              if (amount === 0 || c.world.acquirer.refusalOf(wanted)) continue;
              const ends = [c.hurry(), ...faults.map(({ how, ...options }) => c.between.fail(how, options))];
              const first = await c.world.acquirer.move(wanted);
              for (const end of ends) end();
              // A request whose key is refused has had no effect.
              if (first.state === 'forbidden') {
                expect(faults.some(({ how }) => how === 'denied' || how === 'forbidden')).toBe(true);
                continue;
              }
              const { figures } = requireApproval(
                first.state === 'approved' ? first : await c.resolve(wanted),
              );
              if (figures) entries.push({ reference: figures.reference, net: figures.net });
              if (kind === 'refund') sums.refunded += amount;
              else sums.held -= amount;
              if (kind === 'capture') sums.captured += amount;
              if (kind === 'capture' && !payment.manyCaptures) sums.held = 0;
            }
            const { held, entries: booked, ...books } = c.books();
            expect(books).toEqual({ payments: 1, captured: sums.captured, refunded: sums.refunded });
            expect(booked).toHaveLength(entries.length);
            expect(booked).toEqual(expect.arrayContaining(entries));
            // A part that is voided is released with the last capture or void.
            if (sums.held === 0) expect(held).toBe(0);
            else expect(held).toBeGreaterThanOrEqual(sums.held);
          }),
          { numRuns: 15 },
        );
      },
    );
  });
}

/** The books after a movement that was made once. */
function after(before: ReturnType<Contract['books']>, { kind, amount }: MovementOrder) {
  const { held, captured, refunded, entries } = before;
  const count = { length: entries.length + 1 };
  if (kind === 'refund') return { captured, refunded: refunded + amount, entries: count };
  if (kind === 'capture') return { captured: captured + amount, held: held - amount, entries: count };
  return { captured, refunded, held: kind === 'increment' ? held + amount : 0, entries };
}
