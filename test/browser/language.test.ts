import type { Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

const choice = (page: Page) => page.locator('.languages summary');

async function choose(page: Page, name: string): Promise<void> {
  await choice(page).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL('**/*locale=*');
}

const langOf = (page: Page) => page.locator('html').getAttribute('lang');

const tricky = { text: 'Æbler & pærer = 100 % "frisk"\n<b>', reference: 'a&b=c+d', recurring: 'y' };

test.each([
  ['phone', phone, 'light', 'en-GB', 'Language: English'],
  ['phone', { ...phone, viewport: { width: 320, height: 640 } }, 'dark', 'el-GR', 'Γλώσσα: Ελληνικά'],
  ['desktop', desktop, 'light', 'de-AT', 'Sprache: Deutsch'],
  ['desktop', desktop, 'dark', 'is-IS', 'Tungumál: Íslenska'],
] as const)(
  '%s, %#: 24 languages by their own names, closed until it is opened',
  async (device, options, colorScheme, locale, name) => {
    const page = await openPage({ ...options, colorScheme, locale });
    for (const [screen, value] of [
      ['pay', '49.99'],
      ['till', undefined],
    ] as const) {
      await page.goto(linkOf(merchant, { value }));
      expect(await choice(page).textContent()).toBe(name);
      expect(await page.locator('.languages button').first().isVisible()).toBe(false);
      await choice(page).click();
      expect(await page.locator('.languages button').count()).toBe(24);
      await look(page, `language-${screen}-${device}-${colorScheme}`, true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  },
);

test('by the keyboard alone; all else of the link stays as it was, and is paid', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { ...tricky, locale: 'en' }));
  const before = await page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)));
  await choice(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Čeština' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL('**/*locale=cs*');
  expect(await langOf(page)).toBe('cs');
  expect(await page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)))).toEqual({
    ...before,
    // As every form does it.
    text: tricky.text.replace('\n', '\r\n'),
    locale: 'cs',
  });
  await choose(page, 'Dansk');
  await payWith(page, frictionless);
  const { custom } = await here.transaction(key, await paidId(page));
  expect(custom).toEqual({ reference: tricky.reference });
  expect(await words(page.locator('#receipt h2'))).toBe('Betalt');
  await page.reload();
  await paidId(page);
  expect(await langOf(page)).toBe('da');
});

test('a link of the server, whatever language it has, and one that has ended', async () => {
  const body = { amount: 4999, currency: 'EUR', locale: 'de' };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const page = await openPage();
  await page.goto(link.url);
  expect(await langOf(page)).toBe('de');
  await choose(page, 'Suomi');
  expect(page.url()).toBe(`${link.url}?locale=fi`);
  expect(await langOf(page)).toBe('fi');
  await here.api('DELETE', `/links/${link.id}`, { key });
  await choose(page, 'Polski');
  await page.waitForURL(`${link.url}?locale=pl`);
  expect(await page.locator('#ended').isVisible()).toBe(true);
  expect(await langOf(page)).toBe('pl');
});

test('is not there while it is being paid, nor when it is: nobody loses a payment by it', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await bankOf(page);
  expect(await choice(page).isVisible()).toBe(false);
  await answerBank(page, 'confirm');
  await paidId(page);
  expect(await choice(page).isVisible()).toBe(false);
});

test('works before the page’s script has come, and offline says so as any page', async () => {
  const page = await openPage();
  await page.route('**/assets/payment-*', (route) => route.abort());
  await page.goto(linkOf(merchant, { locale: 'en' }));
  await choose(page, 'Svenska');
  expect(await langOf(page)).toBe('sv');
});
