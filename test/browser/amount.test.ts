import {
  answerBank,
  compose,
  desktop,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

const till = (parameters: Record<string, string> = {}) =>
  linkOf(merchant, { value: undefined, ...parameters });

test('a till: a merchant taps an amount, a customer pays, and the till is ready for the next one', async () => {
  const page = await openPage();
  await page.goto(till({ text: 'Table 4', reference: 'T4', currency: 'DKK', locale: 'da_DK' }));
  for (const digit of ['1', '2', '3', '4', '5']) await page.locator(`[data-key="${digit}"]`).tap();
  await page.locator('[data-key=erase]').tap();
  await page.locator('[data-key="00"]').tap();
  await page.locator('[data-key=erase]').tap();
  expect(await page.locator('#shown').inputValue()).toBe('123,40\u00a0kr.');
  await page.locator('button.primary').tap();

  await page.waitForURL('**/*value=123.40*');
  expect(await words(page.locator('h1'))).toContain('123,40');
  await payWith(page);
  await answerBank(page, 'confirm');
  const transaction = await here.transaction(key, await paidId(page));
  expect(transaction).toMatchObject({ amount: 12340, currency: 'DKK', custom: { reference: 'T4' } });
  await look(page, 'till-receipt');

  await page.locator('#onward').click();
  await page.waitForURL((url) => !url.searchParams.has('value'));
  expect(await page.locator('#shown').inputValue()).toBe('0,00\u00a0kr.');
});

test.each([
  ['JPY', '1234', '¥1,234', '1234', 1234],
  ['EUR', '1234', '€12.34', '12.34', 1234],
  ['BHD', '1234', 'BHD\u00a01.234', '1.234', 1234],
  ['EUR', '5', '€0.05', '0.05', 5],
  ['EUR', '49.5', '€49.50', '49.50', 4950],
])('%s: the keys %s show %s', async (currency, keys, shown, value, minor) => {
  const page = await openPage({ ...desktop, isMobile: false, hasTouch: false, locale: 'en-US' });
  await page.goto(till({ currency }));
  await page.keyboard.type(keys);
  expect((await page.locator('#shown').inputValue()).replace('JP', '')).toBe(shown);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/*value=*');
  expect(new URL(page.url()).searchParams.get('value')).toBe(value);
  const data = JSON.parse((await page.locator('#data').textContent()) ?? '');
  expect(data.amount.value).toBe(minor);
});

test('the page rejects no amount and an amount that is too high', async () => {
  const page = await openPage();
  await page.goto(till());
  await page.locator('button.primary').click();
  expect(await words(page.locator('#amount-error'))).toBe('Enter an amount.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('shown');
  await page.keyboard.type('9999999999999');
  expect(await words(page.locator('#amount-error'))).toBe('This amount is too large.');
  expect(await page.locator('#shown').inputValue()).toBe('€9,999,999,999.99');
  await look(page, 'till-too-much');
});

test.each(['49.5', '49,5', '49.50'])(
  'a currency without decimals takes no %s, typed or pasted',
  async (text) => {
    const page = await openPage();
    await page.goto(till({ currency: 'JPY' }));
    await page.keyboard.type(text);
    expect(await words(page.locator('#amount-error'))).toBe('This amount has too many decimals.');
    await look(page, 'till-too-fine');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).searchParams.has('value')).toBe(false);
    expect(await words(page.locator('#amount-error'))).toBe('This amount has too many decimals.');
    await page.keyboard.press('Backspace');
    expect(await words(page.locator('#amount-error'))).toBe('');

    await page.locator('#shown').evaluate(pasteText, text);
    expect(await words(page.locator('#amount-error'))).toBe('This amount has too many decimals.');
    await page.locator('button.primary').click();
    expect(new URL(page.url()).searchParams.has('value')).toBe(false);
  },
);

test.each(['49.99', '€ ４９，９９', '٤٩٫٩٩', '४९.९९', '4999'])(
  'a pasted %s is read correctly',
  async (text) => {
    const page = await openPage();
    await page.goto(till());
    await page.locator('#shown').evaluate(pasteText, text);
    expect(await page.locator('#shown').inputValue()).toBe('€49.99');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/*value=49.99*');
  },
);

test.each(['４９９９', '٤٩٩٩', '۴۹۹۹', '४९९९'])('the pad accepts the digits %s', async (digits) => {
  const page = await openPage();
  await page.goto(till());
  await page.locator('#shown').focus();
  for (const digit of digits) await page.keyboard.insertText(digit);
  expect(await page.locator('#shown').inputValue()).toBe('€49.99');
  await page.locator('body').evaluate((body, all) => {
    for (const key of all) body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, digits);
  expect(await page.locator('#shown').inputValue()).toBe('€499,949.99');
});

test('an amount that an input method composes is entered once', async () => {
  const page = await openPage();
  await page.goto(till());
  await page.locator('#shown').focus();
  await compose(page, '４９９９');
  expect(await page.locator('#shown').inputValue()).toBe('€49.99');
});

function pasteText(field: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
