import { describeCard } from '#domain/cards/card.ts';
import { expiryDate, hasCardExpired } from '#domain/cards/card-expiry.ts';
import { isCardNumber, schemeOf } from '#domain/cards/card-number.ts';
import { isCodeOf, testSchemes } from '#domain/cards/scheme.ts';

test('a test card number needs no valid checksum, and a live one must pass the Luhn check', () => {
  expect(isCardNumber('1000000000000000', true)).toBe(true);
  expect(isCardNumber('1000000000000000', false)).toBe(false);
  expect(isCardNumber('4111111111111111', false)).toBe(true);
  expect(isCardNumber('4111111111111112', false)).toBe(false);
  for (const [digits, isNumber] of [
    [9, false],
    [10, true],
    [19, true],
    [20, false],
  ] as const)
    expect([digits, isCardNumber('1'.repeat(digits), true)]).toEqual([digits, isNumber]);
  expect(schemeOf('4111111111111111')).toBe('visa');
  expect(schemeOf('5555555555554444')).toBe('mastercard');
});

test('a card has expired once its last month has ended in every time zone', () => {
  const expiry = expiryDate({ month: 12, year: 2030 });
  const end = Date.parse('2031-01-01T12:00:00.000Z');
  for (const stated of [expiry, expiry.toISOString()])
    expect([end - 1, end].map((now) => hasCardExpired(stated, now))).toEqual([false, true]);
});

test.each([
  ['378282246310005', 'amex', 4],
  ['6011111111111117', 'discover', 3],
  ['3056930009020004', 'diners', 3],
  ['3566002020360505', 'jcb', 3],
  ['6200000000000005', 'unionpay', 3],
  ['6759649826438453', undefined, 3],
])('the scheme of %s is %s, and its security code has %d digits', (number, scheme, length) => {
  expect([schemeOf(number), isCardNumber(number, false)]).toEqual([scheme, true]);
  const codes = ['12', '123', '1234', '12345'];
  expect(codes.filter((code) => isCodeOf(code, schemeOf(number), false)).map((code) => code.length)).toEqual([
    length,
  ]);
  expect(isCodeOf('1234', schemeOf(number), true)).toBe(length === 4);
  // Existing clients of test merchants send three digits for every scheme.
  expect(isCodeOf('123', schemeOf(number), true)).toBe(true);
  expect(describeCard(number, { month: 2, year: 2028 }, testSchemes).scheme).toBe('visa');
});

test('describeCard keeps the first six and last four digits, the scheme and the end of the expiry month', () => {
  expect(describeCard('1000100010001000', { month: 2, year: 2028 }, testSchemes)).toEqual({
    bin: '100010',
    last4: '1000',
    expiry: '2028-02-29T23:59:59.999Z',
    scheme: 'visa',
    code: { present: true },
  });
});
