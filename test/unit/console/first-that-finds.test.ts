import { readingsOf } from '../../../functions/console/client/payments/search-text.ts';
import { firstThatFinds } from '../../../functions/console/client/payments/use-payments.ts';
import { configure } from '../../../functions/console/client/requests/api.ts';
import type { Member } from '../../../functions/console/client/values/types.ts';

/** The filters that find a payment. All other requests find none. */
let finding: string[] = [];
let asked: string[] = [];

beforeEach(() => {
  [finding, asked] = [[], []];
  configure({ base: '/prod', signedOut: () => undefined });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { pathname, searchParams } = new URL(String(url), 'http://console');
    const names = [...searchParams.keys()].filter((name) => name !== 'limit').sort();
    asked.push(names.join(' '));
    if (searchParams.has('filter[last4]') && finding.length === 0)
      return Response.json({ message: 'No' }, { status: 400 });
    const payments = finding.some((name) => names.includes(name)) ? [{ id: '1' }] : [];
    return Response.json(
      pathname.endsWith('/search') ? { payments, next: null, searchedUntil: null } : payments,
    );
  });
});
afterEach(() => jest.restoreAllMocks());

const members = [{ id: 'm1' }] as Member[];
const meaningOf = async (text: string, query = {}) => {
  const readings = readingsOf(text, { currency: 'EUR', locale: 'en', today: '2026-11-28' });
  return (await firstThatFinds(readings, members, query))?.kind;
};

test.each([
  ['1413', 'filter[text]', 'text'],
  ['1413', 'filter[last4]', 'last4'],
  ['1413', 'filter[amount]', 'amount'],
  ['1413', 'none', 'text'],
  ['26 Nov', 'filter[from]', 'date'],
  ['26 Nov', 'filter[text]', 'text'],
  ['EUR 5', 'filter[text]', 'text'],
  ['EUR 5', 'none', 'amount'],
])('%s, which %s finds, is searched as %s', async (text, name, kind) => {
  finding = [name];
  expect(await meaningOf(text)).toBe(kind);
});

test('a text with one reading is not tried before it is searched', async () => {
  expect(await meaningOf('INV 1024')).toBe('text');
  expect(asked).toEqual([]);
});

test('a reading whose request fails finds nothing', async () => {
  expect(await meaningOf('1413')).toBe('text');
  expect(asked).toHaveLength(3);
});

test('readings are tried beside the other filters', async () => {
  finding = ['filter[amount]'];
  expect(await meaningOf('1413', { state: 'refunded' })).toBe('amount');
  expect(asked).toEqual([
    'filter[state] filter[text]',
    'filter[last4] filter[state]',
    'filter[amount] filter[state]',
  ]);
});
