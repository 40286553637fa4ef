import type { Query } from '../../../functions/console/client/browser/router.ts';
import {
  isSearch,
  paymentFilters,
  searchFilters,
} from '../../../functions/console/client/payments/filters.ts';

test('a currency filters only beside its amount, because the page shows it with the amount', () => {
  expect(searchFilters({ amount: '1099', currency: 'USD' })).toMatchObject({
    'filter[amount]': '1099',
    'filter[currency]': 'USD',
  });
  const others: Query[] = [
    { scheme: 'visa', currency: 'USD' },
    { amount: 'x', scheme: 'visa', currency: 'USD' },
  ];
  for (const query of others) expect(searchFilters(query)['filter[currency]']).toBeUndefined();
});

const day = (text: string) => new Date(`${text}T00:00:00`).toISOString();

test('both days of a filter are included, in the list and in the search', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const times = { 'filter[from]': day('2026-11-01'), 'filter[to]': day('2026-12-01') };
  expect(paymentFilters(days)).toEqual(times);
  expect(searchFilters({ ...days, last4: '4242' })).toMatchObject({ ...times, 'filter[last4]': '4242' });
  expect(paymentFilters({ from: '2026-13-01', to: 'x' })).toEqual({});
});

test.each<[string, Query, boolean, object]>([
  ['all payments', {}, false, {}],
  ['an unknown state', { state: 'lost' }, false, {}],
  ['pending payments', { state: 'pending' }, false, { 'filter[pending]': 'yes' }],
  ['successful payments', { state: 'successful' }, false, { 'filter[successful]': 'yes' }],
  ['declined payments', { state: 'declined' }, false, { 'filter[successful]': 'no' }],
  ['refunded payments', { state: 'refunded' }, true, { 'filter[state]': 'refunded' }],
  ['disputed payments', { state: 'disputed' }, true, { 'filter[state]': 'disputed' }],
  ['voided payments', { state: 'voided' }, true, { 'filter[state]': 'voided' }],
  ['a scheme', { scheme: 'visa' }, true, { 'filter[scheme]': 'visa' }],
  ['an unknown scheme', { scheme: 'elo' }, false, {}],
  ['a method', { method: 'mobilepay' }, true, { 'filter[method]': 'mobilepay' }],
  ['a text that is no method', { method: '<b>Pay' }, false, {}],
  ['an amount', { amount: '1099' }, true, { 'filter[amount]': '1099' }],
  ['a broken amount', { amount: '10.99' }, false, {}],
  ['a reference', { reference: ' T-1 ' }, true, { 'filter[reference]': 'T-1' }],
  ['an address', { email: 'ann@example.com' }, true, { 'filter[email]': 'ann@example.com' }],
])('a page with %s has the right filters', (_, query, searches, filters) => {
  expect(isSearch(query)).toBe(searches);
  expect(JSON.parse(JSON.stringify((searches ? searchFilters : paymentFilters)(query)))).toEqual(filters);
});
