import type { Page } from 'playwright-core';
import { type ExpressShop, installExpressShop, startExpressShop } from '../examples/express.ts';
import { freePort } from '../examples/free-port.ts';
import {
  desktop,
  fieldsIn,
  frictionless,
  here,
  isTooWide,
  type Merchant,
  phone,
  posUrl,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let shop: ExpressShop;
let remove: () => void;

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ methods: ['mobilepay'] }));
  const installed = installExpressShop();
  remove = installed.remove;
  const port = await freePort();
  const body = { url: `http://127.0.0.1:${port}/hooks` };
  const { webhook } = (await here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
  const baseUrl = process.env.FLORIN_BASE_URL ?? '';
  const account = { baseUrl, posUrl, key, merchantId: merchant.id, secret: webhook.secret };
  shop = await startExpressShop(installed.folder, port, account);
});
afterAll(async () => {
  await shop?.stop();
  remove?.();
});

const receipt = (page: Page) => page.getByRole('heading', { name: 'Thank you' });

/** Puts bags into an order, and goes to MobilePay by the payment page. */
async function goToMobilePay(page: Page): Promise<string> {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  const order = page.url();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Pay by MobilePay' }).click();
  await page.getByRole('radio', { name: 'MobilePay' }).check();
  await page.locator('#submit').click();
  await page.waitForURL(/simulated-bank/);
  return order;
}

const paymentsOf = async (order: string) =>
  (await transactionsOf(key, merchant)).filter(({ custom }) => custom?.reference === order.split('/').at(-1));

test('a phone pays by MobilePay, and comes back to the receipt of the shop', async () => {
  const page = await openPage({ ...phone, viewport: { width: 320, height: 640 } });
  const order = await goToMobilePay(page);
  await page.locator('button[value=approve]').click();
  await receipt(page).waitFor();
  expect([page.url(), await isTooWide(page)]).toEqual([order, false]);
  expect(await paymentsOf(order)).toMatchObject([{ method: { type: 'mobilepay' }, capturedAmount: 4998 }]);
});

test('the app opens another browser: the payment counts there, and the first browser shows the receipt', async () => {
  const page = await openPage(phone);
  const order = await goToMobilePay(page);
  const other = await openPage(desktop);
  await other.goto(page.url());
  await other.locator('button[value=approve]').click();
  await other.getByText('your payment has arrived').waitFor();
  expect(await words(other.locator('body'))).not.toMatch(/Ada|Java|49/);
  await page.goto(order);
  await receipt(page).waitFor();
  expect(await paymentsOf(order)).toHaveLength(1);
});

test('a customer who goes back to the shop before the answer sees the receipt as soon as it is known', async () => {
  const page = await openPage(phone);
  const order = await goToMobilePay(page);
  const bank = page.url();
  await page.goto(order);
  await page.getByText('If you have agreed in an app already').waitFor();
  const app = await openPage(desktop);
  await app.goto(bank);
  await app.locator('button[value=approve]').click();
  await receipt(page).waitFor();
  expect(await paymentsOf(order)).toHaveLength(1);
});

test('a customer who changes their mind at MobilePay pays by card, once', async () => {
  const page = await openPage(phone);
  const order = await goToMobilePay(page);
  await page.goto(order);
  const card = await fieldsIn(page);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await typeCard(card, frictionless);
  await page.getByRole('button', { name: 'Pay €49.98' }).tap();
  await receipt(page).waitFor();
  expect((await paymentsOf(order)).filter(({ successful }) => successful)).toMatchObject([
    { method: { type: 'card' }, capturedAmount: 4998 },
  ]);
});
