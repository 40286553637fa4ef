import { setMaxListeners } from 'node:events';
import { readStatement } from '../../../functions/console/client/ledger/statement-reader.ts';
import { configure } from '../../../functions/console/client/requests/api.ts';
import { useTexts } from '../../../functions/console/client/values/texts.ts';
import type { Line } from '../../../functions/console/client/values/types.ts';
import { firstIdOf } from '../../../functions/core/domain/id.ts';
import { monthOf } from '../../../functions/core/domain/ledger/month.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

const october = monthOf('2026-10', 'UTC');

/** A merchant’s ledger behind the API, whose lines have these times and these effects on the balance. */
function serve(created: string, booked: readonly (readonly [time: string, balance: number])[], ofPage = 2) {
  const lines = booked.map(([time, balance]) => ({
    ...{
      id: firstIdOf(time),
      created: '2026-12-01T00:00:00.000Z',
      bookedAt: time,
      capture: true,
      balance,
      fee: 0,
    },
    // The payments are in another currency than the balance.
    amount: { currency: 'USD', amount: 2 * balance },
  }));
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname, searchParams: query } = new URL(String(address), 'http://localhost');
    const answer = (body: object) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (!pathname.endsWith('/lines')) return answer({ merchant: { id: 'm', currency: 'EUR', created } });
    const [from, to] = [query.get('filter[bookedFrom]') ?? '', query.get('filter[bookedTo]') ?? '9'];
    const [before, after] = [query.get('before') ?? 'g', query.get('after')];
    if (before === 'g' && after === null) asked.push(`${from} to ${to}`);
    const found = lines
      .filter((line) => line.bookedAt >= from && line.bookedAt < to)
      .filter((line) => line.id < before && line.id > (after ?? ''))
      .sort((a, b) => (a.id < b.id === (after === null) ? 1 : -1));
    return answer(found.slice(0, ofPage));
  });
  return asked;
}

function statement() {
  const { signal } = new AbortController();
  setMaxListeners(100, signal); // every request listens
  return readStatement('m', october, signal, () => {});
}

beforeAll(() => {
  useTexts('en', consoleCatalogue.en, []);
  configure({ base: '', signedOut: () => {} });
});
afterEach(() => jest.restoreAllMocks());

test('a month opens with the sum of all earlier lines, wherever the parts in which they are read meet', async () => {
  const asked = serve('2026-09-01T00:00:00.000Z', [
    // Older than its merchant, as a ledger that was taken over may have lines.
    ['2026-08-15T00:00:00.000Z', 1],
    ['2026-09-01T00:00:00.000Z', 2],
    ['2026-09-08T11:59:59.999Z', 4],
    ['2026-09-08T12:00:00.000Z', 8],
    ['2026-09-16T00:00:00.000Z', 16],
    ['2026-09-23T12:00:00.000Z', 32],
    ['2026-09-30T23:59:59.999Z', 64],
    ['2026-10-01T00:00:00.000Z', 128],
    ['2026-10-31T23:59:59.999Z', 256],
    ['2026-11-01T00:00:00.000Z', 512],
  ]);
  const { accounts, lines, count } = await statement();
  expect([...accounts.values()]).toMatchObject([{ currency: 'EUR', opening: 127, closing: 127 + 384 }]);
  expect(lines.map(({ line, after }) => [(line as Line).balance, after])).toEqual([
    [128, 255],
    [256, 511],
  ]);
  expect(count).toBe(2);
  expect(asked).toHaveLength(4);
});

test('a month before its merchant was made is read immediately', async () => {
  const asked = serve('2026-11-05T00:00:00.000Z', [['2026-08-15T00:00:00.000Z', 7]]);
  const { accounts } = await statement();
  expect([...accounts.values()]).toMatchObject([{ opening: 7, closing: 7 }]);
  expect(asked).toEqual([' to 2026-10-01T00:00:00.000Z']);
});

test('a statement shows the first thousand lines of a month, and counts all', async () => {
  const many = Array.from({ length: 1001 }, (_, n) => new Date(Date.parse(october.from) + n * 1000));
  serve(
    '2026-10-05T00:00:00.000Z',
    many.map((time, n) => [time.toISOString(), n] as const),
    600,
  );
  const { lines, count } = await statement();
  expect([lines.length, lines.at(-1)?.line.balance, count]).toEqual([1000, 999, 1001]);
});

test('the file of a month has its lines, the oldest first, between its opening and its closing balance', async () => {
  serve('2026-10-05T00:00:00.000Z', [
    ['2026-09-30T23:59:59.999Z', 100],
    ...[1, 2, 3, 4, 5].map((n) => [`2026-10-0${n}T00:00:00.000Z`, n] as const),
  ]);
  const { file } = await statement();
  file.add([['first section']], 0);
  file.add([['third section']], 2);
  file.add([['second section']], 1);
  let saved: Blob | undefined;
  jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:file';
  });
  const link = { click: jest.fn(), remove: jest.fn() };
  const page = { createElement: () => link, body: { append: jest.fn() } };
  Object.assign(globalThis, { document: page });
  jest.useFakeTimers();
  file.save('ledger-2026-10.csv');
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'document');
  expect(link).toMatchObject({ download: 'ledger-2026-10.csv', href: 'blob:file' });
  const rows = ((await saved?.text()) ?? '').trimEnd().split('\r\n');
  const cells = rows
    .slice(1)
    .map((row) => row.split(','))
    .map((row) => [row[1], row[8], row[9]]);
  expect(cells).toEqual([
    ['opening_balance', '', '1.00'],
    ...[1, 2, 3, 4, 5].map((n) => ['capture', `0.0${n}`, `1.${String((n * (n + 1)) / 2).padStart(2, '0')}`]),
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    ['closing_balance', '', '1.15'],
  ]);
  expect(rows.slice(7, 10)).toEqual(['first section', 'second section', 'third section']);
  expect(file.count).toBe(5 + 3);
});
