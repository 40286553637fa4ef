import type { Page } from 'playwright-core';
import {
  compose,
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
/** Types into the focused field. */
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
] as const)(
  '%s, %#: a customer fills in the card and pays without the key Tab',
  async (device, options, colorScheme, locale) => {
    const page = await begin({ ...options, colorScheme }, locale);
    await type(page, frictionless);
    expect(await focused(page)).toBe('expiry');
    await type(page, '1230');
    expect(await focused(page)).toBe('code');
    await type(page, '123');
    // The page never submits by itself. The customer presses the button.
    expect(await focused(page)).toBe('code');
    expect([await textIn(page, 'number'), await textIn(page, 'expiry'), await textIn(page, 'code')]).toEqual([
      '4100 0000 0000 0034',
      '12 / 30',
      '123',
    ]);
    await look(page, `advance-${device}-${colorScheme}`);
    await page.keyboard.press('Enter');
    await paidId(page);
  },
);

test.each([
  ['a Visa', '4100000000000000'],
  ['a Mastercard', '5555555555554444'],
  ['an American Express', '378282246310005'],
  ['a UnionPay of 19 digits', '6205500000000000004'],
])('the focus leaves a number of %s after its last digit, and not earlier', async (_, number) => {
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
])('the focus stays in the number field: %s', async (_, number) => {
  const page = await begin();
  await type(page, number);
  expect(await focused(page)).toBe('number');
});

test('the focus moves after a year of four digits, and stays at an expired date', async () => {
  const page = await begin();
  await page.locator('#expiry').focus();
  await type(page, '12/20');
  expect(await focused(page)).toBe('expiry');
  await type(page, '30');
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['12 / 30', 'code']);
});

test('the focus stays in a field that is corrected, pasted into, or followed by a filled field', async () => {
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
  // The next field already has a date.
  expect(await focused(page)).toBe('number');
});

/** The keys that correct 12 / 30 to 11 / 30. */
test.each([
  ['selecting the month', [], [0, 2], '11'],
  ['deleting its second digit', ['Backspace'], [2, 2], '1'],
  ['deleting the month', ['Backspace', 'Backspace'], [2, 2], '11'],
] as const)('the month of an expiry date is corrected by %s', async (_, keys, [start, end], digits) => {
  const page = await begin();
  await page.locator('#expiry').focus();
  await type(page, '1230');
  await page.locator('#expiry').focus();
  await page
    .locator('#expiry')
    .evaluate((field: HTMLInputElement, range) => field.setSelectionRange(...range), [start, end] as const);
  for (const key of keys) await page.keyboard.press(key);
  await type(page, digits);
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['11 / 30', 'expiry']);
});

test('digits that an input method composes are entered once', async () => {
  const page = await begin();
  await compose(page, '４１００００００００００００３４');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0034', 'expiry']);
  await compose(page, '１２３０');
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['12 / 30', 'code']);
});

test('the focus stays when the browser fills in a field', async () => {
  const page = await begin();
  await page.locator('#number').evaluate((field: HTMLInputElement) => {
    field.value = '4100000000000000';
    field.dispatchEvent(new Event('input'));
  });
  expect(await focused(page)).toBe('number');
});

test('Backspace in an empty field moves the focus back, and deletes no digit', async () => {
  const page = await begin();
  await type(page, '41000000000000001');
  // The digit after the complete number goes into the date.
  expect([await textIn(page, 'expiry'), await focused(page)]).toEqual(['1', 'expiry']);
  await page.keyboard.press('Backspace');
  expect(await focused(page)).toBe('expiry');
  await page.keyboard.press('Backspace');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0000', 'number']);
  await page.keyboard.press('Backspace');
  expect(await textIn(page, 'number')).toBe('4100 0000 0000 000');
  await type(page, '5');
  expect(await focused(page)).toBe('expiry');
  // Holding Backspace empties only one field.
  await type(page, '1');
  await page.keyboard.down('Backspace');
  await page.keyboard.down('Backspace');
  await page.keyboard.down('Backspace');
  await page.keyboard.up('Backspace');
  expect([await textIn(page, 'number'), await focused(page)]).toEqual(['4100 0000 0000 0005', 'expiry']);
});

test('Tab right after an automatic move skips no field; a second or later Tab moves on', async () => {
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

test('Shift+Tab moves the focus back', async () => {
  const page = await begin();
  await type(page, '4100000000000000');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('number');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('expiry');
});
