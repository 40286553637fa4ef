import type { Frame, Page } from 'playwright-core';
import { type Shop, startShop } from '../examples/shop.ts';
import {
  desktop,
  frictionless,
  here,
  type Merchant,
  payWith,
  posUrl,
  useBrowser,
} from './support/browser.ts';
import { startShop as startPage } from './support/shop.ts';

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
  // The shop leaves its page as soon as the customer has paid.
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

/** An `sdk.js` whose payments have an unknown outcome. */
const lost = `window.Florin = () => ({
  pay: (_, callback) => callback ? callback('unknown') : Promise.reject(unknown()),
  fields: () => ({ pay: () => Promise.reject(unknown()) }),
});
const unknown = () => Object.assign(new Error('unknown'), { code: 'unknown' });`;

test.each(['examples/node/shop.mjs', 'dialog', 'fields', 'docs/inline-fields.md'])(
  'the page of %s does not say “Not paid” if the outcome is unknown',
  async (example) => {
    const page = await openPage(desktop);
    await page.route('**/sdk.js', (route) =>
      route.fulfill({ status: 200, contentType: 'text/javascript', body: lost }),
    );
    const isWhole = example === 'examples/node/shop.mjs';
    const other = isWhole ? undefined : await startPage(posUrl, merchant.key, example);
    try {
      await page.goto(other?.origin ?? shop.url);
      if (await page.locator('input').count()) await page.locator('input').fill('Ada');
      await page.locator('button').click();
      const said = page.locator('[role=status]:not(:empty)');
      expect(await said.textContent()).toMatch(/^We do not know yet whether you have paid/);
    } finally {
      await other?.stop();
    }
  },
);

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
