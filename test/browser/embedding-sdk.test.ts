import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  desktop,
  frictionless,
  here,
  isPaying,
  look,
  type Merchant,
  paidId,
  payWith,
  posUrl,
  receipt,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
import { callPay, dialogOf, dialogs, resultsOf, type Sdk } from './support/dialog.ts';
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  shop = await startShop(posUrl, merchant.key);
});

afterAll(() => shop?.stop());

/** Opens the shop. */
async function atShop(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(shop.origin);
  return page;
}

test('a second payment replaces the first, and passes on all of its options', async () => {
  const page = await atShop();
  await page.evaluate(
    ([publicKey]) => {
      const sdk = globalThis as unknown as Sdk;
      sdk.results = [];
      const pay = (value: number) =>
        sdk.Florin({ key: publicKey }).pay(
          {
            test: { tds: { challenge: false, status: 'attempted' } },
            amount: { currency: 'JPY', exponent: 1, value },
            description: 'Tea',
            reference: 'T-1',
            custom: { basket: [1, 2] },
            unplanned: { customer: true },
            locale: 'sv',
          },
          (...result) => sdk.results.push(result),
        );
      void pay(10);
      void pay(20);
    },
    [merchant.key],
  );
  const dialog = await dialogOf(page);
  expect(await words(dialog.locator('#submit'))).toMatch(/^Betala 2\sJPY$/);
  expect(await words(dialog.locator('header'))).toContain('Tea');
  await page.getByRole('dialog', { name: /^Betala / }).waitFor();
  await payWith(dialog);
  await receipt(dialog).locator('[data-close]').click();
  await page.waitForFunction(() => (globalThis as unknown as Sdk).results.length === 2);
  const results = await page.evaluate(() => (globalThis as unknown as Sdk).results);
  const [transaction] = await transactionsOf(key, merchant);
  expect(results).toEqual([['superseded'], [null, { transaction: { id: transaction.id } }]]);
  expect(transaction).toMatchObject({
    amount: 2,
    currency: 'JPY',
    tds: 'attempt',
    custom: { reference: 'T-1', basket: [1, 2] },
  });
});

test('a page that cannot load its data can be closed, and sdk.js calls back', async () => {
  const page = await atShop();
  await page.evaluate(() => {
    const sdk = globalThis as unknown as Sdk;
    sdk.results = [];
    const amount = { currency: 'EUR', exponent: 2, value: 100 };
    void sdk.Florin({ key: 'nobody' }).pay({ test: true, amount }, (...result) => sdk.results.push(result));
  });
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  await frame?.waitForSelector('text=This payment link does not work');
  await look(page, 'popup-bad-link');
  await page.locator('dialog button').click();
  expect(await page.evaluate(() => (globalThis as unknown as Sdk).results)).toEqual([['closed']]);

  await callPay(page, { key: 'nobody' });
  await dialogOf(page, '.bad');
  await page.getByRole('dialog', { name: 'This payment link does not work' }).waitFor();
  await page.keyboard.press('Escape');
  expect((await resultsOf(page, 2))[1]).toEqual(['closed']);
});

test('the dialog has an edge in a contrast theme, where its shadow and its background have no effect', async () => {
  const page = await atShop({ ...desktop, forcedColors: 'active' });
  await callPay(page, merchant);
  await dialogOf(page);
  await look(page, 'popup-forced-colours');
  const edge = await page
    .locator('dialog')
    .evaluate((dialog) => [getComputedStyle(dialog).outlineStyle, getComputedStyle(dialog).outlineColor]);
  expect(edge).toEqual(['solid', 'rgb(0, 0, 0)']);
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['the customer is offline', (page) => page.context().setOffline(true)],
  ['something blocks it', (page) => page.route(`${posUrl}/?*`, (route) => route.abort('blockedbyclient'))],
  ['its script is blocked', (page) => page.route('**/assets/payment-*', (route) => route.abort())],
  [
    'the shop’s own policy forbids it',
    (page) =>
      page.evaluate(() => {
        const policy = Object.assign(document.createElement('meta'), { content: "frame-src 'none'" });
        policy.httpEquiv = 'Content-Security-Policy';
        document.head.append(policy);
      }),
  ],
])('%s: sdk.js reports that to the shop, and restores the shop’s page', async (_name, prevent) => {
  const page = await atShop();
  await prevent(page);
  await callPay(page, merchant);
  expect(await resultsOf(page)).toEqual([['unavailable']]);
  expect(await dialogs(page)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
});

test('sdk.js reports a page that does not load for 20 seconds, by a promise if the shop gave no callback', async () => {
  const page = await atShop();
  await page.clock.install();
  await page.route(`${posUrl}/?*`, () => {});
  await callPay(page, merchant, {}, 'promise');
  await page.clock.fastForward(19_000);
  expect(await dialogs(page)).toBe(1);
  await page.clock.fastForward(2000);
  expect(await resultsOf(page)).toEqual([['rejected', 'unavailable', 'unavailable']]);
  expect(await dialogs(page)).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the shop learns of a payment even if it opens another dialog before the receipt closes', async () => {
  const page = await atShop();
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  await callPay(page, merchant, { text: 'Another' });
  const [transaction] = await transactionsOf(key, merchant);
  expect(await resultsOf(page)).toEqual([[null, { transaction: { id: transaction.id } }]]);
});

test('closing the dialog after the connection is lost during a payment reports an unknown outcome', async () => {
  const page = await atShop();
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  await page.route('**/payments', async (route) => {
    if (!isPaying(route)) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payWith(dialog, frictionless);
  await dialog.locator('#notice').waitFor();
  await dialog.locator('#close').click();
  expect(await resultsOf(page)).toEqual([['unknown']]);
});

test('sdk.js passes on `custom` as it was at the call, and as JSON: without functions, and from a proxy', async () => {
  const page = await atShop();
  await page.evaluate((publicKey) => {
    const custom = new Proxy({ orderId: 'first', change() {} }, {});
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    void (globalThis as unknown as Sdk)
      .Florin({ key: publicKey })
      .pay({ test: true, amount, custom }, () => {});
    custom.orderId = 'second';
  }, merchant.key);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  const { custom } = await here.transaction(key, await paidId(dialog));
  expect(custom).toEqual({ orderId: 'first' });
});

test('sdk.js throws a TypeError for a `custom` that cannot be JSON, and opens no dialog', async () => {
  const page = await atShop();
  const name = await page.evaluate((publicKey) => {
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    const custom: { self?: object } = {};
    custom.self = custom;
    try {
      void (globalThis as unknown as Sdk)
        .Florin({ key: publicKey })
        .pay({ test: true, amount, custom }, () => {});
    } catch (error) {
      return (error as Error).name;
    }
    return 'none';
  }, merchant.key);
  expect(name).toBe('TypeError');
  expect(await dialogs(page)).toBe(0);
});

test.each([
  { exponent: 2, value: 49.99 },
  { exponent: 2, value: '4999' },
  { exponent: 2, value: Number.NaN },
  { exponent: 2, value: -1 },
  { exponent: 2, value: 2 ** 53 },
  { exponent: 2, value: null },
  { exponent: 2 },
  { exponent: 1.5, value: 4999 },
  { exponent: '2', value: 4999 },
  { exponent: -2, value: 4999 },
  { exponent: Number.POSITIVE_INFINITY, value: 4999 },
  { exponent: 1e9, value: 4999 },
  { value: 4999 },
  { currency: undefined, exponent: 2, value: 4999 },
])('sdk.js throws a TypeError for the amount %j, and opens no dialog', async (wrong) => {
  const page = await atShop();
  const thrown = await page.evaluate(
    ([publicKey, amount]) => {
      const { pay } = (globalThis as unknown as Sdk).Florin({ key: publicKey });
      const attempts = [() => pay({ test: true, amount }), () => pay({ test: true, amount }, () => {})];
      return attempts.map((attempt) => {
        try {
          void attempt();
          return 'nothing';
        } catch (error) {
          return (error as Error).name;
        }
      });
    },
    [merchant.key, { currency: 'EUR', ...wrong }] as const,
  );
  expect(thrown).toEqual(['TypeError', 'TypeError']);
  expect(await dialogs(page)).toBe(0);
});
