import type { Page } from 'playwright-core';
import {
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
} from './support/browser.ts';

const openPage = useBrowser();

const [terms, privacy] = ['https://example.com/terms?in=da&of="sale"', 'https://example.com/privacy'];
const links = { terms, privacy };

const colorOf = (page: Page, selector: string, property = 'backgroundColor'): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name as 'color'], property);

let merchant: Merchant;

const blue = '#0a66c2';
const yellow = '#ffd400';
const night = '#000033';

/** The colours of the button, and of its edge on a light and on a dark page. */
describe.each([
  ['blue', blue, 'rgb(10, 102, 194)', 'rgb(10, 102, 194)', 'rgb(10, 102, 194)'],
  ['yellow', yellow, 'rgb(255, 212, 0)', 'rgb(166, 138, 0)', 'rgb(255, 212, 0)'],
  ['night', night, 'rgb(0, 0, 51)', 'rgb(0, 0, 51)', 'rgb(102, 102, 133)'],
])('a merchant whose colour is %s', (name, color, own, light, dark) => {
  beforeAll(async () => {
    ({ merchant } = await here.shop({ color, ...links }));
  });

  test.each([
    ['phone', phone, 'light', 'en'],
    ['phone', phone, 'dark', 'de'],
    ['desktop', desktop, 'light', 'el'],
    ['desktop', desktop, 'dark', 'da'],
  ] as const)('%s, %#: everybody can read its page', async (device, options, colorScheme, locale) => {
    const page = await openPage({ ...options, colorScheme });
    await page.goto(linkOf(merchant, { locale, text: 'Two bags of Java' }));
    const expected = colorScheme === 'light' ? light : dark;
    expect(await colorOf(page, '#submit', 'borderTopColor')).toBe(expected);
    await page.locator('#test-cards summary').click();
    await look(page, `branding-${name}-${device}-${colorScheme}`, true);
    await page.locator('#submit').hover();
    await look(page, `branding-${name}-${device}-${colorScheme}-hover`);
    await page.goto(linkOf(merchant, { locale, value: undefined }));
    expect(await colorOf(page, '.primary', 'borderTopColor')).toBe(expected);
    expect(await colorOf(page, '.primary')).toBe(own);
    await look(page, `branding-${name}-till-${device}-${colorScheme}`);
  });
});

describe('terms and privacy', () => {
  beforeAll(async () => {
    ({ merchant } = await here.shop({ color: blue, ...links }));
  });

  test('links to terms and privacy are in the footer, work by keyboard, and open in another tab without a reference to this one', async () => {
    const page = await openPage();
    await page
      .context()
      .route('https://example.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }),
      );
    await page.goto(linkOf(merchant));
    await typeCard(page);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
    expect(await link.getAttribute('href')).toBe(terms);
    await link.focus();
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    const other = await opened;
    await other.waitForURL('https://example.com/terms**');
    expect(await other.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
    // The form keeps the card.
    expect(await page.locator('#code').inputValue()).toBe('123');
    await page.locator('#submit').click();
    await page.waitForSelector('#frame iframe');
  });

  test('stay in the footer after the payment, after a reload and offline', async () => {
    const page = await openPage();
    await page.goto(linkOf(merchant, { locale: 'fr' }));
    await payWith(page, frictionless);
    await paidId(page);
    await page.reload();
    await paidId(page);
    await page.context().setOffline(true);
    const names = page.getByRole('contentinfo').getByRole('link');
    expect(await names.allInnerTexts()).toEqual(['Conditions', 'Confidentialité']);
  });

  test('links to terms and privacy are left out if the merchant has none', async () => {
    const { merchant } = await here.shop({ terms: '' });
    const page = await openPage();
    await page.goto(linkOf(merchant));
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(0);
    expect(await colorOf(page, '#submit')).toBe('rgb(29, 78, 216)');
  });
});
