import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import {
  frictionless,
  here,
  type Merchant,
  payWith,
  posUrl,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from '../support/browser.ts';

/* The samples of docs/payment-link.md that run in a browser. Those for a server run in `api/docs/guide-samples`. */

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

/** The `url` of a link of the order, which is paid once. */
let link: string;

beforeEach(async () => {
  const body = { amount: 4999, currency: 'EUR', reference: 'order-1234' };
  link = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link.url;
});

const samples = [
  ...readFileSync('docs/payment-link.md', 'utf8').matchAll(/^```(?:html|js)\n(.*?)^```/gms),
].map(([, code = '']) => code);
const sampleWith = (text: string): string => samples.find((code) => code.includes(text)) ?? '';

/** Opens a shop's page that contains the sample. @param said gets what the page writes to the console */
async function openShop(html: string, said: string[] = []): Promise<Page> {
  const page = await openPage();
  page.on('console', (message) => said.push(message.text()));
  const body = html
    .replaceAll('{pos_url}', posUrl)
    .replace('<public key>', merchant.key)
    .replace('{key}', merchant.key)
    .replace('{link}', link);
  await page.route('http://shop.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${body}</main>`,
    }),
  );
  await page.goto('http://shop.example/');
  return page;
}

const newest = async () => (await transactionsOf(key, merchant))[0];

test('the sample of a payment link opens a page that takes the payment', async () => {
  const page = await openShop(sampleWith('<a href'));
  await page.getByRole('link', { name: 'Pay' }).click();
  expect(await words(page.locator('header'))).toMatch(/Two coffees/);
  await payWith(page, frictionless);
  await page.locator('#paid').waitFor();
  expect(await newest()).toMatchObject({
    amount: 4999,
    currency: 'EUR',
    custom: { reference: 'order-1001' },
  });
});

test('the sample of sdk.js opens the dialog, and gets the id of the transaction', async () => {
  const said: string[] = [];
  const page = await openShop(sampleWith('sdk.js'), said);
  const dialog = await (await page.waitForSelector('dialog.florin-payment iframe')).contentFrame();
  await payWith(dialog as never, frictionless);
  await dialog?.locator('#receipt [data-close]').click();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  const transaction = await newest();
  expect(said).toEqual([transaction.id]);
  expect(transaction).toMatchObject({ amount: 4999, custom: { reference: 'order-1234' } });
});

test('the sample of card fields puts them into the shop’s form, with the appearance that it sets', async () => {
  const fields = sampleWith('.fields(').replace('{ link }', '{ link, appearance }');
  const script = `const link = '${link}', form = document.querySelector('form');
${sampleWith('const appearance')}${fields.replace('await fields.pay();', 'await fields.pay(); document.title = transaction.id;')}`;
  const page = await openShop(
    `<form><div id="card"></div><button>Pay</button></form><script src="{pos_url}/sdk.js"></script><script>${script}</script>`,
  );
  const card = await (await page.waitForSelector('#card iframe')).contentFrame();
  await card?.waitForSelector('#number');
  expect(await card?.locator('#number').evaluate((field) => getComputedStyle(field).backgroundColor)).toBe(
    'rgb(7, 54, 66)',
  );
  await typeCard(card as never, frictionless);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForFunction(() => /^[0-9a-f]{24}$/.test(document.title));
  expect(await page.title()).toBe((await newest()).id);
});
