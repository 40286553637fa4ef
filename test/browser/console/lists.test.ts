import { readFileSync } from 'node:fs';
import { desktop, here, isTooWide, look, type Merchant, phone, words } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;
/** The payments of the merchant, the oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
  for (let count = 1; count <= 30; count++) {
    const reference = { 27: 'طلب', 30: '=1+1' }[count] ?? `Order ${count}`;
    const custom = { reference };
    ids.push(await here.authorized(merchant, count * 100, { custom }));
  }
  const [first = '', second = ''] = ids.slice(-2);
  await here.move(key, first, 'captures', 2900);
  await here.move(key, first, 'refunds', 900);
  await here.move(key, second, 'voids', 3000);
});

const rows = 'main tbody tr';

test('the list of payments shows refunds beside paid amounts, and links lead to its other pages', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.locator(rows).first().waitFor();
  expect(await page.locator(rows).count()).toBe(25);
  expect(await words(page.locator(rows).nth(1))).toMatch(/€29\.00\s+−€9\.00\s+Partly refunded\s*Paid/);
  const alignmentOf = (cell: Element) => getComputedStyle(cell).textAlign;
  expect(await page.locator('bdi', { hasText: 'طلب' }).evaluate(alignmentOf)).toBe('left');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main input:visible, main button:visible').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Older' }).click();
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 5, rows);
  expect(page.url()).toContain(`before=${ids[5]}`);
  await page.getByRole('link', { name: 'Newer' }).click();
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 25, rows);
  expect(await words(page.locator(rows).first())).toContain('€30.00');
  await page.goBack();
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 5, rows);
});

test('the filters of the list are in the URL, survive a reload, and can be cleared', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.getByRole('link', { name: 'To capture', exact: true }).click();
  await page.getByText('Order 28').waitFor();
  expect(page.url()).toContain('state=pending');
  expect(await page.getByText('Order 29').count()).toBe(0);
  // The filters count days in the time zone of the merchant's country.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Copenhagen' }).format();
  await page.getByLabel('From').fill(today);
  await page.getByLabel('Until').fill(today);
  expect(page.url()).toContain(`from=${today}`);
  await page.reload();
  await page.getByText('Order 28').waitFor();
  expect(await page.getByLabel('From').inputValue()).toBe(today);
  expect(await page.getByRole('link', { name: 'To capture', exact: true }).getAttribute('aria-current')).toBe(
    'true',
  );

  await page.getByLabel('Until').fill('2020-01-01');
  await page.getByRole('heading', { name: 'No payment matches these filters' }).waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).first().click();
  await page.getByText('Order 29').waitFor();
  expect(page.url()).toMatch(/payments$/);
});

test('the id of a payment in the search field opens the payment', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, phone);
  const field = page.getByLabel('Find a payment');
  await field.fill(` ${ids[3]?.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment €4.00' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1');
});

test('an exported list has exactly the payments that the filters show, of all pages, and no formula', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.locator(rows).first().waitFor();
  const read = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    return readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
  };
  const all = await read();
  expect(all).toHaveLength(31);
  expect(all[0]).toMatch(/^\ufeffid,created,status,currency,amount,/);
  expect(all[1]).toContain(`,'=1+1,`);
  expect(all[2]).toContain('partlyRefunded paid,EUR,29.00,0.00,29.00,9.00');
  await outcome(page).getByText('The file has 30 rows.').waitFor();

  await visit(page, `#/${merchant.id}/payments?state=pending`);
  await page.locator(rows).first().waitFor();
  expect(await read()).toHaveLength(29);
});

test('a new payment appears without a reload', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, phone);
  await page.locator(rows).first().waitFor();
  await here.authorized(merchant, 7777);
  // The page looks again when somebody comes back to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('link', { name: '€77.77' }).waitFor();
});

test('the page shows that a slow response is still loading, and what to do after a failed one', async () => {
  const page = await openConsole(email, `#/${merchant.id}/ledger`, phone);
  let isFailing = true;
  let answer = () => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/transactions?**', async (route) => {
    await seen;
    if (isFailing) await route.fulfill({ status: 502, body: 'Bad gateway' });
    else await route.continue();
  });
  await page.evaluate((place) => {
    location.hash = place;
  }, `#/${merchant.id}/payments`);
  await page.locator('.waiting').waitFor();
  answer();
  await page.getByText('The server did not answer.').waitFor();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator(rows).first().waitFor();
  expect(await page.getByText('The server did not answer.').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an empty list explains the first step', async () => {
  const fresh = await here.createMerchant(key);
  const person = await personOf(fresh, key);
  const page = await openConsole(person, `#/${fresh.id}/payments`, phone);
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
  await page.getByRole('link', { name: 'Make a payment link' }).click();
  await page.getByRole('heading', { name: 'No payment links yet' }).waitFor();
});

test('the page always shows the merchant with its mode, and a menu of the user’s other merchants', async () => {
  const second = await here.createMerchant(key, { name: 'Second shop' });
  const person = await personOf(merchant, key);
  await here.api('POST', `/merchants/${second.id}/users`, { key, body: { email: person } });
  const page = await openConsole(person, `#/${merchant.id}/payments`, desktop);
  await page.locator(rows).first().waitFor();
  await page.getByRole('button', { name: /Coffee & John\W+Test\W+Switch/ }).click();
  await page.getByRole('link', { name: /Second shop/ }).click();
  await page.getByRole('button', { name: /Second shop\W+Test/ }).waitFor();
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await isTooWide(page)).toBe(false);
  expect(await words(page.locator('.top'))).toMatch(/Second shop\s+Test/);
});

test('the command palette opens a page, a merchant or a payment, by keyboard alone', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.waitFor();
  await page.keyboard.type('led');
  await look(page, 'console-palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
  await page.keyboard.press('Control+K');
  await palette.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await words(page.getByRole('dialog').getByRole('option', { selected: true }))).toBe('Payment links');
  await palette.fill(ids[4] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment €5.00' }).waitFor();
  await page.keyboard.press('Control+K');
  await palette.waitFor();
  await palette.fill('nothing like this');
  await page.getByText('Nothing was found.').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
