import { readFileSync } from 'node:fs';
import type { Download, Page, Route } from 'playwright-core';
import { firstIdAt } from '#domain/id.ts';
import { descriptionOf, desktop, here, look, type Merchant, phone, words } from '../support/browser.ts';
import { outcome, personOf, useConsole } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;
/** The payments of the merchant, the newest first. */
const ids: string[] = [];

/** Texts that a customer or a merchant can choose, and that a spreadsheet would execute. */
const evil = {
  custom: { reference: '\u200b=1+1' },
  payer: { name: '=HYPERLINK("https://evil.example","Jürgen, Æsop")', email: '+49@example.com' },
};

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
  for (let count = 1; count <= 12; count++)
    ids.unshift(await here.authorized(merchant, count * 100, count === 12 ? evil : {}));
});

const button = (page: Page) => page.getByRole('button', { name: 'Export CSV' });

/** Makes the export read pages of five payments, and handles each page by `onPage`. The first page has the number 1. */
const inFives = (page: Page, onPage: (number: number, route: Route) => Promise<unknown> | undefined) => {
  const seen: string[] = [];
  return page.route('**/transactions?limit=1000**', async (route) => {
    const url = new URL(route.request().url());
    const before = url.searchParams.get('before') ?? '';
    if (!seen.includes(before)) seen.push(before);
    const answer = onPage(seen.indexOf(before) + 1, route);
    if (answer) return void (await answer);
    url.searchParams.set('limit', '5');
    await route.continue({ url: String(url) });
  });
};

const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

const rowsOf = async (download: Download): Promise<string[]> =>
  (await bytesOf(download)).toString().trimEnd().split('\r\n').slice(1);

const idsOf = (rows: readonly string[]) => rows.map((row) => row.slice(0, 24));

test('an exported file is UTF-8 with a byte order mark, and no text in it is a formula', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
  const bytes = await bytesOf(download);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [, first] = bytes.toString().split('\r\n');
  expect(first).toContain(
    `,'\u200b=1+1,"'=HYPERLINK(""https://evil.example"",""Jürgen, Æsop"")",'+49@example.com,`,
  );
});

test('after a lost response and a refusal the export continues after the last row, and has each row once', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  let isLost = false;
  let isRefused = true;
  await inFives(page, (number, route) => {
    if (number === 2 && !isLost) {
      isLost = true;
      return route.fulfill({ status: 502, body: 'Bad gateway' });
    }
    if (number === 3 && isRefused)
      return route.fulfill({ status: 403, json: { error: 'FORBIDDEN', message: 'No' } });
    return undefined;
  });
  await button(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10 rows have been read.').waitFor();
  await dialog.getByText('You no longer have access').waitFor();
  expect(await descriptionOf(dialog)).toMatch(/you no longer have access.*10 rows have been read/);
  await look(page, 'console-export-halted');
  isRefused = false;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Go on' }).click(),
  ]);
  expect(idsOf(await rowsOf(download))).toEqual(ids);
  await outcome(page).getByText('The file has 12 rows.').waitFor();
});

test('an export can be stopped, and the name of its file says that rows are missing', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, phone);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await inFives(page, (number, route) =>
    number === 2 ? held.then(() => route.abort('connectionreset').catch(() => {})) : undefined,
  );
  await button(page).click();
  await page.getByRole('button', { name: '5 rows…' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByText('5 rows have been read.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save these rows' }).click(),
  ]);
  release();
  expect(download.suggestedFilename()).toMatch(/^payments-.+-incomplete\.csv$/);
  expect(idsOf(await rowsOf(download))).toEqual(ids.slice(0, 5));
  await outcome(page).getByText('The file is incomplete: it has 5 rows.').waitFor();
  expect(await words(button(page))).toBe('Export CSV');
});

test('a long list is read in sections of time at the same time, and the file has each row once, in order', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  const first = await here.transaction(key, ids[0] ?? '');
  const newer = Array.from({ length: 1000 }, (_, n) => firstIdAt(Date.now() + 10_000 - n));
  let sections = 0;
  await page.route('**/transactions?**limit=1000**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    // The first page is full, as that of a merchant with many payments. All other pages are the server's.
    if (!query.has('before') && !query.has('filter[to]'))
      return route.fulfill({ json: newer.map((id) => ({ ...first, id })) });
    if (query.has('filter[from]') || query.has('filter[to]')) sections++;
    return route.continue();
  });
  const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
  expect(idsOf(await rowsOf(download))).toEqual([...newer, ...ids]);
  expect(sections).toBeGreaterThanOrEqual(12);
});

test.each([
  ['de-DE', 'Als CSV speichern', '12,00'],
  ['da-DK', 'Eksportér CSV', '12,00'],
  ['de-CH', 'Als CSV speichern', '12.00'],
  ['en-DK', 'Export CSV', '12,00'],
])('in %s a file has the separators of that region', async (locale, name, amount) => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, { ...desktop, locale });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  const [head, first] = (await bytesOf(download)).toString().split('\r\n');
  expect(head).toMatch(/^\ufeffid;created;/);
  const cells = first?.split(';') ?? [];
  expect([cells[0], cells.includes(amount)]).toEqual([ids[0], true]);
  expect(first).toContain(`;'\u200b=1+1;"'=HYPERLINK(""https://evil.example"",""Jürgen, Æsop"")";`);
});
