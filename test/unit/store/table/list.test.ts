import type { Slice } from '../../../../functions/core/store/table/list.ts';
import { onOwnTable } from '../../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../../functions/core/store/table/due-items.ts')),
  ...(await import('../../../../functions/core/store/table/list.ts')),
  ...(await import('../../../../functions/core/store/table/read.ts')),
  ...(await import('../../../../functions/core/store/table/transact.ts')),
}));

const id = (n: number) => n.toString(16).padStart(24, '0');

/** Puts items with these ids into both kinds of lists, and a second part of each into the index. */
async function putLists(...ids: number[]) {
  await own.transact(
    ids.flatMap((n) => [
      { item: own.put({ pk: 'partition', sk: `kind#${id(n)}`, listPk: 'list', listSk: id(n) }) },
      { item: own.put({ pk: `of#${n}`, sk: 'details', listPk: 'list', listSk: `${id(n)}#details` }) },
    ]),
  );
  // The keys of these items are next to those of the list, which must show none of them.
  await own.transact([
    { item: own.put({ pk: 'partition', sk: 'kind' }) },
    { item: own.put({ pk: 'partition', sk: 'kine#0' }) },
  ]);
}

beforeAll(() => putLists(1, 2, 3, 4, 0x10));

const [one, two, three, four, ten] = [1, 2, 3, 4, 0x10].map(id) as [string, string, string, string, string];

test.each<[what: string, slice: Partial<Slice>, ids: string[]]>([
  ['all, the newest first', {}, [ten, four, three, two, one]],
  ['those before an id', { before: three }, [two, one]],
  ['those after an id, the oldest first', { after: three }, [four, ten]],
  ['those between two ids, the newest first', { before: four, after: one }, [three, two]],
  [
    'those before and after ids that do not exist',
    { before: id(0x0f), after: id(0) },
    [four, three, two, one],
  ],
  ['none between neighbours', { before: three, after: two }, []],
  ['none between an id and itself', { before: three, after: three }, []],
  ['none between ids in the wrong order', { before: two, after: three }, []],
  ['none before the first id', { before: id(0) }, []],
  ['those from an id on, including it', { from: three }, [ten, four, three]],
  ['those up to an id, without it', { to: three }, [two, one]],
  ['those of a range', { from: two, to: four }, [three, two]],
  ['those of a range, from a cursor on', { from: two, to: ten, before: four }, [three, two]],
  ['those of a range, the oldest first', { from: two, to: ten, after: two }, [three, four]],
  ['a range that begins behind the cursor', { from: four, after: one }, [four, ten]],
  ['a range that ends before the cursor', { to: two, before: four }, [one]],
])('a list has %s', async (_, slice, expected) => {
  for (const batch of [1, 2, 100]) {
    const index: unknown[] = [];
    for await (const { listSk } of own.listFrom({ pk: 'list', from: 'index' }, { limit: 9, ...slice }, batch))
      index.push(listSk);
    const isAscending = !own.isNewestFirst({ limit: 9, ...slice });
    const parts = expected.flatMap((each) =>
      isAscending ? [each, `${each}#details`] : [`${each}#details`, each],
    );
    expect(index).toEqual(parts);
    const table: unknown[] = [];
    const list = { pk: 'partition', prefix: 'kind#', from: 'table' } as const;
    for await (const { sk } of own.listFrom(list, { limit: 9, ...slice }, batch)) table.push(sk);
    expect(table).toEqual(expected.map((each) => `kind#${each}`));
  }
});

test('only as many pages are read as are needed', async () => {
  const asked = async (most: number) => {
    own.proxy.reset();
    const items = await own.firstOf(own.listFrom({ pk: 'list', from: 'index' }, { limit: 2 }), most);
    return [items.length, own.proxy.calls.length];
  };
  expect([await asked(1), await asked(2), await asked(3), await asked(10)]).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [10, 5],
  ]);
});

test('an item is not read any more at the second of its expiry', async () => {
  const expires = 2_000_000_000;
  const items = [expires, undefined].map((each, n) => ({ pk: 'expiring', sk: String(n), expires: each }));
  await own.transact(items.map((item) => ({ item: own.put(item) })));
  const now = jest.spyOn(Date, 'now');
  const read = async (time: number) => {
    now.mockReturnValue(time);
    const one = await own.get({ pk: 'expiring', sk: '0' });
    const all = await own.queryPartition('expiring');
    const some = await own.getAll(items.map(({ pk, sk }) => ({ pk, sk })));
    return [one !== undefined, all.length, some.length];
  };
  const [before, after] = [await read(expires * 1000 - 1), await read(expires * 1000)];
  now.mockRestore();
  expect([before, after]).toEqual([
    [true, 2, 2],
    [false, 1, 1],
  ]);
});

test('items become due after their time, up to a number of each list, the longest waiting first', async () => {
  const start = Date.parse('2026-03-13T12:00:00.000Z');
  const due = [3, 1, 2, 4].map((minutes) => start + minutes * 60_000);
  const lists = ['due#0', 'due#1'];
  await own.transact(
    lists.flatMap((listPk) =>
      due.map((time) => ({
        item: own.put({ pk: `${listPk}#${time}`, sk: 'due', listPk, listSk: own.dueAt(time, id(time)) }),
      })),
    ),
  );
  const minutesOf = async (now: number, ofEach: number) => {
    const items = await own.dueItems<{ listSk: string }>(lists, now, ofEach);
    return items.map(({ listSk }) => (Date.parse(listSk.slice(0, 24)) - start) / 60_000);
  };
  expect(await minutesOf(start + 60_000, 9)).toEqual([]);
  expect(await minutesOf(start + 60_001, 9)).toEqual([1, 1]);
  expect(await minutesOf(start + 200_000, 2)).toEqual([1, 2, 1, 2]);
  expect(await minutesOf(start + 300_000, 9)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});

test('each of several lists is asked for its share of the limit, and for some items more', () => {
  const slice = { limit: 10 };
  expect([1, 2, 4, 32].map((lists) => own.batchOf(slice, lists))).toEqual([10, 8, 5, 3]);
});

test('chunks have the given size, but for the last one', async () => {
  async function* of(count: number) {
    for (let n = 0; n < count; n++) yield n;
  }
  const sizes = async (count: number) => {
    const all: number[] = [];
    for await (const chunk of own.chunks(of(count), 2)) all.push(chunk.length);
    return all;
  };
  expect([await sizes(0), await sizes(1), await sizes(2), await sizes(5)]).toEqual([[], [1], [2], [2, 2, 1]]);
});

test('sorted lists are merged into one sorted list, ascending or descending', async () => {
  async function* of(...ids: string[]) {
    yield* ids;
  }
  const merged = async (lists: string[][], slice: object) => {
    const all: string[] = [];
    const generators = lists.map((ids) => of(...ids));
    for await (const id of own.merge(generators, (each) => each, { limit: 9, ...slice })) all.push(id);
    return all.join('');
  };
  expect(await merged([['e', 'b'], ['d', 'c', 'a'], []], {})).toBe('edcba');
  expect(await merged([['b', 'e'], ['a', 'c', 'd'], []], { after: '0' })).toBe('abcde');
});
