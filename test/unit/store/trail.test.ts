import { newId } from '../../../functions/core/domain/id.ts';
import type { TrailEntry, Transaction } from '../../../functions/core/domain/transactions/transaction.ts';
import type { Key } from '../../../functions/core/store/table/keys.ts';
import type { TrailPart, TrailState } from '../../../functions/core/store/transactions/trail.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';

let trail: typeof import('../../../functions/core/store/transactions/trail.ts');
beforeAll(async () => {
  process.env.TABLE_NAME = 'table';
  trail = await import('../../../functions/core/store/transactions/trail.ts');
});

type Stored = Transaction & TrailState;

const entry = (over: Partial<TrailEntry>): TrailEntry => ({
  ...{ id: newId(), kind: 'void', amount: 7, balance: 0, fee: { flat: 0, rate: 0 }, descriptor: undefined },
  ...{ dispute: undefined, ...over },
});

/** One entry of each kind, with all that an entry can have. */
const entries = ({ funding: { flat } }: Transaction): TrailEntry[] => [
  entry({ kind: 'increment', amount: 900 }),
  entry({
    kind: 'capture',
    amount: 500,
    balance: 470,
    fee: { flat: flat.amount, rate: 5 },
    descriptor: 'Own',
  }),
  entry({ kind: 'capture', amount: 500, balance: 500, fee: { flat: 0, rate: 0 }, lineId: newId() }),
  entry({ kind: 'capture', figuresOf: newId(), fee: { flat: 1, rate: 0 } }),
  ...(['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const).map((reason) =>
    entry({ kind: 'refund', amount: 100, balance: -100, reason, reference: `of ${reason}` }),
  ),
  entry({ kind: 'refund', balance: -9, fee: { flat: 2, rate: 0 } }),
  entry({ kind: 'void' }),
  ...(['won', 'lost', 'withdrawn', 'reinstated'] as const).map((step) =>
    entry({ kind: 'dispute', balance: -100, dispute: { id: newId(), step } }),
  ),
];

const begun = (): Stored => ({ ...somePayment(someMerchant()), entries: 0, trailSize: 0 });

/** Appends the entries one at a time, and returns the transaction with the parts as the table has them. */
function append(to: Stored, all: readonly TrailEntry[]) {
  const parts: TrailPart[] = [];
  let stored = to;
  for (const one of all) {
    const { state, writes } = trail.appendToTrail(stored, [one]);
    for (const { item } of writes) {
      const { Key, ExpressionAttributeValues: values = {} } = item.Update ?? {};
      const { pk, sk } = Key as unknown as Key;
      const known = parts.find((part) => part.sk === sk);
      const moved = values[':tail'] as TrailPart['entries'];
      if (known) known.entries.push(...moved);
      else parts.push({ pk, sk, first: values[':first'] as number, entries: [...moved] });
    }
    stored = { ...stored, ...state };
  }
  return { stored, parts };
}

test('a part stays below a kilobyte, also with references of letters of three bytes', () => {
  const reference = '订'.repeat(97);
  const all = Array.from({ length: 40 }, () =>
    entry({ kind: 'refund', amount: 100, balance: -100, reference }),
  );
  const { stored, parts } = append(begun(), all);
  const textsOf = (entries: TrailPart['entries'] = []) =>
    entries.reduce((sum, { k = '' }) => sum + Buffer.byteLength(k), 0);
  for (const some of [stored.tail, ...parts.map(({ entries }) => entries)])
    expect(textsOf(some)).toBeLessThan(1000);
  expect(parts.length).toBeGreaterThan(10);
});

test('a trail is read as it was written, in order, whatever its entries have', () => {
  const transaction = begun();
  const all = Array.from({ length: 12 }, () => entries(transaction)).flat();
  const { stored, parts } = append(transaction, all);
  expect(parts.length).toBeGreaterThan(3);
  expect(trail.readTrail([...parts].reverse(), stored)).toEqual(all);
  expect(trail.newestEntries(stored, 1)).toEqual(all.slice(-1));
  expect(trail.newestEntries(stored, 0)).toEqual([]);
});

test('an entry is stored under the short names that earlier releases have written', () => {
  const transaction = begun();
  const names = entries(transaction).map((one) => {
    const { tail = [] } = trail.appendToTrail(transaction, [one]).state;
    const fields = Object.entries(tail[0] ?? {}).filter(([, value]) => value !== undefined);
    return fields.map(([name, value]) => (name === 'q' ? `q:${value}` : name)).join(' ');
  });
  expect(names).toEqual([
    ...['i a', 'i c b s d', 'i c b f y', 'i c f p'],
    ...['i r b q:c k', 'i r b q:d k', 'i r b q:f k', 'i r b q:o k', 'i r b f', 'i v'],
    ...['i w x b', 'i l x b', 'i o x b', 'i n x b'],
  ]);
});

test('a trail is read without the entries that were written later, and not at all if a part is missing', () => {
  const transaction = begun();
  const all = Array.from({ length: 6 }, () => entries(transaction)).flat();
  const early = append(transaction, all.slice(0, 40));
  const { parts } = append(transaction, all);
  expect(trail.readTrail(parts, early.stored)).toEqual(all.slice(0, 40));
  for (const missing of early.parts)
    expect(
      trail.readTrail(
        early.parts.filter((part) => part !== missing),
        early.stored,
      ),
    ).toBeUndefined();
});

test('an entry that waits for its figures is found by its id, in the tail or in a part', async () => {
  const transaction = begun();
  const waiting = entry({ kind: 'capture', figuresOf: newId() });
  const all = [waiting, ...entries(transaction), ...entries(transaction)];
  const [early, late] = [append(transaction, all.slice(0, 1)), append(transaction, all)];
  expect([early, late].map(({ stored }) => trail.hasWaiting(stored))).toEqual([true, false]);
  const placeIn = ({ stored, parts }: typeof early, id = waiting.id) =>
    trail.placeOf(stored, id, async () => parts);
  expect(await placeIn(early)).toEqual({ index: 0 });
  expect(await placeIn(late)).toEqual({ sk: 'trail#0000', index: 0 });
  expect(await placeIn(late, all.at(-1)?.id)).toEqual({ index: (late.stored.tail?.length ?? 0) - 1 });
  expect(await placeIn(late, newId())).toBeUndefined();
});
