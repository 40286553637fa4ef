import fc from 'fast-check';
import { firstIdAt } from '#domain/id.ts';
import type { Reader } from '../../../functions/console/client/lists/reader.ts';
import {
  inSections,
  type Range,
  readWhole,
  timeOf,
} from '../../../functions/console/client/lists/whole-list.ts';
import { configure } from '../../../functions/console/client/requests/api.ts';

interface Entry {
  id: string;
}

const begin = Date.UTC(2026, 9, 1);

/** Entries in any order of times, several in one millisecond too, the newest first. */
const entries = fc
  .array(fc.tuple(fc.nat(2000), fc.nat(3)), { maxLength: 60 })
  .map((all) => [
    ...new Set(all.map(([time, n]) => `${firstIdAt(begin + time).slice(0, 11)}000000000000${n}`)),
  ])
  .map((ids) => ids.sort().reverse());

const full = 5;

/** Reads a range as the API does, in pages of five, and fails at some readings. */
function readerOf(ids: readonly string[], { from, to, before }: Range, fails: () => boolean): Reader<Entry> {
  const rest = ids.filter(
    (id) =>
      (from === undefined || timeOf(id) >= from) &&
      (to === undefined || timeOf(id) < to) &&
      (before === undefined || id < before),
  );
  return {
    next: async () => {
      if (fails()) throw new Error('Failed');
      return rest.length === 0 ? undefined : rest.splice(0, full).map((id) => ({ id }));
    },
  };
}

test('sections in their order have each entry once, whatever the times and the failures', async () => {
  const run = fc.asyncProperty(entries, fc.array(fc.nat(20)), async (ids, failing) => {
    let readings = 0;
    const fails = () => failing.includes(readings++);
    const list = inSections<Entry>((range) => readerOf(ids, range, fails), begin, full);
    const found: string[][] = [];
    const attempt = (): Promise<void> =>
      list
        .read(new AbortController().signal, (items, section) => {
          found[section] = [...(found[section] ?? []), ...items.map(({ id }) => id)];
        })
        .catch(attempt);
    await attempt();
    expect(found.flat()).toEqual(ids);
  });
  await fc.assert(run);
});

test('an export of a long list has each entry once, in its order, within its filters', async () => {
  configure({ base: '', signedOut: () => {} });
  const ids = Array.from({ length: 2500 }, (_, n) => firstIdAt(begin + 60_000 * n)).reverse();
  let asked = 0;
  const answers = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked++;
    const query = new URL(String(url), 'http://localhost').searchParams;
    const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(`filter[${name}]`) ?? ''));
    const before = query.get('before') ?? 'g';
    const found = ids.filter(
      (id) => id < before && !(timeOf(id) < Number(from)) && !(timeOf(id) >= Number(to)),
    );
    return Response.json(found.slice(0, Number(query.get('limit'))).map((id) => ({ id })));
  });
  const filters = { 'filter[to]': new Date(begin + 60_000 * 2400).toISOString() };
  const list = readWhole<Entry>(firstIdAt(begin), 'transactions', filters);
  const found: string[][] = [];
  await list.read(new AbortController().signal, (items, section) => {
    found[section] = [...(found[section] ?? []), ...items.map(({ id }) => id)];
  });
  answers.mockRestore();
  expect(found.flat()).toEqual(ids.slice(100));
  // The first page, and two for each of twelve sections.
  expect(asked).toBeGreaterThan(20);
});
