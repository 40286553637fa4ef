import type { Frame, Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  pays,
  payWith,
  phone,
  posUrl,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
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

/** The payment page in the dialog over the shop. */
async function dialogOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('dialog.florin-payment iframe')).contentFrame();
  await frame?.waitForSelector('#number');
  return frame as Frame;
}

const result = (page: Page) => page.locator('#result:not(:empty)');

test.each([
  ['phone', phone],
  ['desktop', { ...desktop, colorScheme: 'dark' as const }],
])(
  'the example shop on a %s: pays in the dialog, and is called back with the transaction',
  async (name, device) => {
    const page = await openPage(device);
    await page.goto(shop.origin);
    await page.locator('#buy').click();
    const dialog = await dialogOf(page);
    await look(page, `popup-${name}`);
    await payWith(dialog, pays);
    await bankOf(dialog);
    await look(page, `popup-${name}-bank`);
    await answerBank(dialog, 'confirm');
    const text = await words(result(page));
    const [transaction] = await transactionsOf(key, merchant);
    expect(text).toBe(`Paid with transaction ${transaction.id}`);
    expect(transaction).toMatchObject({ amount: 4999, currency: 'EUR', custom: { orderId: '1234' } });
    expect(await page.locator('dialog').count()).toBe(0);
  },
);

test.each([
  ['its button', (dialog: Frame) => dialog.locator('#close').click()],
  ['Escape within', (dialog: Frame) => dialog.locator('#number').press('Escape')],
  ['Escape without', (dialog: Frame) => dialog.page().keyboard.press('Escape')],
])('closed with %s', async (_name, close) => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.locator('#buy').click();
  await close(await dialogOf(page));
  expect(await words(result(page))).toBe('Not paid: closed');
  expect(await page.locator('dialog').count()).toBe(0);
});

test('a payment on its way cannot be closed; a declined one stays open for another try', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/payments', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/payments');
  await payWith(dialog, '4100000000000007');
  await asked;
  await dialog.locator('#close').click();
  await page.keyboard.press('Escape');
  answer();
  await answerBank(dialog, 'confirm');
  await dialog.locator('#alert').filter({ hasText: 'There is not enough money' }).waitFor();
  await dialog.locator('#number').fill('');
  await dialog.locator('#expiry').fill('');
  await dialog.locator('#code').fill('');
  await payWith(dialog, frictionless);
  expect(await words(result(page))).toMatch(/^Paid with/);
});

interface Sdk {
  Florin(options: object): { pay(options: object, callback: (...result: unknown[]) => void): void };
  results: unknown[][];
}

test('a second payment supersedes the first; what is steered and saved goes along', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
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
      pay(10);
      pay(15);
    },
    [merchant.key],
  );
  const dialog = await dialogOf(page);
  expect(await words(dialog.locator('#submit'))).toMatch(/^Betala 2\sJPY$/);
  expect(await words(dialog.locator('header'))).toContain('Tea');
  await payWith(dialog);
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

test('a page that does not work can be closed, and calls back', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.evaluate(() => {
    const sdk = globalThis as unknown as Sdk;
    sdk.results = [];
    const amount = { currency: 'EUR', exponent: 2, value: 100 };
    sdk.Florin({ key: 'nobody' }).pay({ test: true, amount }, (...result) => sdk.results.push(result));
  });
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  await frame?.waitForSelector('text=This payment link does not work');
  await look(page, 'popup-bad-link');
  await page.locator('dialog button').click();
  expect(await page.evaluate(() => (globalThis as unknown as Sdk).results)).toEqual([['closed']]);
});

test('nobody else can hold the page in a frame', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  for (const url of [linkOf(merchant), linkOf(merchant, { embed: 'https://other.example' })]) {
    // The browser says so itself when a policy stops a frame.
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, url);
    await refused;
  }
  expect(page.frames().filter((frame) => frame.url().startsWith(posUrl))).toEqual([]);
});
