import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { desktop, here, isTooWide, look, type Merchant, phone, words } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
/** Two test merchants of the person, and a merchant of somebody else. */
let [first, second, foreign]: Merchant[] = [];
let email: string;
/** The payments of both merchants in turns, the newest first. */
const ids: string[] = [];

async function invite(merchant: Merchant, who: string, role: string): Promise<void> {
  const body = { email: who, role };
  const { status, text } = await here.api('POST', `/merchants/${merchant.id}/users`, { key, body });
  if (status !== 201) throw new Error(text);
}

beforeAll(async () => {
  ({ key, merchant: first } = await here.shop({ name: 'Café Åse' }));
  second = await here.createMerchant(key, { name: '=Bar' });
  foreign = await here.createMerchant(key, { name: 'Foreign' });
  email = await personOf(first, key, 'accountant');
  await invite(second, email, 'support');
  await here.authorized(foreign, 99900);
  for (let count = 1; count <= 32; count++)
    ids.unshift(await here.authorized(count % 2 === 0 ? first : second, count * 100));
});

const rows = 'main tbody tr';

const amounts = (page: Page): Promise<(string | undefined)[]> =>
  page.locator(`${rows} .row-link`).evaluateAll((links) => links.map((link) => link.textContent?.trim()));

const showsRows = (page: Page, count: number) =>
  page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(selector as string).length === count,
    [rows, count] as const,
  );

const euros = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, n) => `€${from - n}.00`);

test('payments of all merchants are one list by time, with pages, names and filters', async () => {
  const page = await openConsole(email, `#/${first.id}/payments`, desktop);
  await showsRows(page, 16);
  await page.getByLabel('Merchant', { exact: true }).selectOption({ label: 'All 2 test merchants' });
  await showsRows(page, 25);
  expect(page.url()).toContain('merchants=all');
  expect(await amounts(page)).toEqual(euros(32, 8));
  expect(await words(page.locator(rows).nth(0))).toContain('Café Åse');
  expect(await words(page.locator(rows).nth(1))).toContain('=Bar');
  expect(await page.getByText('€999.00').count()).toBe(0);
  await look(page, 'console-all-merchants', true);
  await page.getByRole('link', { name: 'Older' }).click();
  await showsRows(page, 7);
  expect(await amounts(page)).toEqual(euros(7, 1));
  await page.getByRole('link', { name: 'Newer' }).click();
  await showsRows(page, 25);
  expect(await amounts(page)).toEqual(euros(32, 8));
  await page.locator(rows).nth(1).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Payment €31.00' }).waitFor();
  expect(page.url()).toContain(`#/${second.id}/payments/${ids[1]}`);

  await visit(page, `#/${first.id}/payments?merchants=all&amount=700`);
  expect(await amounts(page)).toEqual(['€7.00']);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await isTooWide(page)).toBe(false);
});

test('a search that has not ended in one merchant hides the older payments of the other', async () => {
  const page = await openConsole(email, `#/${first.id}/payments`, desktop);
  // The search of the second merchant has read back to its payment over 29 euros, and found nothing.
  const edge = ids[3] ?? '';
  await page.route(`**/merchants/${second.id}/search?*`, async (route) => {
    const isFirst = !route.request().url().includes('before=');
    if (!isFirst) return route.continue();
    return route.fulfill({ json: { payments: [], next: edge, searchedUntil: '2026-10-01T12:00:00.000Z' } });
  });
  await visit(page, `#/${first.id}/payments?merchants=all&scheme=visa`);
  expect(await amounts(page)).toEqual(['€32.00', '€30.00']);
  await page.getByText('Searched back to').waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await showsRows(page, 25);
  expect((await amounts(page)).slice(0, 3)).toEqual(['€28.00', '€27.00', '€26.00']);
});

test('the file has all rows of all merchants once, in the order of the list', async () => {
  const page = await openConsole(email, `#/${first.id}/payments?merchants=all`, phone);
  // The pages are short, have different lengths, and fail once in the middle.
  let isBroken = true;
  await page.route('**/transactions?limit=1000**', async (route) => {
    const url = new URL(route.request().url());
    if (isBroken && url.pathname.includes(second.id) && url.searchParams.has('before')) {
      return route.fulfill({ status: 400, json: [{ field: 'limit', message: 'Broken' }] });
    }
    url.searchParams.set('limit', url.pathname.includes(second.id) ? '3' : '7');
    return route.continue({ url: String(url) });
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('dialog').waitFor();
  isBroken = false;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click(),
  ]);
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toMatch(/^\ufeffmerchant,merchant_id,id,/);
  expect(lines.map((line) => line.split(',')[2])).toEqual(ids);
  expect(lines[0]).toMatch(/^Café Åse,/);
  expect(lines[1]).toMatch(/^'=Bar,/);
});

test('a merchant whose access is removed during an export is named, and only its payments leave the page', async () => {
  const person = await personOf(first, key, 'member');
  await invite(second, person, 'member');
  const page = await openConsole(person, `#/${first.id}/payments?merchants=all`, desktop);
  await showsRows(page, 25);
  const { body: users } = await here.api('GET', `/merchants/${second.id}/users`, {
    key,
    query: { limit: 100 },
  });
  const { id } = users.find((one: { email: string }) => one.email === person);
  // The user loses access between the first and the second page of the export.
  const pages = async (route: Route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.has('before') && url.pathname.includes(second.id))
      await here.api('DELETE', `/merchants/${second.id}/users/${id}`, { key });
    url.searchParams.set('limit', '5');
    await route.continue({ url: String(url) });
  };
  await page.route('**/transactions?limit=1000**', pages);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await outcome(page).getByText('you no longer have access to: =Bar').waitFor();
  expect(download.suggestedFilename()).toMatch(/-incomplete\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(lines.filter((line) => line.startsWith('Café Åse,'))).toHaveLength(16);
  expect(lines.filter((line) => line.startsWith("'=Bar,"))).toHaveLength(5);

  // After the refusal the page loads the merchants of the user again.
  await showsRows(page, 16);
  expect(await words(page.locator('main tbody'))).not.toContain('=Bar');
});

test('an owner makes another merchant in the settings, and sees it', async () => {
  const { key, merchant } = await here.shop({ name: 'First' });
  const person = await personOf(merchant, key, 'owner');
  const page = await openConsole(person, `#/${merchant.id}/settings`, desktop);
  await page.getByRole('button', { name: 'Make another merchant' }).click();
  const dialog = page.getByRole('dialog');
  await look(page, 'console-another-merchant', true);
  await dialog.getByLabel('Currency').selectOption('DKK');
  const make = dialog.getByRole('button', { name: 'Make another merchant' });
  await make.click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Second');
  await make.dblclick();
  await page.waitForURL((url) => /#\/\w+\/overview/.test(url.hash) && !url.hash.includes(merchant.id));
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Second.*Switch to another merchant/ }).click();
  expect(await page.locator('.choices li').count()).toBe(2);
});

test('an owner saves what names a customer as a file, and erases it', async () => {
  const { key, merchant } = await here.shop();
  const path = `/merchants/${merchant.id}/links`;
  const make = (email: string) =>
    here.api('POST', path, { key, body: { amount: 100, currency: 'EUR', email } });
  await make('ann@example.com');
  await make('joann@example.com');
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/settings`, desktop);
  await page.getByRole('button', { name: 'Data of a customer' }).click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByRole('textbox', { name: 'E-mail address' });
  const find = dialog.getByRole('button', { name: 'Search' });
  await address.fill('ann');
  await find.click();
  await dialog.getByText('Enter an e-mail address, for example').waitFor();
  await address.fill('Ann@example.com');
  await find.click();
  await dialog.getByText('0 payments, 1 links, 0 saved cards, 0 receipts').waitFor();
  await look(page, 'console-customer-data', true);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(file.links).toEqual([expect.objectContaining({ email: 'ann@example.com' })]);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText('The person is erased.').waitFor();
  const { body } = await here.api('GET', path, { key, query: { limit: 9 } });
  expect(JSON.stringify(body)).toContain('"joann@example.com"');
  expect(JSON.stringify(body)).not.toContain('"ann@example.com"');
});
