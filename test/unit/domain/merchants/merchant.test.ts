import { merchantFaults, openMerchant } from '#domain/merchants/merchant.ts';
import { standardPricing } from '#domain/money/merchant-fees.ts';

const website = 'https://example.com';

test.each(['DK5000400440116243', 'de89 3704 0044 0532 0130 00', undefined])('IBAN %s is accepted', (iban) => {
  expect(merchantFaults({ website, bank: { iban } })).toEqual([]);
});

test.each(['DK5000400440116244', 'DK50004004401162', 'XX00', 'DK'])('IBAN %s is refused', (iban) => {
  expect(merchantFaults({ website, bank: { iban } })).toMatchObject([{ field: 'bank.iban' }]);
});

test('a website without a host is refused', () => {
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
