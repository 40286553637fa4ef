import { describeCard, isCardNumber, schemeOf } from '#domain/card.ts';
import { merchantFaults, openMerchant } from '#domain/merchant.ts';
import { nextChallenge, type Proof } from '#domain/payment.ts';
import { standardPricing } from '#domain/pricing.ts';

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
  expect(schemeOf('378282246310005')).toBeUndefined();
});

test('of a card only its ends, its scheme and the last millisecond of its last month are kept', () => {
  expect(describeCard('1000100010001000', { month: 2, year: 2028 })).toEqual({
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
