import fc from 'fast-check';
import type { MovementOrder, MovementOutcome } from '../../functions/core/acquirer/acquirer.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { endBy } from '../../functions/core/aws/deadline.ts';
import { authorize, card, findAuthorization, movement, order } from './orders.ts';
import type { Failure, Rule } from './stand-in/faults.ts';
import type { StandIn } from './stand-in/start.ts';
import { connectedStandIn } from './use-stand-in.ts';

let standIn: StandIn;

beforeEach(async () => {
  standIn = await connectedStandIn();
});
afterEach(async () => {
  jest.restoreAllMocks();
  endBy(Number.POSITIVE_INFINITY);
  await standIn.close();
});

/** The time that the adapter keeps for the work after a request, in milliseconds. */
const reserve = 4_000;

/**
 * The requests of a call have 20 s, which a busy machine does not exceed. If one of them hangs, they have 400 ms. In both
 * cases a later search finds an outcome that is unknown then.
 */
const soon = (faults: readonly Rule[] = []) =>
  endBy(Date.now() + reserve + (faults.some(({ how }) => how.startsWith('hang')) ? 400 : 20_000));

/** Makes the stand-in fail in these ways, one after the other. @returns a function that ends the failures */
function failBy(rules: readonly Rule[]): () => void {
  const ends = rules.map((rule) => standIn.fail(rule));
  return () => {
    for (const end of ends) end();
  };
}

const how = fc.constantFrom<Failure>(
  'reset',
  'lost',
  'hang',
  'hang-after',
  '500',
  '500-after',
  'throttled',
  'denied',
);
const fault = fc.record({ how, after: fc.nat(2), times: fc.integer({ min: 1, max: 4 }) });
/** Up to two failures, one after the other. */
const faults = fc.array(fault, { maxLength: 2 });
const step = fc.record({
  kind: fc.constantFrom<MovementOrder['kind']>('capture', 'capture', 'refund', 'void'),
  share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  faults,
});

/** Resolves a movement as a worker does: looks for its outcome, and repeats the movement if it never arrived. */
async function resolve(wanted: MovementOrder, outcome: MovementOutcome): Promise<MovementOutcome> {
  let last = outcome;
  for (let attempts = 1; last.state === 'unknown' || last.state === 'absent'; attempts++) {
    soon();
    last = await stripe.find(wanted);
    if (last.state === 'absent') last = await stripe.move({ ...wanted, attempts });
    if (attempts > 5) throw new Error(JSON.stringify(last));
  }
  return last;
}

test.each(['4242424242424242', '4000008400000076'])(
  'under any failures, the outcomes of a payment with %s equal what the acquirer has done, once',
  async (number) => {
    let accounts = 0;
    await fc.assert(
      fc.asyncProperty(faults, fc.array(step, { maxLength: 5 }), async (first, steps) => {
        const account = `acct_${number}_${++accounts}`;
        const asked = order({ account });
        const end = failBy(first);
        soon(first);
        let authorized = await authorize(asked, card(number));
        end();
        for (let attempts = 1; authorized.state !== 'approved'; attempts++) {
          // A rejected API key is a definite outcome for a first request.
          if (authorized.state === 'declined') break;
          soon();
          authorized = await findAuthorization(asked);
          if (authorized.state === 'absent') authorized = await authorize(asked, card(number));
          if (attempts > 5) throw new Error(JSON.stringify(authorized));
        }
        expect(standIn.books(account).authorized.EUR ?? 0).toBe(authorized.state === 'approved' ? 1000 : 0);
        if (authorized.state !== 'approved') {
          expect(first.map(({ how }) => how)).toContain('denied');
          return;
        }

        const { payment } = authorized;
        const sums = { pending: 1000, captured: 0, refunded: 0, balance: 0 };
        const entries: string[] = [];
        for (const { kind, share, faults } of steps) {
          const most = kind === 'refund' ? sums.captured - sums.refunded : sums.pending;
          const amount = Math.ceil(most * share);
          if (amount === 0) continue;
          const all = amount === sums.pending;
          const final = kind !== 'refund' && (all || !payment.manyCaptures);
          const untouched = all && sums.captured === 0 && sums.pending === 1000;
          const wanted = movement(kind, payment, amount, {
            account,
            final,
            untouched,
            entries: [...entries],
          });
          if (stripe.refusalOf(wanted)) continue;
          const end = failBy(faults);
          soon(faults);
          const outcome = await stripe.move(wanted);
          end();
          const became = await resolve(wanted, outcome);
          // A request with a rejected API key has no effect on the sums.
          if (became.state !== 'approved') {
            expect(faults.map(({ how }) => how)).toContain('denied');
            continue;
          }
          if (became.figures) {
            expect(entries).not.toContain(became.figures.reference);
            entries.push(became.figures.reference);
            sums.balance += became.figures.net;
          }
          if (kind === 'refund') sums.refunded += amount;
          else sums.pending -= amount;
          if (kind === 'capture') sums.captured += amount;
          if (kind === 'capture' && !payment.manyCaptures) sums.pending = 0;
        }
        const books = standIn.books(account);
        expect(books.captured.EUR).toBe(sums.captured);
        expect(books.refunded.EUR ?? 0).toBe(sums.refunded);
        expect(books.balance).toBe(sums.balance);
        expect(books.entries).toHaveLength(entries.length);
        if (sums.pending === 0) expect(books.capturable.EUR).toBe(0);
        else expect(books.capturable.EUR).toBeGreaterThanOrEqual(sums.pending);
      }),
      { numRuns: 60 },
    );
  },
  300_000,
);

test.each(['reset', 'lost', '500-after'] as const)(
  'a rejected API key leaves the outcome of an earlier attempt (%s) unknown',
  async (how) => {
    const paid = await authorize(order(), card());
    if (paid.state !== 'approved') throw new Error(paid.state);
    const capture = movement('capture', paid.payment, 400);
    for (const ask of [() => authorize(order(), card()), () => stripe.move(capture)]) {
      const end = failBy([{ how }, { how: 'denied', times: 99 }]);
      soon();
      expect((await ask()).state).toBe('unknown');
      end();
    }
    expect((await resolve(capture, { state: 'unknown', cause: '' })).state).toBe('approved');
  },
);
