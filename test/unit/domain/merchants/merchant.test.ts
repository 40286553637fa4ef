import {
  merchantFaults,
  newMerchantFaults,
  notificationsOf,
  openMerchant,
} from '#domain/merchants/merchant.ts';
import { isWebsite, websiteHost } from '#domain/merchants/website.ts';
import { standardPricing } from '#domain/money/merchant-fees.ts';

const website = 'https://example.com';

test.each([
  'DK5000400440116243',
  'de89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'MT84MALT011000012345MTLCAST001S',
  // Spain's own check digits are wrong here, and the checksum of the IBAN is right.
  'ES6421000418450200051333',
  undefined,
])('IBAN %s is accepted', (iban) => {
  expect(merchantFaults({ website, bank: { iban } })).toEqual([]);
});

test.each([
  ...['DK5000400440116244', 'DK50004004401162', 'DKX000400440116243', 'GB2960161331926819NWBK'],
  ...['XX5000400440116243', '5000400440116243', 'XX00', 'DK', ''],
])('IBAN %s is refused', (iban) => {
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
    capture: false,
    claim: {
      ...{ canChargeCard: true, canSaveCard: true, canTransferToCard: false },
      ...{ canCapture: true, canRefund: true, canVoid: true },
    },
  });
  const bank = { iban: 'de89 3704 0044 0532 0130 00' };
  expect(openMerchant({ ...input, bank, test: true, capture: true }, 'id', 'key')).toMatchObject({
    ...{ test: true, capture: true, bank: { iban: 'DE89370400440532013000' } },
  });
  expect(() => standardPricing('JPY')).toThrow(RangeError);
});

test('a live merchant gets mail about disputes and payouts by default, and a test merchant none', () => {
  const none = { disputes: false, payouts: false, summary: false };
  expect(notificationsOf({ test: true })).toEqual(none);
  expect(notificationsOf({ test: false })).toEqual({ ...none, disputes: true, payouts: true });
  const chosen = { disputes: true, payouts: false, summary: true };
  for (const test of [true, false]) expect(notificationsOf({ test, notifications: chosen })).toEqual(chosen);
  expect(notificationsOf({ test: false, notifications: { payouts: false } })).toEqual({
    ...{ ...none, disputes: true },
  });
});

test('a new merchant needs https URLs for its pages, and a live one a letter in its descriptor', () => {
  const fields = (input: object) => newMerchantFaults(input).map(({ field }) => field);
  expect(fields({ terms: 'http://shop.example', privacy: 'https://shop.example' })).toEqual(['terms']);
  expect(fields({ terms: '', privacy: 'ftp://shop.example' })).toEqual(['privacy']);
  expect([fields({ descriptor: '12' }), fields({ descriptor: '12', test: true })]).toEqual([
    ...[['descriptor'], []],
  ]);
});

test.each<[string, string | undefined]>([
  ['test.com', 'test.com'],
  ['www.shop.example:8080/x?y', 'shop.example'],
  ['HTTPS://WWW.Shop.example/', 'shop.example'],
  ['http://аpple.example', 'xn--pple-43d.example'],
  ['https://wwwshop.example', 'wwwshop.example'],
  ['1.5', undefined],
  ['49.99', undefined],
  ['mailto:a@shop.example', undefined],
  ['https://user@shop.example', undefined],
  ['ftp://shop.example', undefined],
  ['shop', undefined],
  ['', undefined],
])('the website %s has the host %s', (text, host) => {
  expect(isWebsite(text)).toBe(host !== undefined);
  if (host) expect(websiteHost(text)).toBe(host);
});

test.each([
  ['Europe/Copenhagen', 0],
  ['', 0],
  ['Europe/Nowhere', 1],
  ['+01:00', 1],
])('the time zone %p has %i errors', (timeZone, count) => {
  expect(merchantFaults({ timeZone })).toHaveLength(count);
});
