import type { Page } from 'playwright-core';
import { byMethod } from '../../api/support/by-method.ts';
import { desktop, here, isTooWide, look, type Merchant, phone } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();
const { paidBy } = byMethod(here);

let key: string;
let merchant: Merchant;
let email: string;
/** A payment that was captured with the customer's agreement. */
let bancontact: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ methods: ['mobilepay', 'bancontact'] }));
  email = await personOf(merchant, key);
  await here.authorized(merchant, 4200);
  await paidBy(merchant, 'mobilepay');
  bancontact = await paidBy(merchant, 'bancontact');
});

const payments = () => `#/${merchant.id}/payments`;

/** The means of payment of the rows, the newest first. */
const means = (page: Page) => page.locator('main tbody .card').allTextContents();

const begin = (page: Page, name: 'Capture' | 'Refund' | 'Void') =>
  page.getByRole('button', { name, exact: true }).click();

/** Changes the method of a payment in the answers of the API, as another row of a method would. */
async function changeMethod(page: Page, id: string, over: object): Promise<void> {
  await page.route(`**/api/transactions/${id}`, async (route) => {
    const answer = await route.fetch();
    const { transaction } = await answer.json();
    await route.fulfill({
      json: { transaction: { ...transaction, method: { ...transaction.method, ...over } } },
    });
  });
}

test('the list shows the method of each payment, and filters by one, which stays in the URL', async () => {
  const page = await openConsole(email, payments(), desktop);
  await page.locator('main tbody .card').getByText('Bancontact').waitFor();
  expect(await means(page)).toEqual(['Bancontact', 'MobilePay', 'Visa •••• 0000']);
  await page.getByLabel('Means of payment').selectOption('MobilePay');
  await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 1);
  expect(page.url()).toContain('method=mobilepay');
  await page.reload();
  await page.locator('main tbody .card').getByText('MobilePay').waitFor();
  expect(await means(page)).toEqual(['MobilePay']);
  await look(page, 'console-methods', true);
  await page.getByLabel('Means of payment').selectOption('Visa');
  await page.locator('main tbody .card').getByText('Visa •••• 0000').waitFor();
  expect(page.url()).not.toContain('method=');
  await visit(page, `${payments()}?method=bancontact&state=voided`);
  await page.getByText('Searched for: Bancontact · Voided').waitFor();
  await visit(page, `${payments()}?method=old_pay`);
  await page.getByText('Searched for: old_pay').waitFor();
});

test('the dialogs say that a method is captured as a whole, or once, before money moves', async () => {
  const own = await here.shop({ methods: ['mobilepay', 'klarna'] });
  const [whole, once] = [await paidBy(own.merchant, 'mobilepay'), await paidBy(own.merchant, 'klarna')];
  const place = `#/${own.merchant.id}/payments`;
  const page = await openConsole(await personOf(own.merchant, own.key), `${place}/${whole}`, desktop);
  await page.getByRole('link', { name: 'With MobilePay' }).waitFor();
  expect(await page.getByText('Card expires').count()).toBe(0);
  const dialog = page.getByRole('dialog');
  for (const [kind, text] of [
    ['Void', 'A void releases the whole authorized amount, €100.00 (MobilePay).'],
    ['Capture', 'MobilePay only captures the whole amount, €100.00.'],
  ] as const) {
    await begin(page, kind);
    await dialog.getByText(text).waitFor();
    expect(await dialog.getByLabel('Amount').getAttribute('readonly')).not.toBeNull();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  await visit(page, `${place}/${once}`);
  await begin(page, 'Capture');
  await dialog.getByText('Klarna is captured once: you can capture less than €100.00').waitFor();
  await dialog.getByLabel('Amount').fill('60');
  await look(page, 'console-method-capture');
  await dialog.getByRole('button', { name: 'Capture €60.00' }).click();
  await outcome(page).getByText('€60.00 has been captured.').waitFor();
});

test('the refund dialog says what the method allows until when, and does not ask for what it refuses', async () => {
  const page = await openConsole(email, `${payments()}/${bancontact}`, phone);
  const dialog = page.getByRole('dialog');
  await begin(page, 'Refund');
  await dialog
    .getByText(/returns captured money by Bancontact\. You can refund in parts.* until .*2027/)
    .waitFor();
  expect(await isTooWide(page)).toBe(false);
  await dialog.getByLabel('Amount').fill('12.50');
  await dialog.getByRole('button', { name: 'Refund €12.50' }).click();
  await outcome(page).getByText('€12.50 has been refunded.').waitFor();

  const rules = {
    ...{ partialCapture: false, partialRefund: false },
    ...{ refundDays: 180, refundUntil: '2090-01-01T00:00:00.000Z' },
  };
  const cases: [object, RegExp, number][] = [
    [rules, /only refund the whole amount, €87\.50, until .*2090/, 1],
    [{ ...rules, refundDays: null, refundUntil: null }, /whole amount, €87\.50, and there is no last day/, 1],
    [{ ...rules, refundDays: 0, refundUntil: null }, /Bancontact cannot return money/, 0],
    [{ ...rules, refundUntil: '2020-03-01T12:00:00.000Z' }, /returned money only until .*2020/, 0],
  ];
  for (const [changed, words, buttons] of cases) {
    await page.unrouteAll({ behavior: 'wait' });
    await changeMethod(page, bancontact, { rules: changed });
    await visit(page, `${payments()}/${bancontact}`);
    await begin(page, 'Refund');
    await dialog.getByText(words).waitFor();
    expect(await dialog.getByRole('button', { name: /^Refund/ }).count()).toBe(buttons);
    expect(await dialog.locator('input:not([readonly])').count()).toBe(0);
  }
  await page.unrouteAll({ behavior: 'wait' });
});

test('a method’s name with HTML or with characters that reorder a text stays a text in its own place', async () => {
  const page = await openConsole(email, payments(), desktop);
  await changeMethod(page, bancontact, { name: '<img src=x onerror=document.title=1>\u202eyaP' });
  await visit(page, `${payments()}/${bancontact}`);
  const fact = page.locator('.facts bdi').getByText('<img src=x');
  await fact.waitFor();
  await begin(page, 'Refund');
  const text = await page.getByRole('dialog').locator('p').first().textContent();
  expect(text).toContain('<img src=x');
  expect(text).not.toContain('\u202e');
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.title()).not.toBe('1');
  await page.unrouteAll({ behavior: 'wait' });
});

test('an owner chooses methods and their order by keyboard; others see the choice and cannot change it', async () => {
  const own = await here.shop({ methods: ['mobilepay'] });
  const place = `#/${own.merchant.id}/settings`;
  const page = await openConsole(await personOf(own.merchant, own.key), place, desktop);
  await page.getByLabel('Bancontact', { exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText('EUR. Takes the money immediately. Refunds within 180 days.').first().waitFor();
  await page.getByRole('button', { name: 'Move Bancontact up' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.method label')?.textContent === 'Bancontact');
  const preview = page.locator('.preview #methods');
  expect(await preview.textContent()).toMatch(/How do you want to pay\?BancontactMobilePayCard/);
  await look(page, 'console-method-settings', true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await outcome(page).getByText('Saved.').waitFor();
  const { body } = await here.api('GET', `/merchants/${own.merchant.id}`, { key: own.key });
  expect(body.merchant.methods).toEqual(['bancontact', 'mobilepay']);
  await page.getByRole('link', { name: 'Payment links' }).click();
  await page.getByRole('button', { name: 'Make a link' }).first().click();
  expect(await page.getByRole('dialog').getByLabel('Bancontact').isChecked()).toBe(true);

  const other = await openConsole(await personOf(own.merchant, own.key, 'support'), place, phone);
  await other.getByText('Only an owner can change the settings.').waitFor();
  expect(await other.locator('form').getByLabel('Bancontact', { exact: true }).isDisabled()).toBe(true);
  expect(await isTooWide(other)).toBe(false);
});

test('a method that the acquirer has switched off says so in the settings, and can be removed', async () => {
  const own = await here.shop({ methods: ['mobilepay'] });
  const page = await openConsole(await personOf(own.merchant, own.key), payments(), desktop);
  await page.route(`**/api/merchants/${own.merchant.id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const { merchant: shown } = await (await route.fetch()).json();
    return route.fulfill({ json: { merchant: { ...shown, test: false, availableMethods: [] } } });
  });
  await visit(page, `#/${own.merchant.id}/settings`);
  await page.getByText('Customers do not see it: it is not switched on in your account').waitFor();
  await page.getByText('Switch it on there, in the settings of payment methods').waitFor();
  await page.getByLabel('mobilepay', { exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await outcome(page).getByText('Saved.').waitFor();
  const { body } = await here.api('GET', `/merchants/${own.merchant.id}`, { key: own.key });
  expect(body.merchant.methods).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a link takes all methods of the merchant, or those that its maker leaves', async () => {
  const page = await openConsole(email, `#/${merchant.id}/links`, phone);
  const dialog = page.getByRole('dialog');
  const make = async (amount: string, off: string[]) => {
    await visit(page, `#/${merchant.id}/links`);
    await page.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Text', { exact: true }).fill('Invoice');
    for (const name of off) await dialog.getByLabel(name, { exact: true }).uncheck();
    expect(await isTooWide(page)).toBe(false);
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await page.getByRole('heading', { name: `Payment link €${amount}` }).waitFor();
  };
  await make('11.00', []);
  expect(await page.getByText('Means of payment beside cards').count()).toBe(0);
  await make('12.00', ['MobilePay']);
  await page.locator('.facts').getByText('Bancontact', { exact: true }).waitFor();
  await make('13.00', ['MobilePay', 'Bancontact']);
  await page.locator('.facts').getByText('Cards only', { exact: true }).waitFor();
  const path = `/merchants/${merchant.id}/links`;
  const { body } = await here.api('GET', path, { key, query: { limit: 3 } });
  expect(body.map(({ methods }: { methods: unknown }) => methods)).toEqual([[], ['bancontact'], null]);
});
