import { escapeHtml } from '../../functions/core/html/markup.ts';
import { catalogue } from '../../functions/core/messages/catalogue.ts';
import { languages } from '../../functions/core/messages/languages.ts';
import { logo } from '../api/support/png.ts';
import { desktop, here, linkOf, look, type Merchant, posUrl, useBrowser, words } from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ name: 'Coffee & John' }));
  const body = { logo: logo().toString('base64'), color: '#aa3355', terms: 'https://example.com/terms' };
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body });
});

const bad = (parameters: Record<string, string | undefined> = {}) =>
  linkOf(merchant, { value: '12,50', ...parameters });

test.each([
  ['de-AT', 'light', 'Dieser Zahlungslink funktioniert nicht'],
  ['da', 'dark', 'Dette betalingslink virker ikke'],
  ['el', 'light', 'Αυτός ο σύνδεσμος πληρωμής δεν λειτουργεί'],
  ['xx', 'dark', 'This payment link does not work'],
] as const)(
  'the error page has the browser’s language and the merchant’s branding: %s',
  async (locale, scheme, title) => {
    const page = await openPage({ locale, colorScheme: scheme });
    const response = await page.goto(bad());
    expect(response?.status()).toBe(400);
    expect(await words(page.locator('h1'))).toBe(title);
    expect(await words(page.locator('.payee'))).toBe('Coffee & John');
    expect(
      await page.locator('img.logo').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/logos\//);
    expect(await page.locator('footer a').getAttribute('href')).toBe('https://example.com/terms');
    await look(page, `bad-link-${locale}`);
  },
);

test('changing the language keeps all parameters of the link', async () => {
  const page = await openPage(desktop);
  await page.goto(bad({ text: 'Table "4"', redirect: 'https://example.com/?a=1&b=2' }));
  await page.locator('.languages summary').press('Enter');
  await page.locator('button[value=sv]').click();
  expect(await words(page.locator('h1'))).toBe('Den här betalningslänken fungerar inte');
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    value: '12,50',
    text: 'Table "4"',
    redirect: 'https://example.com/?a=1&b=2',
    locale: 'sv',
  });
  expect(await words(page.locator('main'))).toContain('Beloppet i länken är inte giltigt.');
  expect(await page.locator('.cause code').textContent()).toBe('value: is no decimal number, like 49.99');
});

test.each([
  ['an unknown key', () => bad({ key: 'd3b07384-d9a0-4c2b-8f51-000000000000' })],
  ['no link of a server', () => `${posUrl}/l/${'f'.repeat(24)}`],
  ['no name of a link', () => `${posUrl}/l/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E`],
])('the error page for %s has no branding, but a choice of languages', async (_, url) => {
  const page = await openPage();
  expect((await page.goto(url()))?.status()).toBe(404);
  expect(await page.locator('.payee, img.logo, footer a').count()).toBe(0);
  await page.locator('.languages summary').click();
  await page.locator('button[value=nb]').click();
  expect(await words(page.locator('h1'))).toBe('Denne betalingslenken virker ikke');
  expect(new URL(page.url()).pathname).toBe(new URL(url()).pathname);
});

test.each(languages)('the error page contains no English in %s', async (locale) => {
  const words = catalogue[locale].page.badLink;
  const wrong = [
    [{}, words.amount],
    [{ value: '49.99', currency: 'XXQ' }, words.incomplete],
    [{ key: 'd3b07384-d9a0-4c2b-8f51-000000000000' }, words.unknown],
  ] as const;
  for (const [parameters, sentence] of wrong) {
    const html = await (await fetch(bad({ ...parameters, locale }))).text();
    const [, page = '', detail = ''] =
      /<main[^>]*>(.*)<details class="cause"><summary>[^<]+<\/summary><code lang="en"[^>]*>(.*)<\/code>/s.exec(
        html,
      ) ?? [];
    expect(page).toContain(escapeHtml(sentence));
    expect(detail).not.toBe('');
    expect(page).not.toContain(detail);
  }
});
