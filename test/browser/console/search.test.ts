import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { desktop, here, isTooWide, look, type Merchant, phone } from '../support/browser.ts';
import { personOf, useConsole } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
  const payer = { name: 'Ann Lee', email: 'ann@example.com' };
  await here.authorized(merchant, 4999, { custom: { reference: 'Order 12' }, payer });
  await here.authorized(merchant, 4999, { custom: { reference: 'Order 123' } });
  const id = await here.authorized(merchant, 700, { custom: { reference: '4711' }, payer });
  await here.move(key, id, 'captures', 700);
  await here.move(key, id, 'refunds', 100);
});

/** Waits until the list has exactly the payments with these references. */
const shows = (page: Page, ...references: string[]) =>
  page.waitForFunction((wanted) => {
    const rows = [...document.querySelectorAll('main tbody tr')];
    const shown = rows.map((row) => row.querySelector('bdi')?.textContent);
    return JSON.stringify(shown) === JSON.stringify(wanted);
  }, references);

const all = ['4711', 'Order 123', 'Order 12'];

async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel('Find a payment').fill(text);
  await page.keyboard.press('Enter');
}

test('the search field finds payments by reference, card, amount and e-mail, and keeps the terms in the URL', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await shows(page, ...all);
  await find(page, 'order 12');
  await shows(page, 'Order 123', 'Order 12');
  expect(page.url()).toContain('text=order+12');
  await page.getByRole('link', { name: 'Remove: Reference or name order 12' }).click();
  await shows(page, ...all);
  await find(page, '49.99');
  await shows(page, 'Order 123', 'Order 12');
  await find(page, 'ANN@example.com');
  await shows(page, 'Order 12');
  expect(page.url()).toMatch(/amount=4999&email=ANN%40example.com/);
  await page.reload();
  await shows(page, 'Order 12');
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await shows(page, ...all);
  await page.getByRole('link', { name: 'Refunded', exact: true }).click();
  await shows(page, '4711');
  await page.getByLabel('Means of payment').selectOption('Mastercard');
  await page.getByText('Searched for: Mastercard · Refunded').waitFor();
});

test('a text with several readings is searched by the first that finds payments, and offers the others', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, phone);
  await shows(page, ...all);
  await find(page, '4711');
  await shows(page, '4711');
  await page.getByText('Reference or name 4711').waitFor();
  await page.getByRole('link', { name: 'card', exact: true }).click();
  await page.getByText('Searched for: Card •••• 4711').waitFor();
  await look(page, 'console-search-phone', true);
  expect(await isTooWide(page)).toBe(false);
  expect(page.url()).toContain('last4=4711');
  expect(page.url()).not.toContain('text=');
  await page.getByRole('link', { name: 'Clear the filters' }).first().click();
  await find(page, '0000');
  await page.getByText('Card •••• 0000').waitFor();
});

test('a saved view can be made, opened and removed by keyboard, and stays in the browser', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments?amount=4999`, desktop);
  await shows(page, 'Order 123', 'Order 12');
  await page.getByRole('button', { name: 'Save as a view' }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Name of the view');
  await name.waitFor();
  await page.waitForFunction(() => document.activeElement?.localName === 'input');
  await page.keyboard.type('<b>Large</b>');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '<b>Large</b>', exact: true }).waitFor();
  await look(page, 'console-search-desktop', true);
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await shows(page, ...all);
  await page.reload();
  await page.getByRole('link', { name: '<b>Large</b>', exact: true }).focus();
  await page.keyboard.press('Enter');
  await shows(page, 'Order 123', 'Order 12');
  await page.getByRole('button', { name: 'Remove the view <b>Large</b>' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '<b>Large</b>', exact: true }).waitFor({ state: 'detached' });
});

test('an exported search has exactly the payments that the search shows', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments?email=ann%40example.com`, desktop);
  await shows(page, '4711', 'Order 12');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(',4711,');
  expect(lines[2]).toContain(',Order 12,');
});

test('a search that reaches its limit of payments says so, and can be continued', async () => {
  const page = await openConsole(email, `#/${merchant.id}/ledger`, phone);
  const next = 'f'.repeat(24);
  await page.route('**/search?**', async (route) => {
    if (route.request().url().includes('before')) await route.continue();
    else await route.fulfill({ json: { payments: [], next, searchedUntil: '2026-10-01T12:00:00.000Z' } });
  });
  await page.evaluate((place) => {
    location.hash = place;
  }, `#/${merchant.id}/payments?scheme=visa`);
  await page.getByText(/Searched back to .*2026/).waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await shows(page, ...all);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
