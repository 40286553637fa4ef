import type { BrowserContextOptions, Page } from 'playwright-core';
import { aws } from '../../api/support/aws.ts';
import {
  desktop,
  gapBetween,
  here,
  isTooWide,
  look,
  type Merchant,
  phone,
  words,
} from '../support/browser.ts';
import { payOut, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;
/** The paths of the pages below the merchant. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ bank: { iban: 'DK5000400440116243' } }));
  email = await personOf(merchant, key);
  await personOf(merchant, key, 'accountant');
  const base = `/merchants/${merchant.id}`;
  const ids: string[] = [];
  for (const [index, value] of [12_345, 4900, 99, 250_000, 7800].entries()) {
    const payer = { name: 'Ada Lovelace', email: 'ada@example.com' };
    const custom = { reference: `Order ${1024 + index}`, basket: ['beans', 'filter'] };
    const amount = { currency: index === 3 ? 'USD' : 'EUR', exponent: 2, value };
    const id = await here.authorized(merchant, value, { payer, custom, amount });
    ids.push(id);
    if (index !== 1) await here.move(key, id, 'captures', value);
    if (index === 3) await here.move(key, id, 'refunds', 50_000);
  }
  const declined = { test: { tds: { challenge: false }, card: { status: 'expired' } } };
  await here.pay(await here.payment(merchant, declined));
  await payOut(merchant);
  const [{ id: payout }] = (await here.api('GET', `${base}/payouts`, { key, query: { limit: 1 } })).body;
  const [paid = '', , , exchanged = ''] = ids;
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const reason = { code: 10.4, title: 'Fraudulent' };
  await aws().report({
    type: 'dispute.opened',
    reference: paid,
    transactionId: paid,
    amount: 12_345,
    reason,
    due,
  });
  await aws().emptied('AcquirerEvents');
  const lines = [
    { text: 'Beans', quantity: 2, amount: 4000 },
    { text: 'Postage', amount: 500 },
  ];
  const link = { amount: 4500, currency: 'EUR', text: 'Invoice 1024', reference: 'INV-1024', uses: 3, lines };
  const { body: made } = await here.api('POST', `${base}/links`, { key, body: link });
  const hook = { url: 'https://127.0.0.1:9/hooks/florin', description: 'Shop' };
  const { body: webhook } = await here.api('POST', `${base}/webhooks`, { key, body: hook });
  await here.api('POST', `${base}/webhooks/${webhook.webhook.id}/tests`, { key });
  const query = { limit: 1, 'filter[merchantId]': merchant.id };
  const { body: disputes } = await here.api('GET', '/disputes', { key, query });
  Object.assign(paths, {
    overview: 'overview',
    payments: 'payments',
    payment: `payments/${exchanged}`,
    links: 'links',
    link: `links/${made.link.id}`,
    disputes: 'disputes',
    dispute: `disputes/${disputes[0].id}`,
    payouts: 'payouts',
    payout: `payouts/${payout}`,
    ledger: 'ledger',
    people: 'people',
    webhooks: 'webhooks',
    webhook: `webhooks/${webhook.webhook.id}`,
    audit: 'audit',
    settings: 'settings',
    sessions: 'sessions',
  });
});

const names = [
  'overview',
  'payments',
  'payment',
  'links',
  'link',
  'disputes',
  'dispute',
  'payouts',
  'payout',
  'ledger',
  'people',
  'webhooks',
  'webhook',
  'audit',
  'settings',
  'sessions',
];

/** Waits until everything that the page loads has arrived. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelectorAll('.waiting').length === 0);
}

/** The texts of table cells that are wider than their cell, and overlap the neighbouring cell. */
const spilling = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td')].flatMap((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const [inner, outer] = [text, cell].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 ? [cell.textContent] : [];
    }),
  );

const looks: [string, BrowserContextOptions][] = [
  ['phone-dark', { ...phone, colorScheme: 'dark' }],
  ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true, colorScheme: 'light' }],
  ['desktop', { ...desktop, colorScheme: 'light' }],
];

/** Widths of screens with little room beside the menu. */
const beside = [900, 1024, 1100];

describe.each(looks)('on a %s', (device, options) => {
  test('every page is accessible, no wider than the screen, and no cell spills into its neighbour', async () => {
    const page = await openConsole(email, `#/${merchant.id}/overview`, options);
    for (const name of names) {
      await visit(page, `#/${merchant.id}/${paths[name]}`);
      await waitUntilLoaded(page);
      await look(page, `console-${name}-${device}`, true);
      expect({ name, isTooWide: await isTooWide(page) }).toEqual({ name, isTooWide: false });
      expect({ name, spilling: await spilling(page) }).toEqual({ name, spilling: [] });
    }
  });
});

test('every page fits beside the menu', async () => {
  const page = await openConsole(email, `#/${merchant.id}/overview`, desktop);
  for (const name of names) {
    await visit(page, `#/${merchant.id}/${paths[name]}`);
    await waitUntilLoaded(page);
    for (const width of beside) {
      await page.setViewportSize({ width, height: 800 });
      const shown = { isTooWide: await isTooWide(page), spilling: await spilling(page) };
      expect({ name, width, ...shown }).toEqual({ name, width, isTooWide: false, spilling: [] });
    }
  }
});

test.each([
  ['de', 'Zahlungen', 'Übersicht'],
  ['da', 'Betalinger', 'Overblik'],
])(
  'in %s every page fits the narrowest phone, and has the words of the language',
  async (locale, payments, overview) => {
    const narrow = { ...phone, viewport: { width: 320, height: 640 }, locale };
    const page = await openConsole(email, `#/${merchant.id}/payments`, narrow);
    expect(await words(page.locator('h1'))).toBe(payments);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    for (const name of names) {
      await visit(page, `#/${merchant.id}/${paths[name]}`);
      await waitUntilLoaded(page);
      expect({ name, isTooWide: await isTooWide(page) }).toEqual({ name, isTooWide: false });
    }
    await page.locator('.menu-button').click();
    await page.getByRole('link', { name: overview }).waitFor();
    await look(page, `console-menu-${locale}`);
  },
  240_000,
);

/** The texts with more lines than words: one of their words, or an amount, is broken. */
const broken = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].flatMap((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        return lines > `${one.textContent}`.split(' ').length ? [`${one.textContent}`] : [];
      }),
    selector,
  );

test('on the narrowest phone neither the largest amount nor a state is broken', async () => {
  const most = 999_999_999_999;
  const rich = await here.shop();
  const id = await here.authorized(rich.merchant, most);
  await here.move(rich.key, id, 'captures', most);
  await here.move(rich.key, id, 'refunds', 1);
  const narrow = { ...phone, viewport: { width: 320, height: 640 } };
  const base = `#/${rich.merchant.id}/payments`;
  const page = await openConsole(await personOf(rich.merchant, rich.key), base, narrow);
  await waitUntilLoaded(page);
  expect(await broken(page, '.badge, .row-link')).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await visit(page, `${base}/${id}`);
  await waitUntilLoaded(page);
  expect(await broken(page, '.badge, .amounts dd')).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});

test('on a desktop the types of events and the name of the merchant stand whole', async () => {
  const long = await here.shop({ name: 'Kaffe Bar & Brasserie' });
  const page = await openConsole(
    await personOf(long.merchant, long.key),
    `#/${long.merchant.id}/overview`,
    desktop,
  );
  const isWhole = (name: Element) =>
    name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight;
  expect(await page.locator('.merchant-name bdi').evaluate(isWhole)).toBe(true);
  await page.setViewportSize({ width: 1050, height: 800 });
  await visit(page, `#/${long.merchant.id}/people`);
  await page.getByRole('button', { name: 'Leave this merchant' }).waitFor();
  expect(await broken(page, '.role')).toEqual([]);
  const other = await openConsole(email, `#/${merchant.id}/${paths.webhook}`, desktop);
  await waitUntilLoaded(other);
  await other.getByText('webhook.tested').waitFor();
  expect(await broken(other, 'td strong')).toEqual([]);
});

test('the code that pairs a till can be read from a distance, and its QR code fits the narrowest phone', async () => {
  const narrow = { ...phone, viewport: { width: 320, height: 640 } };
  const page = await openConsole(email, `#/${merchant.id}/people`, narrow);
  await page.getByRole('button', { name: 'Pair a till' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Counter');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const code = page.getByRole('dialog').locator('code');
  const letters = await code.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(letters).toBeGreaterThanOrEqual(24);
  expect(await broken(page, 'dialog code')).toEqual([]);
  const [image, dialog] = [
    await page.locator('.till-qr').boundingBox(),
    await page.getByRole('dialog').boundingBox(),
  ];
  if (!image || !dialog) throw new Error('nothing to scan');
  expect(image.x + image.width).toBeLessThanOrEqual(dialog.x + dialog.width - 16);
});

test('the user can choose the language and the colours, and the browser keeps both', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.getByLabel('Language').selectOption('da');
  await page.getByRole('heading', { name: 'Betalinger' }).waitFor();
  await page.getByLabel('Farver').selectOption('dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Betalinger' }).waitFor();
  expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark');
  await waitUntilLoaded(page);
  await look(page, 'console-payments-desktop-dark');
});

test('the menu of a phone closes with Escape, and the focus comes back', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, phone);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.press('Enter');
  await page.getByRole('link', { name: 'Ledger' }).waitFor();
  await look(page, 'console-menu-phone');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('link', { name: 'Ledger' }).isVisible()).toBe(false);
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('on a zoomed screen, the bar at the top does not cover the element with the focus', async () => {
  const zoomed = { ...desktop, viewport: { width: 640, height: 450 } };
  const page = await openConsole(email, `#/${merchant.id}/settings`, zoomed);
  await waitUntilLoaded(page);
  await page.locator('main :is(input, button)').last().focus();
  const covered: string[] = [];
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press('Shift+Tab');
    covered.push(
      ...(await page.evaluate(() => {
        const { bottom } = (document.querySelector('.top') as Element).getBoundingClientRect();
        const one = document.activeElement as Element;
        return one.getBoundingClientRect().top < bottom ? [one.outerHTML] : [];
      })),
    );
  }
  expect(covered).toEqual([]);
});

test('with forced colours the chosen entry of the command palette is marked', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, { ...desktop, forcedColors: 'active' });
  await page.keyboard.press('Control+k');
  await page.locator('[role=option][aria-selected=true]').waitFor();
  const outlines = await page
    .getByRole('option')
    .evaluateAll((all) => all.slice(0, 2).map((one) => getComputedStyle(one).outlineStyle));
  expect(outlines).toEqual(['solid', 'none']);
  await look(page, 'console-palette-forced-colours');
});

test('a user who asks for reduced motion sees no motion', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, { ...desktop, reducedMotion: 'reduce' });
  const animations = await page.evaluate(() => document.getAnimations().length);
  expect(animations).toBe(0);
});

test('on a phone a field has letters of 16 px, so that the phone does not zoom, and a target has 44 px', async () => {
  const page = await openConsole(email, `#/${merchant.id}/overview`, phone);
  for (const name of ['payments', 'link', 'people', 'settings', 'sessions']) {
    await visit(page, `#/${merchant.id}/${paths[name]}`);
    await waitUntilLoaded(page);
    await page.locator('.menu-button').click();
    const tooSmall = await page.evaluate(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.offsetHeight > 1);
      const fields = shown('input:not([type=checkbox]), select, textarea');
      return [
        ...fields.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16),
        ...[...fields, ...shown('.content button, .side button, .side nav a, .tabs a')].filter(
          (one) => one.offsetHeight < 44,
        ),
        ...shown('input.pick, summary, .rows a').filter((one) => one.offsetHeight < 24),
      ].map(({ outerHTML }) => outerHTML.slice(0, 200));
    });
    expect({ name, tooSmall }).toEqual({ name, tooSmall: [] });
  }
});

test('the parts of a page have space between them', async () => {
  const page = await openConsole(email, `#/${merchant.id}/sessions`, desktop);
  expect(await gapBetween(page, '.table', '.block-head')).toBeGreaterThanOrEqual(24);
  await visit(page, `#/${merchant.id}/${paths.payment}`);
  await waitUntilLoaded(page);
  expect(await gapBetween(page, '.timeline', '.timeline ~ .buttons')).toBeGreaterThanOrEqual(12);
  expect(await gapBetween(page, '#deliveries', '#deliveries ~ .button')).toBeGreaterThanOrEqual(4);
});
