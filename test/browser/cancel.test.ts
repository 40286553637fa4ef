import type { Page } from 'playwright-core';
import {
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
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ merchant } = await here.shop());
  shop = await startShop('', '');
});

afterAll(() => shop?.stop());

const basket = () => `${shop.origin}/basket?a=1&b=%C3%A6#top`;
const way = (page: Page) => page.locator('a.quiet');

test.each([
  ['phone', phone, 'light', 'en', /^Back to 127/],
  ['phone', phone, 'dark', 'de', /^Zurück zu 127/],
  ['desktop', desktop, 'dark', 'da', /^Tilbage til 127/],
] as const)(
  '%s, %#: the page has a link back to the shop that names the shop',
  async (device, options, colorScheme, locale, name) => {
    const page = await openPage({ ...options, colorScheme });
    await page.goto(linkOf(merchant, { cancel: basket(), locale }));
    expect(await words(way(page))).toMatch(name);
    await look(page, `cancel-${device}-${colorScheme}`);
    await typeCard(page);
    await way(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(basket());
    const asked = shop.requests.filter(({ url }) => url?.startsWith('/basket')).at(-1);
    expect(asked?.headers.referer).toBeUndefined();
  },
);

test('a till and the page after it have the link back, too', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { cancel: basket(), value: undefined }));
  expect(await way(page).getAttribute('href')).toBe(basket());
  for (const digit of ['1', '2', '3']) await page.locator(`[data-key="${digit}"]`).tap();
  await page.locator('button.primary').tap();
  await page.waitForURL('**/*value=1.23*');
  await way(page).click();
  await page.waitForURL(basket());
});

test('there is no link back during and after a payment', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { cancel: basket() }));
  await payWith(page);
  await bankOf(page);
  expect(await way(page).isVisible()).toBe(false);
  await page.goto(linkOf(merchant, { cancel: basket(), text: 'Other' }));
  await payWith(page, frictionless);
  await paidId(page);
  expect(await page.locator(`a[href="${basket()}"]`).isVisible()).toBe(false);
});

test('the dialog has no link back, because the customer closes it instead', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { cancel: basket(), embed: shop.origin }));
  expect(await way(page).count()).toBe(0);
});
