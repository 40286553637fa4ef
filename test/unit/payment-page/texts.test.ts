import { localizeMoney } from '../../../functions/core/domain/money/show-money.ts';
import { fill } from '../../../functions/payment-page/client/basics/dom.ts';
import { isAddress } from '../../../functions/payment-page/client/form/payer-fields.ts';
import { targetOf } from '../../../functions/payment-page/client/page/receipt-view.ts';
import { decimal } from '../../../functions/payment-page/client/sdk/decimal-amount.ts';

const paid = { transactionId: 'abc' };

test.each([
  ['https://shop.example/', 'https://shop.example/?transactionId=abc'],
  ['https://shop.example/?a=1', 'https://shop.example/?a=1&transactionId=abc'],
  ['https://shop.example/#top', 'https://shop.example/?transactionId=abc#top'],
  ['https://shop.example/?a=1#top?b', 'https://shop.example/?a=1&transactionId=abc#top?b'],
])('after the payment, the redirect URL %s becomes %s', (url, target) => {
  expect(targetOf(url, paid)).toBe(target);
});

test.each([
  [4999, 'EUR', 2, '€49.99'],
  [5, 'EUR', 2, '€0.05'],
  [495, 'JPY', 0, 'JP¥495'],
  [1234, 'BHD', 3, 'BHD 1.234'],
])('%i minor units of %s with %i decimals are shown as %s', (minor, currency, digits, shown) => {
  expect(localizeMoney(minor, currency, digits, 'en-GB').replace(/\s/g, ' ')).toBe(shown);
});

test.each([
  [4999, 2, '49.99'],
  [5, 2, '0.05'],
  [0, 2, '0.00'],
  [495, 0, '495'],
  [1, 3, '0.001'],
  [1, 12, '0.000000000001'],
])('the value %i with exponent %i is written as %s', (value, exponent, text) => {
  expect(decimal({ currency: 'EUR', exponent, value })).toBe(text);
});

test.each<[string, unknown]>([
  ['no amount', undefined],
  ['a number', 4999],
  ['a currency by its number', { currency: 978, exponent: 2, value: 4999 }],
  ['no exponent', { currency: 'EUR', value: 4999 }],
  ['a fractional exponent', { currency: 'EUR', exponent: 2.5, value: 4999 }],
  ['more decimals than any currency has', { currency: 'EUR', exponent: 13, value: 4999 }],
  ['major units', { currency: 'EUR', exponent: 2, value: 49.99 }],
  ['a text', { currency: 'EUR', exponent: 2, value: '4999' }],
  ['a negative value', { currency: 'EUR', exponent: 2, value: -1 }],
])('an invalid amount is refused: %s', (_, amount) => {
  expect(() => decimal(amount as Parameters<typeof decimal>[0])).toThrow(TypeError);
});

test('fill replaces placeholders by values, and keeps a placeholder without a value', () => {
  expect(fill('{a} of {b}, {a}; {c}', { a: '1', b: '{a}' })).toBe('1 of {a}, 1; {c}');
});

test.each([
  ['ann@example.com', true, true],
  ['ann@localhost', true, false],
  ['ann@example.', true, false],
  ['ann@example.com', false, false],
])('%s, valid for the browser: %s, counts as an address: %s', (value, valid, expected) => {
  expect(isAddress({ value, validity: { valid } } as HTMLInputElement)).toBe(expected);
});
