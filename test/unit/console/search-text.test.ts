import fc from 'fast-check';
import {
  isSearch,
  paymentFilters,
  searchFilters,
  searchTerms,
} from '../../../functions/console/client/payments/filters.ts';
import { readingsOf } from '../../../functions/console/client/payments/search-text.ts';

const id = '5f0123456789abcdef012345';
const read = (text: string, currency = 'EUR', locale = 'en') =>
  readingsOf(text, currency, locale).map((reading) =>
    reading.kind === 'id' ? reading.id : JSON.stringify(reading.filters),
  );
const amount = (minor: number, currency?: string) =>
  JSON.stringify({ amount: String(minor), ...(currency && { currency }) });
const reference = (text: string) => JSON.stringify({ reference: text });
const last4 = (digits: string) => JSON.stringify({ last4: digits });

test.each([
  ['', []],
  ['   ', []],
  [id, [id]],
  [` https://console.example.com/#/1/payments/${id.toUpperCase()} `, [id]],
  ['4242', [last4('4242'), amount(424_200), reference('4242')]],
  ['•••• 4242', [last4('4242'), reference('•••• 4242')]],
  ['**** 4242', [last4('4242'), reference('**** 4242')]],
  ['０１２３', [last4('0123'), amount(12_300), reference('０１２３')]],
  ['0000', [last4('0000'), reference('0000')]],
  ['49.99', [amount(4999), reference('49.99')]],
  ['€49.99', [amount(4999), reference('€49.99')]],
  ['49.99 usd', [amount(4999, 'USD'), reference('49.99 usd')]],
  ['JPY 500', [amount(500, 'JPY'), reference('JPY 500')]],
  ['1,234.50', [amount(123_450), reference('1,234.50')]],
  ['12', [amount(1200), reference('12')]],
  ['10245', [reference('10245'), amount(1_024_500)]],
  ['Ann@Example.com', [JSON.stringify({ email: 'Ann@Example.com' }), reference('Ann@Example.com')]],
  ['ann@', [reference('ann@')]],
  ['Order 12', [reference('Order 12')]],
  ['100%', [reference('100%')]],
  ['4242 4242 4242 4241', [reference('4242 4242 4242 4241')]],
  ['4242 4242 4242 4242', [last4('4242')]],
  ['4242-4242-4242-4242', [last4('4242')]],
])('%j is read as %j', (text, readings) => {
  expect(read(text)).toEqual(readings);
});

test('each reading has its kind, which names it in the list of suggestions', () => {
  const kindsOf = (text: string) => readingsOf(text, 'EUR', 'en').map(({ kind }) => kind);
  expect(kindsOf('ann@example.com')).toEqual(['email', 'reference']);
  expect(kindsOf('4242')).toEqual(['last4', 'amount', 'reference']);
});

test('an amount is read in the currency of the merchant, with the mark of the language', () => {
  expect(read('49,99', 'EUR', 'de')[0]).toBe(amount(4999));
  expect(read('1.234', 'EUR', 'de')[0]).toBe(amount(123_400));
  expect(read('500', 'JPY')[0]).toBe(amount(500));
});

test('any text can be searched, and a card number never becomes a filter', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(5000)));
  fc.assert(fc.property(text, (some) => readingsOf(some, 'EUR', 'en').length === 0 || read(some)[0] !== ''));
  const digits = fc.array(fc.nat(9), { minLength: 11, maxLength: 18 });
  fc.assert(
    fc.property(digits, fc.constantFrom('', ' ', '-'), (some, gap) => {
      const number = [...some, checkDigitOf(some)].join('');
      const typed = number.replace(/(\d{4})(?=\d)/g, `$1${gap}`);
      expect(readingsOf(typed, 'EUR', 'en')).toEqual([
        { kind: 'last4', filters: { last4: number.slice(-4) } },
      ]);
    }),
  );
});

/** The digit that makes a card number of these digits. */
function checkDigitOf(digits: readonly number[]): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? 2 * digit : digit;
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

test('the filters of the URL become those of the search, and broken ones are left out', () => {
  const query = { last4: '4242', amount: '4999', currency: 'EUR', scheme: 'visa', state: 'refunded' };
  expect(searchFilters(query)).toEqual({
    'filter[last4]': '4242',
    'filter[amount]': '4999',
    'filter[currency]': 'EUR',
    'filter[scheme]': 'visa',
    'filter[state]': 'refunded',
  });
  const broken = { amount: '1.5', currency: 'euro', scheme: 'gold', state: 'paid', reference: ' ' };
  expect(searchTerms(broken)).toEqual([]);
  expect(isSearch(broken)).toBe(false);
  expect(searchFilters(broken)).toEqual({});
  for (const state of ['refunded', 'disputed', 'voided']) expect(isSearch({ state })).toBe(true);
  for (const state of ['all', 'pending', 'successful', 'declined']) expect(isSearch({ state })).toBe(false);
  expect(paymentFilters({ state: 'refunded' })).toEqual({});
});
