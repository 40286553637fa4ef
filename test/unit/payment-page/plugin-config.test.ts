import currencies from '@paylike/currencies/currencies.json';
import { exponentOf } from '#domain/money/currency.ts';
import { decimalsOf, payOptions } from '../../../functions/payment-page/client/sdk/plugin-config.ts';

const amount = { currency: 'EUR', exponent: 2, value: 4999 };

test.each(currencies.map(({ code }) => code))(
  '%s has the same number of decimals on the page and the server',
  (code) => expect(decimalsOf(code)).toBe(exponentOf(code)),
);

test.each<[string, object, object]>([
  ['an amount object', { amount }, amount],
  ['texts from a template', { amount: { currency: 'EUR', exponent: '2', value: '4999' } }, amount],
  ['minor units', { currency: 'EUR', amount: 4999 }, amount],
  ['minor units as a text', { currency: 'eur', amount: '4999' }, amount],
  ['a price multiplied in binary', { currency: 'EUR', amount: 19.99 * 100 }, { ...amount, value: 1999 }],
  [
    'a currency without decimals',
    { currency: 'JPY', amount: 500 },
    { currency: 'JPY', exponent: 0, value: 500 },
  ],
  [
    'a currency with three decimals',
    { currency: 'KWD', amount: 500 },
    { currency: 'KWD', exponent: 3, value: 500 },
  ],
])('payOptions reads %s', (_, config, read) => expect(payOptions(config, true).amount).toEqual(read));

test.each<[string, object]>([
  ['major units', { currency: 'EUR', amount: 49.99 }],
  ['major units as a text', { currency: 'EUR', amount: '49.99' }],
  ['a text with a separator', { currency: 'EUR', amount: '4,999' }],
  ['an empty text', { currency: 'EUR', amount: '' }],
  ['a fraction larger than a rounding error', { currency: 'EUR', amount: 4999.000_005 }],
])('payOptions keeps %s as a non-integer, which `pay` refuses', (_, config) =>
  expect(Number.isSafeInteger(payOptions(config, true).amount.value)).toBe(false),
);

test.each<[unknown, boolean, unknown]>([
  [true, false, true],
  [false, false, false],
  ['1', false, true],
  ['0', false, false],
  ['', false, false],
  [undefined, false, false],
  [undefined, true, 'auto'],
  [false, true, false],
  [{ tds: { challenge: false } }, false, { tds: { challenge: false } }],
])('payOptions reads the test option %p, by the older convention: %p', (test, isOld, read) =>
  expect(payOptions({ amount, test }, isOld).test).toEqual(read),
);

test.each([
  [undefined, true],
  ['1', true],
  ['0', false],
  [false, false],
])('payOptions reads the option `receipt` %p as %p', (receipt, read) =>
  expect(payOptions({ amount, receipt }, false).receipt).toBe(read),
);

test('payOptions joins title and description, and shortens them without splitting a character', () => {
  expect(payOptions({ amount, title: 'Shop', description: 'Two bags' }, false).text).toBe('Shop: Two bags');
  expect(payOptions({ amount, title: 'Shop' }, false).text).toBe('Shop');
  expect(payOptions({ amount, title: `${'a'.repeat(1023)}🙂` }, false).text).toBe('a'.repeat(1023));
});

test.each<[string, object, RegExp]>([
  ['no amount', { unplanned: { customer: true } }, /`amount` is missing/],
  ['fields', { amount, fields: ['note'] }, /`fields` is not supported/],
])('payOptions refuses %s', (_, config, message) => expect(() => payOptions(config, false)).toThrow(message));
