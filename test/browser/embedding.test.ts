import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  pays,
  payWith,
  phone,
  posUrl,
  receipt,
  transactionsOf,
  useBrowser,
  words,
} from './support/browser.ts';
import { callPay, dialogOf, dialogs, holdPayments, resultsOf } from './support/dialog.ts';
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  shop = await startShop(posUrl, merchant.key);
});

afterAll(() => shop?.stop());

/** Opens the shop. */
async function atShop(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(shop.origin);
  return page;
}

const result = (page: Page) => page.locator('#result:not(:empty)');

test.each([
  ['phone', phone],
  ['desktop', { ...desktop, colorScheme: 'dark' as const }],
])(
  'the example shop on a %s: the customer pays in the dialog, and the shop’s callback gets the transaction',
  async (name, device) => {
    const page = await atShop(device);
    await page.locator('#buy').click();
    const dialog = await dialogOf(page);
    await look(page, `popup-${name}`);
    await payWith(dialog, pays);
    await bankOf(dialog);
    await look(page, `popup-${name}-bank`);
    await answerBank(dialog, 'confirm');
    // The receipt stays open after the customer has touched it.
    await receipt(dialog).locator('h2').click();
    await look(page, `popup-${name}-receipt`);
    expect(await words(receipt(dialog))).toContain('Thank you. Your payment to Coffee & John went through.');
    await receipt(dialog).locator('[data-close]').click();
    const text = await words(result(page));
    const [transaction] = await transactionsOf(key, merchant);
    expect(text).toBe(`Paid with transaction ${transaction.id}`);
    expect(transaction).toMatchObject({ amount: 4999, currency: 'EUR', custom: { orderId: '1234' } });
    expect(await page.locator('dialog').count()).toBe(0);
  },
);

test.each([
  ['its button', (dialog: Frame) => dialog.locator('#close').click()],
  ['Escape within', (dialog: Frame) => dialog.locator('#number').press('Escape')],
  ['Escape without', (dialog: Frame) => dialog.page().keyboard.press('Escape')],
])('the customer closes the dialog with %s: the shop’s page comes back', async (_name, close) => {
  const page = await atShop();
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  // The page has its own button to close the dialog, in place of the one beside the spinner.
  await page.locator('dialog > button').waitFor({ state: 'detached' });
  await close(dialog);
  expect(await words(result(page))).toBe('Not paid: closed');
  expect(await page.locator('dialog').count()).toBe(0);
});

test('the Escape of an input method does not close the dialog', async () => {
  const page = await openPage();
  await page.goto(shop.origin);
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  await dialog
    .locator('#number')
    .dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
  await dialog.locator('#number').fill('4100');
  expect(await dialog.locator('#number').inputValue()).toBe('4100');
});

test('the dialog cannot be closed during a payment, and stays open after a decline for another try', async () => {
  const page = await atShop();
  await page.locator('#buy').click();
  const dialog = await dialogOf(page);
  const answer = await holdPayments(page);
  const asked = page.waitForRequest('**/payments');
  await payWith(dialog, '4100000000000007');
  await asked;
  await dialog.locator('#close').click();
  await page.keyboard.press('Escape');
  answer();
  await answerBank(dialog, 'confirm');
  await dialog.locator('#alert').filter({ hasText: 'There is not enough money' }).waitFor();
  await dialog.locator('#number').fill('');
  await dialog.locator('#expiry').fill('');
  await dialog.locator('#code').fill('');
  await payWith(dialog, frictionless);
  await receipt(dialog).locator('[data-close]').click();
  expect(await words(result(page))).toMatch(/^Paid with/);
});

test('while the page loads, the dialog shows a spinner and a button to close it', async () => {
  const page = await atShop();
  await page.route(`${posUrl}/?*`, () => {});
  await callPay(page, merchant);
  await page.locator('dialog.loading[aria-busy=true]').waitFor();
  const spinner = () =>
    page.evaluate(
      () => getComputedStyle(document.querySelector('dialog') as Element, '::after').animationName,
    );
  expect(await spinner()).toBe('florin-turn');
  await page.screenshot({ path: '.screenshots/popup-loading.png' });
  expect(await page.getByRole('button', { name: 'Close', exact: true }).textContent()).toBe('×');
  await page.locator('dialog button').click();
  expect(await resultsOf(page)).toEqual([['closed']]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the promise resolves as soon as the customer has paid, and the receipt closes by itself', async () => {
  const page = await atShop();
  await page.clock.install();
  await callPay(page, merchant, {}, 'promise');
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  const [transaction] = await transactionsOf(key, merchant);
  const paid = [['resolved', { transaction: { id: transaction.id } }]];
  expect(await resultsOf(page)).toEqual(paid);
  expect(await dialog.getByRole('heading', { name: 'Paid' }).getAttribute('aria-describedby')).toBe(
    'closing',
  );
  expect(await words(dialog.locator('#closing'))).toContain('closes after 30 seconds, unless you tap it');
  await page.clock.fastForward(29_000);
  expect(await dialogs(page)).toBe(1);
  await page.clock.fastForward(2000);
  expect(await dialogs(page)).toBe(0);
  expect(await resultsOf(page)).toEqual(paid);
});

test('with `receipt: false` the dialog closes as soon as the customer has paid', async () => {
  const page = await atShop();
  await callPay(page, merchant, { receipt: false });
  await payWith(await dialogOf(page), frictionless);
  expect(await resultsOf(page)).toMatchObject([[null, { transaction: {} }]]);
  expect(await dialogs(page)).toBe(0);
});

test.each<[string, (dialog: Frame) => Promise<unknown>]>([
  ['types an address', (dialog) => dialog.locator('#mail-to').pressSequentially('a')],
  ['has it filled in', (dialog) => dialog.locator('#mail-to').evaluate(fillIn)],
  ['goes there with a screen reader', (dialog) => dialog.locator('#mail-to').focus()],
  ['scrolls', (dialog) => dialog.locator('#receipt').dispatchEvent('wheel')],
])('the receipt stays open for a customer who %s', async (_, touch) => {
  const page = await atShop();
  await page.clock.install();
  await callPay(page, merchant, {}, 'promise');
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  await touch(dialog);
  await page.clock.fastForward(60_000);
  expect(await dialogs(page)).toBe(1);
  await dialog.locator('#mail-to').fill('ann@example.com');
  await dialog.locator('#send').click();
  await dialog.locator('#mailed:not(:empty)').waitFor();
  await receipt(dialog).locator('[data-close]').click();
  expect(await resultsOf(page)).toMatchObject([['resolved', {}]]);
});

/** Fills in a field as a browser's address book does, without key events. */
function fillIn(field: Element): void {
  (field as HTMLInputElement).value = 'ann@example.com';
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test.each([
  ['a phone', phone],
  ['a small phone', { ...phone, viewport: { width: 320, height: 480 } }],
  ['a desktop', desktop],
])('on %s, the button that closes the receipt is visible', async (_, device) => {
  const page = await atShop(device);
  await page.clock.install();
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  const met = await receipt(dialog)
    .locator('[data-close]')
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return y + height <= innerHeight && top !== null && button.contains(top);
    });
  expect(met).toBe(true);
});

test('the shop’s page does not scroll behind the dialog, and keeps its position after it closes', async () => {
  const page = await atShop(desktop);
  await page.addStyleTag({ content: 'main { height: 4000px }' });
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY === 500);
  const width = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().width);
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  const wheelOver = async (x: number, y: number) => {
    await page.mouse.move(x, y);
    const turned = page.evaluate(
      () => new Promise((done) => addEventListener('wheel', done, { once: true })),
    );
    await page.mouse.wheel(0, 300);
    return turned;
  };
  await wheelOver(20, 20);
  expect(await page.evaluate(() => scrollY)).toBe(500);
  expect(await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().width)).toBe(
    width,
  );
  await dialog.locator('#close').click();
  await resultsOf(page);
  expect(await page.evaluate(() => [scrollY, document.documentElement.className])).toEqual([500, '']);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => scrollY === 600);
});

/** The sizes of the dialog and of the page in it, in CSS pixels, after their animations. */
async function heights(page: Page, dialog: Frame): Promise<{ dialog: number; content: number }> {
  const content = await dialog.evaluate(() => document.body.offsetHeight);
  await page.waitForFunction(
    (wanted) => {
      const { height } = (document.querySelector('dialog') as Element).getBoundingClientRect();
      return Math.abs(height - Math.min(wanted, innerHeight - 32)) < 1;
    },
    content,
    { timeout: 5000 },
  );
  return { dialog: (await page.locator('dialog').boundingBox())?.height ?? 0, content };
}

test('the dialog’s height follows its page, up to the height of the screen', async () => {
  const page = await atShop(desktop);
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  const start = await heights(page, dialog);
  await dialog.locator('#submit').click();
  await dialog.locator('#number-error:not(:empty)').waitFor();
  expect((await heights(page, dialog)).dialog).toBeGreaterThan(start.dialog);
  await dialog.locator('#test-cards summary').click();
  const full = await heights(page, dialog);
  expect(full.dialog).toBe(900 - 32);
  expect(full.content).toBeGreaterThan(full.dialog);
  await payWith(dialog, frictionless);
  await receipt(dialog).waitFor();
  expect((await heights(page, dialog)).content).not.toBe(full.content);
});

test.each([
  [320, 480],
  [568, 320],
])(
  'on a screen of %i × %i, the dialog fills the screen, and the button can be reached',
  async (width, height) => {
    const page = await atShop({ ...phone, viewport: { width, height } });
    await callPay(page, merchant);
    const dialog = await dialogOf(page);
    expect(await page.locator('dialog').boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await look(page, `popup-${width}x${height}`);
    await payWith(dialog, frictionless);
    await receipt(dialog).waitFor();
  },
);

test('repeated Escape does not close the dialog during a payment', async () => {
  const page = await atShop();
  await callPay(page, merchant);
  const dialog = await dialogOf(page);
  const answer = await holdPayments(page);
  const asked = page.waitForRequest('**/payments');
  await payWith(dialog, frictionless);
  await asked;
  await page.evaluate(() => (document.querySelector('dialog') as HTMLDialogElement).focus());
  for (let n = 0; n < 4; n++) await page.keyboard.press('Escape');
  // If the browser has closed the dialog, sdk.js reopens it at once.
  await page.locator('dialog[open]').waitFor();
  answer();
  await receipt(dialog).waitFor();
});

test('other sites cannot frame the page', async () => {
  const page = await atShop();
  for (const url of [linkOf(merchant), linkOf(merchant, { embed: 'https://other.example' })]) {
    // The browser logs an error when a policy blocks a frame.
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, url);
    await refused;
  }
  expect(page.frames().filter((frame) => frame.url().startsWith(posUrl))).toEqual([]);
});
