import { webUrl, webUrlFault } from '../../../functions/core/basics/web-url.ts';
import { isWebsite } from '../../../functions/core/domain/merchants/website.ts';

test.each([
  'https://shop.example@evil.example',
  'https://shop.example@evil.example/pay?a=1#b',
  'https://shop.example:443@evil.example',
  'https://:secret@evil.example',
  'https://@evil.example',
  'https://:@evil.example',
  'https:\\\\shop.example@evil.example',
  'https:/shop.example@evil.example',
  'https:shop.example@evil.example',
  'ht\ttps://shop.example@evil.example',
  ' https://shop.example@evil.example',
  'https://shop.example%2f@evil.example',
  'HTTPS://Shop.Example@evil.example',
  'http://a@b@evil.example',
])('%s is refused because the text before the @ looks like the host', (url) => {
  expect(webUrl(url)).toBeUndefined();
  expect(isWebsite(url)).toBe(false);
  expect(webUrlFault(url, '')).toMatch(/^Must have no user name or password before the host/);
});

test.each([
  'https://shop.example',
  'https://shop.example/@me',
  'https://shop.example?mail=a@b.example',
  'https://shop.example#@',
  'http://localhost:8080/x',
  'https://xn--bcher-kva.example/ä',
])('%s is accepted as a web URL', (url) => {
  expect(webUrl(url)?.href).toBe(new URL(url).href);
});

test.each([
  'mailto:a@b.example',
  'javascript:alert(1)',
  'ftp://a@b.example',
  '//shop.example',
  'shop.example',
  '',
])('%s is refused as a web URL', (url) => {
  expect(webUrl(url)).toBeUndefined();
});

test('a website without a scheme may have an @ in its path or query, and none in its host', () => {
  expect(
    ['shop.example/@me', 'shop.example?a@b', 'shop.example@evil.example', 'a@b.example'].map(isWebsite),
  ).toEqual([true, true, false, false]);
});
