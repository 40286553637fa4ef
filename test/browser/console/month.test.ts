import { readFileSync } from 'node:fs';
import type { Locator, Page, Route } from 'playwright-core';
import { newId } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { useTable } from '../../api/support/use-table.ts';
import { readDatev } from '../../unit/presenters/journal-readers.ts';
import { desktop, here, isTooWide, look, type Merchant, phone, words } from '../support/browser.ts';
import { askAs, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;

/** Writes a line as a movement of money does, at a time that a test chooses. */
const book = (time: string, balance: number, over: Partial<Line> = {}): Promise<void> =>
  bookFor(merchant.id, time, balance, over);

async function bookFor(
  merchantId: string,
  time: string,
  balance: number,
  over: Partial<Line> = {},
): Promise<void> {
  const { addToBalance } = await import('../../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../../functions/core/store/table/transact.ts');
  const fee = over.fee ?? 0;
  const amount = { currency: 'EUR', amount: Math.abs(balance + fee) };
  const money = { kind: 'capture' as const, amount, balance, fee, ...over };
  const line: Line = { id: newId(Date.parse(time)), merchantId, test: true, ...money };
  await transact([putLine(line), addToBalance([line])]);
}

/** A text of an acquirer that a spreadsheet would execute. */
const evil = '=HYPERLINK("https://evil.example")';

beforeAll(async () => {
  useTable();
  ({ key, merchant } = await here.shop({ name: 'Brød & Café' }));
  email = await personOf(merchant, key, 'accountant');
  await book('2026-09-15T12:00:00.000Z', 10000, { fee: 200 });
  await book('2026-09-30T21:59:59.999Z', 1);
  await book('2026-09-30T22:00:00.000Z', 4900, { fee: 100 });
  await book('2026-10-12T08:00:00.000Z', -2000, { kind: 'refund' });
  await book('2026-10-13T08:00:00.000Z', -500, { kind: 'adjustment', description: evil });
  await book('2026-10-20T08:00:00.000Z', -8000, { kind: 'payout' });
  await book('2026-10-31T22:59:59.999Z', 700, { fee: 50 });
  await book('2026-10-31T23:00:00.000Z', 777);
});

const place = (month: string) => `#/${merchant.id}/ledger?month=${month}`;

/** The sums on the page, by name. */
const sumsOf = (page: Page | Locator): Promise<Record<string, string>> =>
  page
    .locator('dl.sum > div')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
    );

const october = {
  'Opening balance': '€100.01',
  Captures: '€57.50',
  Refunds: '−€20.00',
  Payouts: '−€80.00',
  Adjustments: '−€5.00',
  Fees: '−€1.50',
  'Closing balance': '€51.01',
};

test('a month adds up, begins and ends at the midnight of the merchant, and the next one opens with its closing balance', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payouts`, {
    ...desktop,
    timezoneId: 'Pacific/Auckland',
  });
  await page.getByRole('link', { name: 'Monthly statement' }).click();
  await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
  await visit(page, place('2026-10'));
  await page.getByRole('heading', { level: 1, name: 'Statement October 2026' }).waitFor();
  expect(await sumsOf(page)).toEqual(october);
  expect(await page.locator('main tbody tr').count()).toBe(5);
  expect(await words(page.locator('main tbody tr').last())).toContain('31 Oct 2026, 23:59:59');
  expect(await words(page.locator('main .facts'))).toContain('Brød & Café');
  await look(page, 'console-statement', true);

  await page.getByLabel('Month').selectOption('2026-11');
  await page.getByRole('heading', { level: 1, name: 'Statement November 2026' }).waitFor();
  await page.waitForFunction(() => document.querySelector('dl.sum'));
  expect(page.url()).toContain('month=2026-11');
  expect((await sumsOf(page))['Opening balance']).toBe('€51.01');
});

test('the CSV of a month has the lines of the page between both balances, and no formula', async () => {
  const page = await openConsole(email, place('2026-10'), phone);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ledger-2026-10.csv');
  const text = readFileSync(await download.path(), 'utf8');
  const rows = text.trimEnd().split('\r\n');
  expect(rows).toHaveLength(1 + 1 + 5 + 1);
  expect(rows[1]).toMatch(
    /^2026-09-30T22:00:00.000Z,opening_balance,,,,EUR,,,,100.01,+2026-09-30T22:00:00.000Z,+$/,
  );
  expect(rows[2]).toContain(',capture,,EUR,50.00,EUR,50.00,1.00,49.00,149.01,');
  expect(rows[4]).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
  expect(rows.at(-1)).toMatch(
    /^2026-10-31T23:00:00.000Z,closing_balance,,,,EUR,,,,51.01,+2026-10-31T23:00:00.000Z,+$/,
  );
});

test('the printed statement is dark on white without buttons, and a phone shows it without scrolling to the side', async () => {
  const page = await openConsole(email, place('2026-10'), { ...phone, colorScheme: 'dark' });
  expect(await isTooWide(page)).toBe(false);
  await look(page, 'console-statement-phone', true);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).toBe(false);
  expect(await page.getByLabel('Month').isVisible()).toBe(false);
  expect(await page.getByText('Closing balance').isVisible()).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe('rgb(20, 23, 31)');
  expect(
    await page.locator('.test-strip').evaluate((strip) => strip.getBoundingClientRect().left),
  ).toBeGreaterThanOrEqual(0);
});

test('an accountant closes a month, which no later line changes, and saves it for DATEV with other accounts', async () => {
  const shop = await here.shop({ name: 'Closing' });
  const person = await personOf(shop.merchant, shop.key, 'accountant');
  const at = (time: string, balance: number) => bookFor(shop.merchant.id, time, balance);
  await at('2026-09-15T12:00:00.000Z', 1000);
  await at('2026-10-10T12:00:00.000Z', 500);
  const pocket = { name: 'risk_reserved', net: 250, fee: 0 };
  const held = { kind: 'adjustment', amount: { currency: 'EUR', amount: 250 }, pocket } as const;
  await bookFor(shop.merchant.id, '2026-10-10T12:00:01.000Z', 0, held);
  const page = await openConsole(person, `#/${shop.merchant.id}/ledger?month=2026-10`, desktop);
  await page.getByText('This month is not closed yet').waitFor();
  await page.getByRole('button', { name: 'Close the month' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A closed month never changes').waitFor();
  await dialog.getByRole('button', { name: 'Close the month' }).click();
  await page.getByText(/^Closed on .* by /).waitFor();
  const sums = { 'Opening balance': '€10.00', Captures: '€5.00', 'Closing balance': '€15.00' };
  const reserve = { 'Opening balance': '€0.00', Adjustments: '€2.50', 'Closing balance': '€2.50' };
  const main = page.getByRole('region', { name: 'Balance EUR', exact: true });
  const reserved = page.getByRole('region', { name: 'Balance EUR risk_reserved' });
  expect([await sumsOf(main), await sumsOf(reserved)]).toEqual([sums, reserve]);
  await at('2026-10-11T12:00:00.000Z', 7);
  await page.reload();
  await page.getByText(/^Closed on .* by /).waitFor();
  expect([await sumsOf(main), await sumsOf(reserved)]).toEqual([sums, reserve]);
  await page.getByText('It will be part of the next month that is closed.').waitFor();
  const later = page.getByRole('region', { name: 'Found after closing' });
  expect(await words(later.locator('tbody tr'))).toContain('€0.07');
  // The times on the page are those of the merchant's time zone. Paper has no controls.
  await page.getByRole('columnheader', { name: 'Time', exact: true }).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByLabel('File').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await visit(page, `#/${shop.merchant.id}/ledger?month=2026-11`);
  await main.waitFor();
  expect(await sumsOf(main)).toEqual({
    'Opening balance': '€15.00',
    Captures: '€0.07',
    'Closing balance': '€15.07',
  });

  await visit(page, `#/${shop.merchant.id}/ledger?month=2026-10`);
  await page.getByLabel('File').selectOption('DATEV');
  await page.getByRole('button', { name: 'Accounts' }).click();
  await page.getByLabel('Payments and refunds').fill('x');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This program has no such account.').waitFor();
  await page.getByLabel('Payments and refunds').fill('1591');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('EXTF_Buchungsstapel-2026-10-EUR.csv');
  const entries = readDatev(readFileSync(await download.path()));
  expect(
    entries.map(({ day, lines }) => `${day} ${lines.map(({ account, amount }) => `${account} ${amount}`)}`),
  ).toEqual([
    '2026-10-10 1591 -500,1361 500',
    // The money in the pocket, against the account of the balance.
    '2026-10-10 1525 250,1361 -250',
    '2026-10-10 4970 -250,1361 250',
  ]);
  await look(page, 'console-closed-month', true);
});

test('a statement adds up although lines arrive while it loads', async () => {
  const page = await openConsole(email, `#/${merchant.id}/ledger`, desktop);
  // When the page requests the lines of the month, it has already read the opening balance.
  const bookLate = async (route: Route) => {
    await book('2026-09-30T12:00:00.000Z', 300);
    await book('2026-10-30T12:00:00.000Z', 40);
    await route.continue();
  };
  await page.route('**/lines?*after=*', bookLate, { times: 1 });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place('2026-10'));
  await page.locator('dl.sum').waitFor();
  expect(await sumsOf(page)).toEqual({ ...october, Captures: '€57.90', 'Closing balance': '€51.41' });
  await visit(page, place('2026-10'));
  expect(await sumsOf(page)).toEqual({
    ...october,
    'Opening balance': '€103.01',
    Captures: '€57.90',
    'Closing balance': '€54.41',
  });
});

test('a statement that fails to load shows no sums, and can be loaded again', async () => {
  const page = await openConsole(email, `#/${merchant.id}/ledger`, desktop);
  await page.route('**/lines?*after=*', (route) =>
    route.fulfill({ status: 403, json: { error: 'FORBIDDEN', message: 'No' } }),
  );
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place('2026-10'));
  await page.getByRole('alert').getByText('You no longer have access').waitFor();
  expect(await page.locator('dl.sum').count()).toBe(0);
  await page.unroute('**/lines?*after=*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('dl.sum').waitFor();
});

test('the page shows no statement of another merchant or of an invalid month', async () => {
  const other = await here.shop();
  const page = await openConsole(email, `#/${other.merchant.id}/ledger?month=2026-10`, desktop);
  await page.getByRole('heading', { name: 'You have no access to this merchant' }).waitFor();
  const lines = `api/merchants/${other.merchant.id}/lines?limit=1000&filter[to]=2026-10-01`;
  expect(await askAs(page, 'GET', lines)).toBe(403);
  for (const month of ['2026-13', '2999-01', '<b>']) {
    await visit(page, `#/${merchant.id}/ledger?month=${encodeURIComponent(month)}`);
    await page.getByRole('heading', { name: 'This month has no statement' }).waitFor();
  }
});
