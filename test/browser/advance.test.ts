import type { Page } from 'playwright-core';
import {
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  phone,
  useBrowser,
} from './support/browser.ts';

const openPage = useBrowser();

let merchant: Merchant;

beforeAll(async () => {
  ({ merchant } = await here.shop());
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const textIn = (page: Page, id: string) => page.locator(`#${id}`).inputValue();
/** Keys go where the focus is. */
const type = (page: Page, keys: string) => page.keyboard.type(keys);

async function begin(options: Parameters<typeof openPage>[0] = {}, locale = 'en'): Promise<Page> {
  const page = await openPage(options);
  await page.goto(linkOf(merchant, { locale }));
  await page.locator('#number').focus();
  return page;
}

test.each([
  ['phone', phone, 'light', 'en'],
  ['phone', phone, 'dark', 'sk'],
  ['desktop', desktop, 'light', 'pt'],
] as const)('%s, %#: a card is typed in one go, and paid', async (device, options, colorScheme, locale) => {
  const page = await begin({ ...options, colorScheme }, locale);
  await type(page, frictionless);
  expect(await focused(page)).toBe('expiry');
  await type(page, '1230');
  expect(await focused(page)).toBe('code');
  await type(page, '123');
  // A customer who has typed everything presses the button; nothing presses it for them.
  expect(await focused(page)).toBe('code');
  expect([await textIn(page, 'number'), await textIn(page, 'expiry'), await textIn(page, 'code')]).toEqual([
    '4100 0000 0000 0034',
    '12 / 30',
    '123',
  ]);
  await look(page, `advance-${device}-${colorScheme}`);
  await page.keyboard.press('Enter');
  await paidId(page);
});

test.each([
  ['a Visa', '4100000000000000'],
  ['a Mastercard', '5555555555554444'],
  ['an American Express', '378282246310005'],
  ['a UnionPay of 19 digits', '6205500000000000004'],
])('%s ends with its last digit, and not before', async (_, number) => {
  const page = await begin();
  await type(page, number.slice(0, -1));
  expect(await focused(page)).toBe('number');
  await type(page, number.slice(-1));
  expect(await focused(page)).toBe('expiry');
});

test.each([
  ['a UnionPay that may go on', '6200000000000005'],
  ['a number that no scheme has', '9999999999999999'],
  ['one that is too short', '41000000000'],
])('%s: the focus stays', async (_, number) => {
  const page = await begin();
  await type(page, number);
  expect(await focused(page)).toBe('number');
});

test('a year of four digits, and one that is over', async () => {
  const page = await begin();
  await page.locator('#expiry').focus();
  await type(page, '12/20');
  expect(await focused(page)).toBe('expiry');
  await type(page, '30');
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['12 / 30', 'code']);
});

test('what is corrected in the middle, pasted, or was filled in before is not left', async () => {
  const page = await begin();
  await type(page, '410000000000000');
  await page.evaluate(() => (document.activeElement as HTMLInputElement).setSelectionRange(2, 2));
  await type(page, '0');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0000', 'number']);

  await page.locator('#number').fill('');
  await page.locator('#number').focus();
  await page.locator('#number').evaluate((field: HTMLInputElement) => {
    field.value = '4100000000000000';
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  });
  expect(await focused(page)).toBe('number');

  await page.locator('#expiry').focus();
  await type(page, '1230');
  expect(await focused(page)).toBe('code');
  await page.locator('#number').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await type(page, '4');
  // The next one has its date.
  expect(await focused(page)).toBe('number');
});

test('what a browser fills in moves nothing', async () => {
  const page = await begin();
  await page.locator('#number').evaluate((field: HTMLInputElement) => {
    field.value = '4100000000000000';
    field.dispatchEvent(new Event('input'));
  });
  expect(await focused(page)).toBe('number');
});

test('erasing in an empty field goes back, and takes nothing away by that', async () => {
  const page = await begin();
  await type(page, '41000000000000001');
  // A digit too many is the date's.
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['1', 'expiry']);
  await page.keyboard.press('Backspace');
  expect(await focused(page)).toBe('expiry');
  await page.keyboard.press('Backspace');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0000', 'number']);
  await page.keyboard.press('Backspace');
  expect(await textIn(page, 'number')).toBe('4100 0000 0000 000');
  await type(page, '5');
  expect(await focused(page)).toBe('expiry');
  // A key that is kept pressed empties one field, and no more.
  await type(page, '1');
  await page.keyboard.down('Backspace');
  await page.keyboard.down('Backspace');
  await page.keyboard.down('Backspace');
  await page.keyboard.up('Backspace');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0005', 'expiry']);
});

test('who presses Tab by habit skips nothing; pressed again, or later, it goes on', async () => {
  const page = await begin();
  await type(page, frictionless);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('expiry');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('code');
  await page.keyboard.press('Shift+Tab');
  await type(page, '1230');
  await page.waitForTimeout(1100);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('submit');
});

test('the way back by Tab stays open', async () => {
  const page = await begin();
  await type(page, '4100000000000000');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('number');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('expiry');
});
