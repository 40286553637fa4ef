import fc from 'fast-check';
import { mergeFound, mergeReaders } from '../../../functions/console/client/lists/merged-lists.ts';
import type { Reader } from '../../../functions/console/client/lists/reader.ts';
import { Refusal } from '../../../functions/console/client/requests/api.ts';

interface Entry {
  id: string;
}

/** Lists without common entries, the newest first, each cut into parts that may be empty. */
const lists = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 100, max: 999 })), fc.array(fc.nat(2)), fc.array(fc.nat(3)))
  .map(([numbers, owners, sizes]) => {
    const all: Entry[] = numbers.sort((a, b) => b - a).map((number) => ({ id: String(number) }));
    const parts = [0, 1, 2].map((owner) => {
      const rest = all.filter((_, n) => (owners[n] ?? 0) === owner);
      return [...sizes.map((size) => rest.splice(0, size)), rest];
    });
    return { all, parts };
  });

/** Reads the parts, and fails at each reading whose number is in `failing`. */
function readerOf(parts: readonly Entry[][], failing: readonly number[]): Reader<Entry> {
  let [readings, place] = [0, 0];
  return {
    next: async () => {
      if (failing.includes(readings++)) throw new Error('Failed');
      return parts[place++];
    },
  };
}

async function readAll(reader: Reader<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (;;) {
    const part = await reader.next(new AbortController().signal).catch(() => []);
    if (!part) return all;
    all.push(...part);
  }
}

test('merged lists have each entry once, the newest first, whatever the parts and the failures', async () => {
  const run = fc.asyncProperty(lists, fc.array(fc.nat(5)), async ({ all, parts }, failing) => {
    const sources = parts.map((one, n) => ({ name: String(n), reader: readerOf(one, failing) }));
    expect(await readAll(mergeReaders(sources))).toEqual(all);
  });
  await fc.assert(run);
});

test('a list that may no longer be read ends, and is named', async () => {
  const lost: Reader<Entry> = {
    next: async () => {
      throw new Refusal(403, { error: 'FORBIDDEN' });
    },
  };
  const reader = mergeReaders([
    { name: 'Lost', reader: lost },
    { name: 'Kept', reader: readerOf([[{ id: '1' }]], []) },
  ]);
  expect(await readAll(reader)).toEqual([{ id: '1' }]);
  expect(reader.missing?.()).toEqual(['Lost']);
});

test.each([400, 401, 409, 429])('a list that fails with %i is not left out', async (status) => {
  const failing: Reader<Entry> = {
    next: async () => {
      throw new Refusal(status, {});
    },
  };
  const reader = mergeReaders([
    { name: 'Failing', reader: failing },
    { name: 'Kept', reader: readerOf([[{ id: '1' }]], []) },
  ]);
  await expect(reader.next(new AbortController().signal)).rejects.toMatchObject({ status });
  expect(reader.missing?.()).toEqual([]);
});

const ids = (...names: string[]) => names.map((id) => ({ id }));

test('a merged page ends where the first of its searches has stopped, as older payments may be missing', () => {
  const parts = [
    { items: ids('9', '5'), next: undefined, searchedUntil: null },
    { items: ids('8'), next: '6', searchedUntil: 'then' },
  ];
  expect(mergeFound(parts, undefined)).toMatchObject({
    items: ids('9', '8'),
    older: { before: '6' },
    searchedUntil: 'then',
  });
  expect(mergeFound(parts, undefined, 1)).toMatchObject({
    items: ids('9'),
    older: { before: '9' },
    searchedUntil: null,
  });
});

test('pages of searches have each payment once, whatever the searches have found so far', async () => {
  await fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      ({ all, parts }, limit, length) => {
        const found: Entry[] = [];
        let before: string | undefined;
        for (let reads = 0; reads <= all.length; reads++) {
          const answers = parts.map((part) => {
            const rest = part.flat().filter(({ id }) => before === undefined || id < before);
            const items = rest.slice(0, limit);
            return { items, next: rest.length > limit ? items.at(-1)?.id : undefined, searchedUntil: null };
          });
          const { items, older } = mergeFound(answers, before, length);
          found.push(...items);
          if (!older) break;
          before = older.before;
        }
        expect(found).toEqual(all);
      },
    ),
  );
});
