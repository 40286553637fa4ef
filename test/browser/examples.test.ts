import type { Frame, Page } from 'playwright-core';
import { type Shop, startShop } from '../examples/shop.ts';
import {
  desktop,
  frictionless,
  here,
  isTooWide,
  look,
  type Merchant,
  payWith,
  phone,
  posUrl,
  typeCard,
  useBrowser,
} from './support/browser.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

let key: string;
let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  shop = await startShop('Node.js', { baseUrl, posUrl, key, merchantId: merchant.id });
});
afterAll(() => shop?.stop());

/** Checks the shop's receipt, and that its transaction was captured in full. */
async function expectSold(page: Page): Promise<void> {
  const id = await page.locator('h1:has-text("Thank you") ~ p #transaction').textContent();
  expect(await here.transaction(key, id ?? '')).toMatchObject({
    successful: true,
    amount: 4999,
    capturedAmount: 4999,
  });
}

test('the shop in Node.js sells in a dialog', async () => {
  const page = await openPage(desktop);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Pay' }).click();
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  await frame?.waitForSelector('#number');
  await payWith(frame as Frame, frictionless);
  await page.waitForURL(/\/return\?transactionId=/);
  await expectSold(page);
});

test('the shop in Node.js says when the customer closes the dialog, and the order can still be paid', async () => {
  const page = await openPage(desktop);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Pay' }).click();
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame();
  await frame?.waitForSelector('#number');
  await page.keyboard.press('Escape');
  await page.locator('[role=status]:has-text("Not paid: closed")').waitFor();
});

test('the shop in Node.js sells without sdk.js by a link, and the customer returns to the shop', async () => {
  const page = await openPage(desktop);
  await page.route('**/sdk.js', (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }),
  );
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(`${posUrl}/**`);
  await payWith(page, frictionless);
  await page.waitForURL(/\/return\?transactionId=/);
  await expectSold(page);
});

describe('the checkout with card fields', () => {
  let checkout: Shop;
  beforeAll(async () => {
    const account = { baseUrl, posUrl, key, merchantId: merchant.id };
    checkout = await startShop('Node.js', account, 'shop-fields.mjs');
  });
  afterAll(() => checkout?.stop());

  /** Opens the page on a phone, and returns it with the fields and the id of its order. */
  async function opened() {
    const page = await openPage({ ...phone, viewport: { width: 320, height: 640 } });
    await page.goto(checkout.url);
    const order = /"id":"([0-9a-f-]{36})"/.exec(await page.content())?.[1] ?? '';
    const fields = (await (await page.waitForSelector('iframe.florin-fields')).contentFrame()) as Frame;
    await fields.waitForSelector('#number');
    return { page, fields, order };
  }

  test('sells on a narrow phone, and takes the money', async () => {
    const { page, fields, order } = await opened();
    await page.getByLabel('Your name').fill('Ada');
    await typeCard(fields, frictionless);
    expect(await isTooWide(page)).toBe(false);
    await look(page, 'shop-fields');
    await page.getByRole('button', { name: 'Pay €49.99' }).click();
    await page.locator('[role=status]', { hasText: `Your order ${order} is paid` }).waitFor();
    const { body } = await here.api('GET', `/merchants/${merchant.id}/transactions`, {
      key,
      query: { limit: 1 },
    });
    expect(body[0]).toMatchObject({ capturedAmount: 4999, custom: { reference: order } });
    await look(page, 'shop-fields-paid');
  });

  test('delivers nothing for a transaction of another order, another amount, or another merchant', async () => {
    const { order } = await opened();
    const report = async (id: string) => {
      const answer = await fetch(`${checkout.url}/orders/${order}`, { method: 'POST', body: id });
      return [answer.status, await answer.text()];
    };
    const other = await here.shop();
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    const custom = { reference: order };
    const forged = [
      await here.authorized(merchant, 4999, { custom: { reference: 'another' } }),
      await here.authorized(merchant, 100, { custom, amount: { ...amount, value: 100 } }),
      await here.authorized(other.merchant, 4999, { custom }),
      '0'.repeat(24),
      '../me',
      '<script>',
    ];
    for (const id of forged) expect(await report(id)).toEqual([400, expect.not.stringContaining('<script>')]);
    const paid = await here.authorized(merchant, 4999, { custom });
    expect((await Promise.all([report(paid), report(paid)])).map(([status]) => status)).toEqual([200, 200]);
    expect(await here.transaction(key, paid)).toMatchObject({
      capturedAmount: 4999,
      trail: [{ capture: true }],
    });
    expect((await report(await here.authorized(merchant, 4999, { custom })))[0]).toBe(409);
  });
});
