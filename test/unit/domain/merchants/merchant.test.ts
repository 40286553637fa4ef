import { describeCard, isCardNumber, isCodeOf, schemeOf } from '#domain/cards/card.ts';
import { nextChallenge, type Proof } from '#domain/cards/payment.ts';
import { testSchemes } from '#domain/cards/scheme.ts';
import { merchantFaults, openMerchant } from '#domain/merchants/merchant.ts';
import { standardPricing } from '#domain/money/pricing.ts';

const website = 'https://example.com';

test.each(['DK5000400440116243', 'de89 3704 0044 0532 0130 00', undefined])('IBAN %s is taken', (iban) => {
  expect(merchantFaults({ website, bank: { iban } })).toEqual([]);
});

test.each(['DK5000400440116244', 'DK50004004401162', 'XX00', 'DK'])('IBAN %s is refused', (iban) => {
  expect(merchantFaults({ website, bank: { iban } })).toMatchObject([{ field: 'bank.iban' }]);
});

test('a website needs a host', () => {
  expect(merchantFaults({ website: 'https://' })).toMatchObject([{ field: 'website' }]);
});

test('a merchant starts as a live account with the standard terms of its currency', () => {
  const company = { country: 'DK' };
  const input = { currency: 'DKK', email: 'a@example.com', website, descriptor: 'Coffee', company };
  expect(openMerchant(input, 'id', 'key')).toMatchObject({
    test: false,
    pricing: standardPricing('DKK'),
    tds: { mode: 'attempt' },
  });
  expect(() => standardPricing('JPY')).toThrow(RangeError);
});

test('card numbers: any digits in test mode, Luhn and the scheme’s length live', () => {
  expect(isCardNumber('1000000000000000', true)).toBe(true);
  expect(isCardNumber('1000000000000000', false)).toBe(false);
  expect(isCardNumber('4111111111111111', false)).toBe(true);
  expect(isCardNumber('4111111111111112', false)).toBe(false);
  expect(isCardNumber('123456789', true)).toBe(false);
  expect(schemeOf('4111111111111111')).toBe('visa');
  expect(schemeOf('5555555555554444')).toBe('mastercard');
});

test.each([
  ['378282246310005', 'amex', 4],
  ['6011111111111117', 'discover', 3],
  ['3056930009020004', 'diners', 3],
  ['3566002020360505', 'jcb', 3],
  ['6200000000000005', 'unionpay', 3],
  ['6759649826438453', undefined, 3],
])('the scheme of %s is %s, with a code of %d digits', (number, scheme, length) => {
  expect([schemeOf(number), isCardNumber(number, false)]).toEqual([scheme, true]);
  const codes = ['12', '123', '1234', '12345'];
  expect(codes.filter((code) => isCodeOf(code, schemeOf(number), false)).map((code) => code.length)).toEqual([
    length,
  ]);
  // Clients of test merchants have always sent three.
  expect(isCodeOf('123', schemeOf(number), true)).toBe(true);
  expect(describeCard(number, { month: 2, year: 2028 }, testSchemes).scheme).toBe('visa');
});

test('of a card only its ends, its scheme and the last millisecond of its last month are kept', () => {
  expect(describeCard('1000100010001000', { month: 2, year: 2028 }, testSchemes)).toEqual({
    bin: '100010',
    last4: '1000',
    expiry: '2028-02-29T23:59:59.999Z',
    scheme: 'visa',
    code: { present: true },
  });
});

test('the challenges of a payment come one after the other; a frictionless one needs no iframe', () => {
  const order = [];
  const proofs: Proof[] = [];
  for (let next = nextChallenge({}, proofs); next; next = nextChallenge({}, proofs)) {
    order.push(next);
    proofs.push(
      next === 'tds-challenge'
        ? { challenge: 'tds', result: 'authenticated' }
        : { challenge: next as 'fingerprint', result: 'begun' },
    );
  }
  expect(order).toEqual(['fingerprint', 'tds-fingerprint', 'tds-challenge']);
  expect(nextChallenge({ tds: { challenge: false } }, [])).toBe('tds-frictionless');
  expect(nextChallenge({ tds: { fingerprint: 'unavailable' } }, proofs.slice(0, 1))).toBe('tds-challenge');
});
