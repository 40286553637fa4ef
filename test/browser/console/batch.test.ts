import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import {
  descriptionOf,
  desktop,
  gapBetween,
  here,
  isTooWide,
  look,
  type Merchant,
  phone,
  words,
} from '../support/browser.ts';
import { askAs, outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

/** Makes payments of 1, 2, 3, … euros. The list shows the last payment first. */
async function authorizePayments(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) ids.push(await here.authorized(merchant, n * 100));
  return ids;
}

const place = () => `#/${merchant.id}/payments`;
const picks = (page: Page) => page.locator('main tbody .pick');
const dialog = (page: Page) => page.getByRole('dialog');
const begin = (page: Page, name: 'Capture' | 'Void') =>
  page.locator('.batch-bar').getByRole('button', { name, exact: true }).click();
const results = (page: Page): Promise<string[]> => dialog(page).locator('.badge').allInnerTexts();

async function selectAll(page: Page): Promise<void> {
  await picks(page).first().waitFor();
  await page.getByLabel('Select all on this page').check();
}

const hasEnded = (page: Page) =>
  dialog(page).locator('.dialog-foot button:not(:disabled)', { hasText: 'Close' }).waitFor();

const capturedOf = async (ids: readonly string[]): Promise<number[]> => {
  const all = await Promise.all(ids.map((id) => here.transaction(key, id)));
  return all.map(({ capturedAmount }) => capturedAmount);
};

/** The idempotency keys of the captures that a page sends, by payment. */
function keysOf(page: Page): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  page.on('request', (request) => {
    const [, id] = /transactions\/([0-9a-f]{24})\/captures$/.exec(request.url()) ?? [];
    if (id) keys.set(id, (keys.get(id) ?? new Set()).add(request.headers()['idempotency-key'] ?? ''));
  });
  return keys;
}

test('the keys Space and Shift select payments, and the dialog says what will happen before it captures', async () => {
  const ids = await authorizePayments(5);
  await here.move(key, ids[2] ?? '', 'captures', 300);
  const page = await openConsole(await personOf(merchant, key), place(), desktop);
  const selected = page.locator('.batch-bar').getByRole('status');
  await picks(page).nth(1).focus();
  expect(await selected.textContent()).toBe('');
  await page.keyboard.press('Space');
  await picks(page).nth(4).focus();
  await page.keyboard.press('Shift+Space');
  await selected.getByText('4 selected · €10.00').waitFor();
  await look(page, 'console-selection');
  await begin(page, 'Capture');
  await dialog(page).getByText('You take €7.00 from 3 payments').waitFor();
  await dialog(page).getByText('1 payment is left out').waitFor();
  expect(await words(dialog(page).locator('.rows li'))).toMatch(
    /€3\.00\s+Nothing is left to capture or void/,
  );
  await look(page, 'console-batch-dialog');
  // The button that cancels has the focus, so that a held Enter key captures nothing.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  expect(await descriptionOf(dialog(page))).toContain('You take €7.00');
  await dialog(page).getByRole('button', { name: 'Capture 3 payments' }).click();
  await dialog(page).getByText('3 of 3 done: €7.00').waitFor();
  expect(await results(page)).toEqual(['Done', 'Done', 'Done']);
  await look(page, 'console-batch-done');
  expect(await capturedOf(ids)).toEqual([100, 200, 300, 400, 0]);
  await dialog(page).locator('.dialog-foot').getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('main .pick:checked').count()).toBe(0);
});

test('a batch sends at most four requests at the same time, and a phone can void or export the selection, too', async () => {
  const ids = await authorizePayments(7);
  const page = await openConsole(await personOf(merchant, key, 'member'), `${place()}?state=pending`, phone);
  await selectAll(page);
  expect(await isTooWide(page)).toBe(false);
  expect(await gapBetween(page, '.batch-bar button', 'main table')).toBeGreaterThanOrEqual(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the selection' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(lines.map((line) => line.slice(0, 24)).sort()).toEqual([...ids].sort());
  await outcome(page).getByText('The file has 7 rows.').waitFor();

  let [running, most] = [0, 0];
  await page.route('**/voids', async (route) => {
    most = Math.max(most, ++running);
    const response = await route.fetch();
    running--;
    await route.fulfill({ response });
  });
  await begin(page, 'Void');
  await dialog(page).getByText('release €28.00 of 7 payments').waitFor();
  await look(page, 'console-batch-phone');
  await dialog(page).getByRole('button', { name: 'Void 7 payments' }).click();
  await dialog(page).getByText('7 of 7 done: €28.00').waitFor();
  expect(most).toBeLessThanOrEqual(4);
  // The list behind the dialog is empty now. The dialog still shows the outcomes.
  await page.getByText('No payment matches these filters').waitFor();
  expect(await results(page)).toEqual(Array(7).fill('Done'));
  expect((await here.transaction(key, ids[6] ?? '')).voidedAmount).toBe(700);
});

test('a payment whose answer is lost stays unknown after a reload, and another try sends the same key', async () => {
  const ids = await authorizePayments(3);
  const page = await openConsole(await personOf(merchant, key), place(), desktop);
  const keys = keysOf(page);
  await selectAll(page);
  // The server gets two of the requests, and all answers are lost.
  await page.route('**/captures', async (route) => {
    if (
      !route
        .request()
        .url()
        .includes(ids[0] ?? '')
    )
      await route.fetch();
    await route.abort('connectionreset');
  });
  await begin(page, 'Capture');
  await dialog(page).getByRole('button', { name: 'Capture 3 payments' }).click();
  await dialog(page).getByRole('alert').getByText('Some payments are not finished').waitFor();
  expect(await results(page)).toEqual(Array(3).fill('Outcome unknown'));
  await page.unroute('**/captures');
  await page.reload();
  await page.getByText('3 captures of an earlier selection are not finished.').waitFor();
  // A new selection cannot move the same money with another key.
  await selectAll(page);
  await begin(page, 'Capture');
  await dialog(page).getByText('3 payments are left out').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show them' }).click();
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByText('3 of 3 done: €6.00').waitFor();
  expect(await capturedOf(ids)).toEqual([100, 200, 300]);
  expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  await page.keyboard.press('Escape');
  await page.reload();
  await picks(page).first().waitFor();
  expect(await page.getByText('not finished').count()).toBe(0);
});

test('if two people capture the same payments at the same time, each payment is captured once', async () => {
  const ids = await authorizePayments(6);
  const pages = await Promise.all(
    ['owner', 'member'].map(async (role) =>
      openConsole(await personOf(merchant, key, role), place(), desktop),
    ),
  );
  for (const page of pages) {
    await selectAll(page);
    await begin(page, 'Capture');
  }
  const all = await Promise.all(
    pages.map(async (page) => {
      await dialog(page).getByRole('button', { name: 'Capture 6 payments' }).click();
      await hasEnded(page);
      return results(page);
    }),
  );
  expect(all.flat().filter((one) => one === 'Done')).toHaveLength(6);
  expect(await capturedOf(ids)).toEqual([100, 200, 300, 400, 500, 600]);
});

test('a batch moves no more money once its user is removed from the merchant', async () => {
  const ids = await authorizePayments(8);
  const person = await personOf(merchant, key, 'member');
  const page = await openConsole(person, place(), desktop);
  const { body: users } = await here.api('GET', `/merchants/${merchant.id}/users`, {
    key,
    query: { limit: 9 },
  });
  const { id } = users.find((one: { email: string }) => one.email === person);
  await selectAll(page);
  await begin(page, 'Capture');
  let count = 0;
  let isRemoved: Promise<unknown> | undefined;
  // The fifth request waits until the user has lost access.
  await page.route('**/captures', async (route: Route) => {
    if (++count > 4) {
      isRemoved ??= here.api('DELETE', `/merchants/${merchant.id}/users/${id}`, { key });
      await isRemoved;
    }
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: 'Capture 8 payments' }).click();
  await hasEnded(page);
  const shown = await results(page);
  const moved = (await capturedOf(ids)).filter((amount) => amount > 0).length;
  expect(shown.filter((one) => one === 'Done')).toHaveLength(moved);
  expect(shown.filter((one) => one === 'Refused').length).toBeGreaterThanOrEqual(4);
  await dialog(page).getByText('You no longer have access').first().waitFor();
});

test.each(['support', 'accountant'])(
  '%s neither sees captures and voids, nor may call them',
  async (role) => {
    const [id = ''] = await authorizePayments(1);
    const page = await openConsole(await personOf(merchant, key, role), place(), desktop);
    await selectAll(page);
    await page.getByRole('button', { name: 'Export the selection' }).waitFor();
    for (const name of ['Capture', 'Void'])
      expect(await page.locator('.batch-bar').getByRole('button', { name, exact: true }).count()).toBe(0);
    for (const route of ['captures', 'voids'])
      expect(await askAs(page, 'POST', `api/transactions/${id}/${route}`, { amount: 100 })).toBe(403);
    expect(await capturedOf([id])).toEqual([0]);
  },
);

test('a change of the filter or of the page clears the selection', async () => {
  await authorizePayments(2);
  const page = await openConsole(await personOf(merchant, key), place(), desktop);
  await selectAll(page);
  await page.getByText('2 selected').waitFor();
  await page.getByRole('link', { name: 'To capture', exact: true }).click();
  await page.waitForFunction(() => !document.querySelector('.pick:checked'));
  await visit(page, place());
  await picks(page).first().waitFor();
  expect(await page.getByText('selected ·').count()).toBe(0);
});
