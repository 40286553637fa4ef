import type { Page } from 'playwright-core';
import { fill } from '../../functions/core/html/text.ts';
import { catalogue } from '../../functions/core/messages/catalogue.ts';
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
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();
const de = catalogue.de.page;

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

const choice = (page: Page) => page.locator('.languages summary');

async function choose(page: Page, name: string): Promise<void> {
  const before = await langOf(page);
  await choice(page).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForFunction((before) => document.documentElement.lang !== before, before);
}

/** Holds the Danish texts back. @returns a function that lets them through */
async function holdDanish(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/*locale=da*', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const langOf = (page: Page) => page.locator('html').getAttribute('lang');

const tricky = { text: 'Æbler & pærer = 100 % "frisk"\n<b>', reference: 'a&b=c+d', recurring: 'y' };

test.each([
  ['phone', phone, 'light', 'en-GB', 'Language: English'],
  ['phone', { ...phone, viewport: { width: 320, height: 640 } }, 'dark', 'el-GR', 'Γλώσσα: Ελληνικά'],
  ['desktop', desktop, 'light', 'de-AT', 'Sprache: Deutsch'],
  ['desktop', desktop, 'dark', 'is-IS', 'Tungumál: Íslenska'],
] as const)(
  '%s, %#: the choice of languages lists each by its own name, and is closed until the customer opens it',
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
      expect(await page.locator('.languages button').count()).toBe(25);
      await look(page, `language-${screen}-${device}-${colorScheme}`, true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  },
);

test('a customer changes the language by keyboard, and pays the unchanged link', async () => {
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

test('a customer who types the card while the new language loads keeps the focus in its field', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { value: '49.99', locale: 'de' }));
  const answer = await holdDanish(page);
  await choice(page).click();
  await page.getByRole('button', { name: 'Dansk', exact: true }).click();
  await page.locator('#number').pressSequentially('4100 0000');
  answer();
  await page.waitForFunction(() => document.documentElement.lang === 'da');
  await page.keyboard.type('0000 0000');
  expect(await page.locator('#number').inputValue()).toBe('4100 0000 0000 0000');
});

test('the language of a stored link can be changed, even after the link has ended', async () => {
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

test('the language choice is hidden during and after the payment', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page);
  await bankOf(page);
  expect(await choice(page).isVisible()).toBe(false);
  await answerBank(page, 'confirm');
  await paidId(page);
  expect(await choice(page).isVisible()).toBe(false);
});

test('a change of language keeps the typed values, without a URL, a request or storage', async () => {
  const page = await openPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await page.goto(linkOf(merchant, { locale: 'en' }));
  await typeCard(page, '4100000000000007', '847');
  await page.locator('#expiry').fill('12 / 1');
  await page.locator('#submit').click();
  expect(await words(page.locator('#expiry-error'))).toBe('Check the expiry date: month and year.');
  await choose(page, 'Deutsch');
  await page.locator('html[lang=de]').waitFor();
  expect(await page.locator('#number').inputValue()).toBe('4100 0000 0000 0007');
  expect(await page.locator('#expiry').inputValue()).toBe('12 / 1');
  expect(await page.locator('#code').inputValue()).toBe('847');
  expect(await words(page.locator('label[for=number]'))).toBe(de.form.number);
  expect((await words(page.locator('#submit'))).replace(/\s/g, ' ')).toBe('49,99 € zahlen');
  expect(await page.locator('#expiry-error').textContent()).toBe(de.errors.expiryInvalid);
  expect(await page.title()).toBe(fill(de.form.title, { merchant: 'Coffee & John' }));
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('summary');
  await look(page, 'language-kept');

  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect([page.url(), kept, ...sent].join()).not.toMatch(/41000000|847/);
  await page.locator('#expiry').fill('1230');
  await page.locator('#submit').click();
  await answerBank(page, 'confirm');
  await page.locator('#alert:not(:empty)').waitFor();
  expect(await words(page.locator('#alert'))).toContain(de.errors.notCharged);
  await page.reload();
  expect(await langOf(page)).toBe('de');
});

test('the language that was chosen last counts, in any order of the responses', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { locale: 'en' }));
  const release = await holdDanish(page);
  const late = page.waitForResponse('**/*locale=da*');
  await choice(page).click();
  await page.getByRole('button', { name: 'Dansk', exact: true }).click();
  await page.getByRole('button', { name: 'Suomi', exact: true }).click();
  await page.locator('html[lang=fi]').waitFor();
  release();
  await (await late).finished();
  await page.evaluate(() => fetch('/sdk.js'));
  expect(await langOf(page)).toBe('fi');
});

test('a translation that arrives during the payment has no effect', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { locale: 'en' }));
  await typeCard(page, frictionless);
  const release = await holdDanish(page);
  await page.route('**/vault', async (route) => {
    const late = page.waitForResponse('**/*locale=da*');
    release();
    await (await late).finished();
    await route.continue();
  });
  await choice(page).click();
  await page.getByRole('button', { name: 'Dansk', exact: true }).click();
  await page.locator('#submit').click();
  await paidId(page);
  expect([await langOf(page), new URL(page.url()).searchParams.get('locale')]).toEqual(['en', 'en']);
});

test('offline, the page says so, and keeps the typed values', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { locale: 'en' }));
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await choice(page).click();
  await page.getByRole('button', { name: 'Dansk', exact: true }).click();
  await page.locator('#alert:not(:empty)').waitFor();
  expect(await words(page.locator('#alert'))).toBe('No connection');
  expect(await page.locator('#code').inputValue()).toBe('123');
  await page.context().setOffline(false);
  await page.locator('#submit').click();
  await paidId(page);
});

test('a change of language keeps the merchant’s colour within the content security policy', async () => {
  const shop = await here.shop();
  await here.api('PUT', `/merchants/${shop.merchant.id}`, { key: shop.key, body: { color: '#aa3355' } });
  const page = await openPage();
  await page.goto(linkOf(shop.merchant, { locale: 'en' }));
  await choose(page, 'Dansk');
  await page.locator('html[lang=da]').waitFor();
  const ground = await page.locator('#submit').evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(ground).toBe('rgb(170, 51, 85)');
});

test('a change of language keeps an entered amount', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { value: undefined, locale: 'en' }));
  await page.keyboard.type('4999');
  await choose(page, 'Dansk');
  expect((await page.locator('#shown').inputValue()).replace(/\s/g, ' ')).toBe('49,99 €');
});

test('the language choice works before the script has loaded, and fails offline as any page does', async () => {
  const page = await openPage();
  await page.route('**/assets/payment-*', (route) => route.abort());
  await page.goto(linkOf(merchant, { locale: 'en' }));
  await choose(page, 'Svenska');
  expect(await langOf(page)).toBe('sv');
});
