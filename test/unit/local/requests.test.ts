import { pathWithIds } from '../../../lib/local/gateway/shown-path.ts';
import { keepRequests } from '../../../lib/local/requests.ts';

test('a path shows its ids, and hides tokens and other values', () => {
  const path = (route: string, parameters: Record<string, string>) => pathWithIds(route, parameters);
  expect(path('/merchants/{merchantId}/lines', { merchantId: 'a1' })).toBe('/merchants/a1/lines');
  expect(path('/payments/codes/{watch}', { watch: 'sealed' })).toBe('/payments/codes/{watch}');
  expect(path('/lines/{lineId}', { lineId: '\u001b[2J' })).toBe('/lines/{lineId}');
  expect(path('/lines/{lineId}', { lineId: 'a'.repeat(65) })).toBe('/lines/{lineId}');
});

test('the newest requests are kept, and the oldest are dropped', () => {
  let time = 0;
  const requests = keepRequests(3, () => ++time);
  const entry = { method: 'GET', path: '/', status: 200, milliseconds: 1 };
  for (let index = 0; index < 5; index++) requests.add(entry);
  expect(requests.between(0, 10).map((kept) => kept.time)).toEqual([3, 4, 5]);
  expect(requests.between(4, 5).map((kept) => kept.time)).toEqual([4]);
});
