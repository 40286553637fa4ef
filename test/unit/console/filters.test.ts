import { searchFilters } from '../../../functions/console/client/filters.ts';
import type { Query } from '../../../functions/console/client/router.ts';

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
