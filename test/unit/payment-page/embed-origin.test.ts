import { embeddingFault } from '../../../functions/payment-page/embed-origin.ts';

const live = { test: false };
const inTest = { test: true };
const website = 'shop.example';

test.each([
  'https://shop.example',
  'https://pay.shop.example',
  'https://a.b.shop.example',
  'https://shop.example:8443',
])('a live merchant’s own website, %s, may embed the page', (origin) =>
  expect(embeddingFault(origin, live, website)).toBeUndefined(),
);

test.each([
  ['http://shop.example', 'is not https, as the page of a live merchant must be'],
  ['https://evilshop.example', "is not the merchant's website, shop.example"],
  ['https://shop.example.evil', "is not the merchant's website, shop.example"],
  ['https://evil.test', "is not the merchant's website, shop.example"],
  ['https://.shop.example.evil', "is not the merchant's website, shop.example"],
])('%s may not embed the page of a live merchant', (origin, fault) =>
  expect(embeddingFault(origin, live, website)).toBe(fault),
);

test.each(['http://localhost:8000', 'https://anything.example', 'http://127.0.0.1:3000'])(
  '%s may embed the page of a test merchant',
  (origin) => expect(embeddingFault(origin, inTest, website)).toBeUndefined(),
);

test.each([
  'https://evil.test;.shop.example',
  'http://evil.test;.shop.example',
  'https://evil.test,.shop.example',
  "https://'self'.shop.example",
  'https://*.shop.example',
  'https://*',
  'https://evil.test\n.shop.example',
  'https://evil.test .shop.example',
  'https://user@shop.example',
  'https://evil.test$.shop.example',
  'https://evil_test.shop.example',
  'https://SHOP.example',
  'https://shöp.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example?',
  'https://shop.example#',
  'https://shop.example:443',
  'https://shop.example:99999',
  'https://[::1]',
  'https:shop.example',
  'https://',
  '//shop.example',
  'shop.example',
  'null',
  'data:text/html,x',
  'javascript:1//shop.example',
  ' https://shop.example',
  'https://shop.example ',
])('%j is refused as an origin for live and test merchants', (origin) => {
  for (const merchant of [live, inTest])
    expect(embeddingFault(origin, merchant, website)).toBe('is no origin of a website');
});
