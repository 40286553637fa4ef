import fc from 'fast-check';
import {
  isSearch,
  paymentFilters,
  searchFilters,
  searchTerms,
} from '../../../functions/console/client/payments/filters.ts';
import { readingsOf } from '../../../functions/console/client/payments/search-text.ts';

const id = '5f0123456789abcdef012345';
const reader = { currency: 'EUR', locale: 'en', today: '2026-11-28' };
const read = (text: string, currency = 'EUR', locale = 'en') =>
  readingsOf(text, { currency, locale, today: '2026-11-28' }).map((reading) =>
    reading.kind === 'id' ? reading.id : JSON.stringify(reading.filters),
  );
const amount = (minor: number, currency?: string) =>
  JSON.stringify({ amount: String(minor), ...(currency && { currency }) });
const words = (text: string) => JSON.stringify({ text });
const date = (day: string) => JSON.stringify({ from: day, to: day });
const last4 = (digits: string) => JSON.stringify({ last4: digits });

test.each([
  ['', []],
  ['   ', []],
  [id, [id]],
  [` https://console.example.com/#/1/payments/${id.toUpperCase()} `, [id]],
  ['4242', [words('4242'), last4('4242'), amount(424_200)]],
  ['•••• 4242', [last4('4242'), words('•••• 4242')]],
  ['**** 4242', [last4('4242'), words('**** 4242')]],
  ['０１２３', [words('０１２３'), last4('0123'), amount(12_300)]],
  ['0000', [words('0000'), last4('0000')]],
  ['49.99', [amount(4999), words('49.99')]],
  ['€49.99', [amount(4999), words('€49.99')]],
  ['49.99 usd', [amount(4999, 'USD'), words('49.99 usd')]],
  ['JPY 500', [amount(500, 'JPY'), words('JPY 500')]],
  ['INV 1024', [words('INV 1024')]],
  ['inv1024', [words('inv1024')]],
  ['1024 ABC', [words('1024 ABC')]],
  ['ALL 100', [amount(10_000, 'ALL'), words('ALL 100')]],
  ['1,234.50', [amount(123_450), words('1,234.50')]],
  ['12', [words('12'), amount(1200)]],
  ['10245', [words('10245'), amount(1_024_500)]],
  ['26 Nov', [date('2026-11-26'), words('26 Nov')]],
  ['Nov. 29', [date('2025-11-29'), words('Nov. 29')]],
  ['26 november 2024', [date('2024-11-26'), words('26 november 2024')]],
  ['2026-11-26', [date('2026-11-26'), words('2026-11-26')]],
  ['2026-02-30', [words('2026-02-30')]],
  ['31 Feb', [words('31 Feb')]],
  ['26 May 12', [words('26 May 12')]],
  ['Ann@Example.com', [JSON.stringify({ email: 'Ann@Example.com' }), words('Ann@Example.com')]],
  ['ann@', [words('ann@')]],
  ['Order 12', [words('Order 12')]],
  ['100%', [words('100%')]],
  ['4242 4242 4242 4241', [words('4242 4242 4242 4241')]],
  ['4242 4242 4242 4242', [last4('4242')]],
  ['4242-4242-4242-4242', [last4('4242')]],
])('%j is read as %j', (text, readings) => {
  expect(read(text)).toEqual(readings);
});

test('each reading has its kind, which names it in the list of suggestions', () => {
  const kindsOf = (text: string) => readingsOf(text, reader).map(({ kind }) => kind);
  expect(kindsOf('ann@example.com')).toEqual(['email', 'text']);
  expect(kindsOf('4242')).toEqual(['text', 'last4', 'amount']);
});

test('an amount is read in the currency of the merchant, with the mark of the language', () => {
  expect(read('49,99', 'EUR', 'de')[0]).toBe(amount(4999));
  expect(read('1.234', 'EUR', 'de')[0]).toBe(amount(123_400));
  expect(read('500', 'JPY')[1]).toBe(amount(500));
});

test('a date is read in the order and the language of the reader', () => {
  expect(read('26.11.2026', 'EUR', 'de')[0]).toBe(date('2026-11-26'));
  expect(read('26.11.', 'EUR', 'de')[0]).toBe(date('2026-11-26'));
  expect(read('26.11', 'EUR', 'de')[0]).toBe(amount(2611));
  expect(read('26. Dezember', 'EUR', 'de')[0]).toBe(date('2025-12-26'));
  expect(read('11/26/2026', 'EUR', 'en-US')[0]).toBe(date('2026-11-26'));
  expect(read('26/11/2026', 'EUR', 'en-GB')[0]).toBe(date('2026-11-26'));
});

test('any text can be searched, and a card number never becomes a filter', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(5000)));
  fc.assert(fc.property(text, (some) => readingsOf(some, reader).length === 0 || read(some)[0] !== ''));
  const digits = fc.array(fc.nat(9), { minLength: 11, maxLength: 18 });
  fc.assert(
    fc.property(digits, fc.constantFrom('', ' ', '-'), (some, gap) => {
      const number = [...some, checkDigitOf(some)].join('');
      const typed = number.replace(/(\d{4})(?=\d)/g, `$1${gap}`);
      expect(readingsOf(typed, reader)).toEqual([{ kind: 'last4', filters: { last4: number.slice(-4) } }]);
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
