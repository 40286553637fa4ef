import type { Frame, Page } from 'playwright-core';
import { desktop, fieldsIn, linkOf, look, posUrl, receipt, words } from '../support/browser.ts';
import { callPay, dialogOf, dialogs, resultsOf, type Sdk } from '../support/dialog.ts';
import { answerElsewhere, answerHere, comeBack, stateIn, useMethods, waiting } from '../support/methods.ts';
import { type Shop, startShop } from '../support/shop.ts';

const { own, openPage, goToMobilePay, transactions, paysOnce } = useMethods();

let shop: Shop;
beforeEach(async () => {
  shop = await startShop(posUrl, own.merchant.key);
});
afterEach(() => shop?.stop());

async function atShop(): Promise<Page> {
  const page = await openPage(desktop);
  await page.goto(shop.origin);
  return page;
}

/** Opens the dialog, and goes to MobilePay in a tab of its own. */
async function payInDialog(): Promise<{ page: Page; dialog: Frame; tab: Page }> {
  const page = await atShop();
  await callPay(page, own.merchant);
  const dialog = await dialogOf(page);
  await dialog.getByRole('radio', { name: 'MobilePay' }).check();
  expect(await words(dialog.locator('.method:visible'))).toBe(
    'MobilePay opens in a new tab. This page waits for you.',
  );
  const [tab] = await Promise.all([page.waitForEvent('popup'), dialog.locator('#submit').click()]);
  await tab.waitForURL(/simulated-bank/);
  return { page, dialog, tab };
}

test('from a dialog, the method opens in a tab of its own, which cannot reach the dialog and says when it can be closed', async () => {
  const { page, dialog, tab } = await payInDialog();
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await waiting(dialog).waitFor();
  await look(page, 'method-dialog');
  await answerHere(tab, 'approve');
  await receipt(tab).waitFor();
  expect(await words(tab.locator('#close-tab'))).toBe('You can close this tab, and go back to the shop.');
  await look(tab, 'method-dialog-tab');
  await tab.close();
  await comeBack(dialog);
  const id = await paysOnce(dialog);
  expect(await resultsOf(page)).toEqual([[null, { transaction: { id } }]]);
});

test('the tab of a dialog shows a decline without a form, and the dialog lets the customer try again', async () => {
  const { dialog, tab } = await payInDialog();
  await answerHere(tab, 'reject');
  await tab.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
  expect(await tab.locator('#submit').isVisible()).toBe(false);
  await comeBack(dialog);
  await dialog.locator('#alert').filter({ hasText: 'The payment was not confirmed.' }).waitFor();
  expect(await dialog.locator('#submit').isVisible()).toBe(true);
});

test('a tab that was closed can be opened again, and a dialog that is closed gives the payment up', async () => {
  const { page, dialog, tab } = await payInDialog();
  const url = tab.url();
  await tab.close();
  const [again] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Open MobilePay' }).click(),
  ]);
  await again.waitForURL(/simulated-bank/);
  await dialog.locator('#close').click();
  expect(await resultsOf(page)).toEqual([['closed']]);
  expect(await dialogs(page)).toBe(0);
  await answerElsewhere(url, 'approve');
  expect((await transactions()).filter(({ successful }) => successful)).toEqual([]);
});

test('the page does not open a tab if the form is incomplete', async () => {
  const page = await atShop();
  await callPay(page, own.merchant);
  const dialog = await dialogOf(page);
  await dialog.getByRole('radio', { name: 'Bancontact' }).check();
  await dialog.locator('#submit').click();
  expect(await words(dialog.locator('#payer-name-error'))).toBe('Enter your name.');
  expect(page.context().pages()).toHaveLength(1);
});

test('card fields offer the methods too, and the customer opens the method on the whole screen', async () => {
  const page = await atShop();
  await page.evaluate((key) => {
    const sdk = globalThis as unknown as Sdk & { paying: Promise<unknown> };
    const place = document.body.appendChild(document.createElement('div'));
    const amount = { currency: 'EUR', exponent: 2, value: 4999 };
    // biome-ignore lint/suspicious/noExplicitAny: only `pay` is typed here
    const fields = (sdk.Florin({ key }) as any).fields(place, { test: true, amount });
    Object.assign(sdk, { fields });
  }, own.merchant.key);
  const card = await fieldsIn(page);
  await card.getByRole('radio', { name: 'MobilePay' }).check();
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: set above
    const sdk = globalThis as any;
    sdk.paying = sdk.fields.pay();
  });
  await waiting(card).waitFor();
  expect(await page.locator('iframe.florin-fields.whole').count()).toBe(1);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('link', { name: 'Open MobilePay' }).click(),
  ]);
  await tab.waitForURL(/simulated-bank/);
  await answerHere(tab, 'approve');
  await receipt(tab).waitFor();
  expect(await tab.locator('.inline').count()).toBe(0);
  await comeBack(card);
  // biome-ignore lint/suspicious/noExplicitAny: set above
  const paid = await page.evaluate(() => (globalThis as any).paying);
  expect((await transactions()).map(({ id }) => ({ transaction: { id } }))).toEqual([paid]);
});

test.each([
  ['sdk.js offers all methods', 'sdk', {}, 1],
  ['sdk.js offers cards alone with `methods: false`', 'sdk', { methods: false }, 0],
  [
    'sdk.js offers cards alone for an order that is charged again later',
    'sdk',
    { unplanned: { merchant: true } },
    0,
  ],
  ['10.js offers cards alone', '10', {}, 0],
  ['10.js offers all methods with `methods: true`', '10', { methods: true }, 1],
])('%s', async (_, script, options, count) => {
  const page = await atShop();
  if (script === 'sdk') await callPay(page, own.merchant, options);
  else {
    await page.addScriptTag({ url: `${posUrl}/10.js` });
    await page.evaluate(
      ([key, more]) => {
        const amount = { currency: 'EUR', exponent: 2, value: 4999 };
        // biome-ignore lint/suspicious/noExplicitAny: the script defines it
        const { Paylike } = globalThis as any;
        Paylike({ key }).pay({ test: true, amount, ...(more as object) }, () => {});
      },
      [own.merchant.key, options] as const,
    );
  }
  const dialog = await dialogOf(page);
  await dialog.waitForTimeout(100);
  expect(await dialog.locator('#methods').count()).toBe(count);
  expect(await dialog.locator('#number').isVisible()).toBe(true);
});

test('a shop cannot show the receipt of another payment by the address of the frame', async () => {
  const paying = await openPage();
  const url = await goToMobilePay(paying);
  await answerHere(paying, 'approve');
  await receipt(paying).waitFor();
  const page = await atShop();
  const frame = `${linkOf(own.merchant, { embed: shop.origin })}#returned=${stateIn(url)}`;
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'own' }));
  }, frame);
  const inner = (await (await page.waitForSelector('#own')).contentFrame()) as Frame;
  await inner.waitForSelector('.embedded #number');
  expect(await inner.locator('#number').isVisible()).toBe(true);
  expect(await receipt(inner).isVisible()).toBe(false);
});
