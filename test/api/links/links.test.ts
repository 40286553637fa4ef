import { world } from '../support/world.ts';

const { createApp, createMerchant } = world();
const [baseUrl, posUrl] = [process.env.FLORIN_BASE_URL ?? '', process.env.FLORIN_POS_URL ?? ''];

type Merchant = { key: string };

let merchant: Merchant;
let live: Merchant;

beforeAll(async () => {
  const app = await createApp();
  merchant = await createMerchant(app.key);
  live = await createMerchant(app.key, { test: false, website: 'https://www.shop.example/x' });
});

/** Opens the payment page with parameters in its address, and returns the parts of the page. */
async function open(of: Merchant, parameters: Record<string, string> = {}) {
  const test: Record<string, string> = of === live ? {} : { test: '1' };
  const query = new URLSearchParams({ key: of.key, value: '49.99', ...test, ...parameters });
  const response = await fetch(`${posUrl}/?${query}`);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1];
  return {
    status: response.status,
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    policy,
    title: /<h1>(.*?)<\/h1>/s.exec(html)?.[1],
    hint: /<\/h1><p>(.*?)<\/p>/s.exec(html)?.[1],
    cause: /<code[^>]*>(.*?)<\/code>/s.exec(html)?.[1],
    data: data === undefined ? undefined : JSON.parse(data),
  };
}

describe('the payment page returns 400 when it loads, before the customer types a card, for', () => {
  test('a live merchant without an acquirer', async () => {
    for (const value of ['49.99', '']) {
      expect(await open(live, { value })).toMatchObject({
        status: 400,
        title: 'Coffee &#38; John cannot take payments at the moment.',
        // No other link would help, so the hint does not suggest asking for one.
        hint: 'Nothing was charged just now. Ask the shop how else you can pay.',
        cause: 'key: this merchant cannot take live payments yet',
        data: undefined,
      });
    }
  });

  test('a currency without a rate to the merchant’s currency', async () => {
    for (const value of ['49.99', '']) {
      expect(await open(merchant, { value, currency: 'KPW' })).toMatchObject({
        status: 400,
        title: 'Coffee &#38; John cannot take payments at the moment.',
        cause: 'currency: there is no rate from KPW to EUR',
        data: undefined,
      });
    }
    for (const currency of ['EUR', 'USD', 'BHD', 'XAF'])
      expect((await open(merchant, { currency, value: '50' })).status).toBe(200);
  });
});

describe('the parameter embed, which allows a site to show the page in a frame,', () => {
  test('the parameter embed must be a single origin, and becomes the frame-ancestors of the content security policy', async () => {
    expect((await open(merchant)).ancestors).toBe("'none'");
    const embed = 'http://localhost:8000';
    expect(await open(merchant, { embed })).toMatchObject({ status: 200, ancestors: embed });
    for (const other of ['http://evil.test;.shop.example', 'https://*.example', "https://'self'.x"]) {
      const { status, cause, policy } = await open(merchant, { embed: other });
      expect([status, cause]).toEqual([400, 'embed: is no origin of a website']);
      expect(policy).not.toContain('evil');
    }
  });

  test('the parameter embed must be the https website of the merchant if the merchant is live', async () => {
    const cause = async (embed: string) => (await open(live, { embed })).cause;
    for (const own of ['https://shop.example', 'https://www.shop.example', 'https://pay.shop.example'])
      expect(await cause(own)).toBe('key: this merchant cannot take live payments yet');
    expect(await cause('http://shop.example')).toMatch(/^embed: is not https/);
    for (const other of ['https://evilshop.example', 'https://shop.example.evil'])
      expect(await cause(other)).toBe('embed: is not the merchant&#39;s website, shop.example');
    expect(await cause('http://evil.test;.shop.example')).toBe('embed: is no origin of a website');
  });
});

test.each([
  ['https://shop.example/?transactionId=1', 'https://shop.example/'],
  ['https://shop.example/?a=1&transactionId=1&b=2', 'https://shop.example/?a=1&b=2'],
  ['https://shop.example/?transactionId=1&transactionId=2&a=%20+%26#x', 'https://shop.example/?a=%20+%26#x'],
  ['https://shop.example/?%74ransactionId=1&transactionId&c', 'https://shop.example/?c'],
  [
    'https://shop.example/?transactionIds=1&a=transactionId',
    'https://shop.example/?transactionIds=1&a=transactionId',
  ],
  ['https://shop.example/#transactionId=1', 'https://shop.example/#transactionId=1'],
])('the page removes transactionId from the query of redirect=%s: %s', async (redirect, kept) => {
  expect((await open(merchant, { redirect })).data.redirect).toBe(kept);
});

test('public pages answer HEAD with the status and headers of GET, and without a body', async () => {
  const page = `${posUrl}/?key=${merchant.key}&test=1&value=1`;
  const html = await (await fetch(page)).text();
  const docs = await (await fetch(`${baseUrl}/docs`)).text();
  const urls = [
    page,
    `${posUrl}/?key=nobody`,
    `${posUrl}/sdk.js`,
    `${posUrl}${/\/assets\/[\w.-]+/.exec(html)?.[0]}`,
    `${posUrl}/assets/none.js`,
    `${baseUrl}/docs`,
    `${baseUrl}${/\/docs\/[\w.-]+/.exec(docs)?.[0]}`,
    `${baseUrl}/openapi.json`,
  ];
  for (const url of urls) {
    const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    expect([url, head.status, await head.text()]).toEqual([url, get.status, '']);
    for (const name of [
      'content-type',
      'cache-control',
      'x-content-type-options',
      'access-control-allow-origin',
    ])
      expect([url, name, head.headers.get(name)]).toEqual([url, name, get.headers.get(name)]);
  }
  for (const path of ['/vault', '/payments', '/nothing'])
    expect([404, 405]).toContain((await fetch(posUrl + path, { method: 'HEAD' })).status);
});
