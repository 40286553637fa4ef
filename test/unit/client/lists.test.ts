import { createClient } from '../../../packages/florin/src/index.ts';
import { json, type Server, startServer } from './server.ts';

const idOf = (n: number) => n.toString(16).padStart(24, '0');
const items = Array.from({ length: 10 }, (_, n) => ({ id: idOf(n + 1) }));
const numbersOf = (list: readonly { id: string }[]) => list.map(({ id }) => Number.parseInt(id, 16));

/** A server of lists by the wire contract, section 1, whose pages have at most three items whatever the limit. */
async function start() {
  const server = await startServer((response, { url }) => {
    const { searchParams } = new URL(url, 'http://x');
    const [before, after] = [searchParams.get('before'), searchParams.get('after')];
    const found = items.filter(({ id }) => (!before || id < before) && (!after || id > after));
    const ordered = after && !before ? found : found.reverse();
    json(response, 200, ordered.slice(0, Math.min(3, Number(searchParams.get('limit')))));
  });
  return { server, florin: createClient({ baseUrl: server.url, key: 'k', retries: 0 }) };
}

let server: Server;
afterEach(() => server.stop());

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

test.each([
  ['newest first', {}, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['before an item', { before: idOf(4) }, [3, 2, 1]],
  ['after an item, oldest first', { after: idOf(2) }, [3, 4, 5, 6, 7, 8, 9, 10]],
  ['between two items, newest first', { after: idOf(2), before: idOf(9) }, [8, 7, 6, 5, 4, 3]],
  ['with empty cursors', { after: '', before: '' }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['that is empty', { before: idOf(1) }, []],
])('a list has each item once, even if pages end early: %s', async (_, query, expected) => {
  let florin: ReturnType<typeof createClient>;
  ({ server, florin } = await start());
  expect(numbersOf(await all(florin.lines.list(idOf(0), query)))).toEqual(expected);
});

test('a list can be read by a single page, by all pages, and by all items', async () => {
  let florin: ReturnType<typeof createClient>;
  ({ server, florin } = await start());
  const list = florin.lines.list(idOf(0), { limit: 2 });
  expect(server.seen).toEqual([]);
  expect(numbersOf(await list.page())).toEqual([10, 9]);
  const pages = await all(list.pages());
  expect(pages.map(numbersOf)).toEqual([
    [10, 9],
    [8, 7],
    [6, 5],
    [4, 3],
    [2, 1],
  ]);
  // A list can be read again from its beginning.
  expect((await all(list)).length).toBe(10);
});

test('a list goes on after a page that has searched much and found nothing, from the id in Florin-Next', async () => {
  server = await startServer((response, { url }) => {
    const before = new URL(url, 'http://x').searchParams.get('before');
    // The first page finds nothing, the second one finds an item before it stops, the third one is the end.
    if (!before) json(response, 200, [], { 'florin-next': idOf(7) });
    else if (before === idOf(7)) json(response, 200, [{ id: idOf(6) }], { 'florin-next': idOf(4) });
    else json(response, 200, before === idOf(4) ? [{ id: idOf(2) }] : []);
  });
  const florin = createClient({ baseUrl: server.url, key: 'k', retries: 0 });
  const list = florin.deliveries.list(idOf(0), idOf(1), { filter: { status: 'failed' } });
  expect(numbersOf(await all(list))).toEqual([6, 2]);
  expect((await all(list.pages())).map(numbersOf)).toEqual([[6], [2]]);
  expect(numbersOf(await list.toArray({ limit: 1 }))).toEqual([6]);
});

test('leaving a loop ends the requests', async () => {
  let florin: ReturnType<typeof createClient>;
  ({ server, florin } = await start());
  for await (const { id } of florin.lines.list(idOf(0))) if (id === idOf(9)) break;
  expect(server.seen).toHaveLength(1);
});

test('filters, dates and booleans are sent as Florin reads them', async () => {
  let florin: ReturnType<typeof createClient>;
  ({ server, florin } = await start());
  const filter = { from: new Date(0), successful: false, pending: undefined };
  await florin.transactions.list(idOf(0), { limit: 5, filter }).page();
  await florin.disputes.list({ filter: { merchantId: idOf(0) } }).page();
  await florin.transactions.list(idOf(0), { filter: { pending: true } }).page();
  expect(server.seen.map(({ url }) => decodeURIComponent(url))).toEqual([
    `/merchants/${idOf(0)}/transactions?limit=5&filter[from]=1970-01-01T00:00:00.000Z&filter[successful]=no`,
    `/disputes?limit=100&filter[merchantId]=${idOf(0)}`,
    `/merchants/${idOf(0)}/transactions?limit=100&filter[pending]=yes`,
  ]);
});

test('a server whose pages do not advance cannot keep the client busy', async () => {
  server = await startServer((response) => json(response, 200, [{ id: idOf(5) }]));
  const florin = createClient({ baseUrl: server.url, key: 'k', retries: 0 });
  await expect(all(florin.lines.list(idOf(0)))).rejects.toMatchObject({ code: 'MALFORMED' });
  expect(server.seen).toHaveLength(2);
});

test('toArray fetches as many pages as its bound needs, and needs a bound', async () => {
  let florin: ReturnType<typeof createClient>;
  ({ server, florin } = await start());
  const list = florin.lines.list(idOf(0));
  expect(numbersOf(await list.toArray({ limit: 4 }))).toEqual([10, 9, 8, 7]);
  expect(server.seen).toHaveLength(2);
  expect(numbersOf(await list.toArray({ limit: 1000 }))).toHaveLength(10);
  for (const limit of [0, -1, 1.5, Number.NaN, undefined])
    await expect(list.toArray({ limit: limit as number })).rejects.toThrow('limit must be an integer');
});
