import { printPlace, readPlace } from '../../../functions/console/client/browser/router.ts';
import { dateFilters } from '../../../functions/console/client/lists/dates.tsx';
import { idIn, paymentFilters, stateOf } from '../../../functions/console/client/payments/filters.ts';

test('a place is read from the fragment of the URL, and written as the same fragment', () => {
  const hash = '#/5f00/payments?state=pending&from=2026-11-01';
  const place = readPlace(hash);
  expect(place).toEqual({ path: ['5f00', 'payments'], query: { state: 'pending', from: '2026-11-01' } });
  expect(printPlace(place.path, place.query)).toBe(hash);
});

test.each(['', '#', '#/', '/'])('%p is the place without a path', (hash) => {
  expect(readPlace(hash)).toEqual({ path: [], query: {} });
});

test('a path keeps its slashes and a broken escape stays as it is', () => {
  expect(printPlace(['a/b', 'c?d'])).toBe('#/a%2Fb/c%3Fd');
  expect(readPlace('#/a%2Fb/%zz').path).toEqual(['a/b', '%zz']);
});

test('empty filters are left out', () => {
  expect(printPlace(['x'], { state: '', from: undefined, to: '2026-11-02' })).toBe('#/x?to=2026-11-02');
});

test('an unknown state shows all payments', () => {
  expect(stateOf({ state: 'constructor' })).toBe('all');
  expect(paymentFilters({ state: 'nonsense' })).toEqual({});
});

test.each([
  ['pending', { 'filter[pending]': 'yes' }],
  ['successful', { 'filter[successful]': 'yes' }],
  ['declined', { 'filter[successful]': 'no' }],
])('the state %s filters', (state, filters) => {
  expect(paymentFilters({ state })).toEqual(filters);
});

test('both days of a range are included, in the time zone of the reader', () => {
  expect(dateFilters({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    'filter[from]': new Date(2026, 10, 1).toISOString(),
    'filter[to]': new Date(2026, 11, 1).toISOString(),
  });
});

test.each(['yesterday', '2026-13-45', '2026-11-1', ''])('the day %p filters nothing', (from) => {
  expect(dateFilters({ from })).toEqual({});
});

test.each([
  ['5F00000000000000000000A1', '5f00000000000000000000a1'],
  [' https://shop.test/orders/5f00000000000000000000a1 ', '5f00000000000000000000a1'],
  ['5f00', undefined],
  ['x5f00000000000000000000a1', undefined],
])('in the text %p, the id of a payment is %p', (text, id) => {
  expect(idIn(text)).toBe(id);
});
