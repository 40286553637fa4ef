import type { Page } from 'playwright-core';
import { desktop, here, look, type Merchant, phone, words } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
});

const place = (id: string) => `#/${merchant.id}/payments/${id}`;

/** A payment that was captured. */
async function makeCapture(value = 5000): Promise<string> {
  const id = await here.authorized(merchant, value);
  expect((await here.move(key, id, 'captures', value)).status).toBe(201);
  return id;
}

const begin = (page: Page, name: 'Capture' | 'Refund' | 'Void') =>
  page.getByRole('button', { name, exact: true }).click();

const amountField = (page: Page) => page.getByRole('dialog').getByLabel('Amount');

test('a payment is captured, refunded in part and voided, and the page says each outcome', async () => {
  const id = await here.authorized(merchant, 5000);
  const page = await openConsole(email, place(id), desktop);
  await begin(page, 'Capture');
  await look(page, 'console-capture-dialog');
  await amountField(page).fill('30');
  await page.getByRole('button', { name: 'Capture €30.00' }).click();
  await outcome(page).getByText('€30.00 has been captured.').waitFor();

  await begin(page, 'Refund');
  expect(await amountField(page).inputValue()).toBe('30.00');
  await amountField(page).fill('12.50');
  await page.getByText('The customer gets €12.50 back. This cannot be undone.').waitFor();
  await look(page, 'console-refund-dialog');
  await page.getByRole('button', { name: 'Refund €12.50' }).click();
  await outcome(page).getByText('€12.50 has been refunded.').waitFor();

  await begin(page, 'Void');
  await page.getByRole('button', { name: 'Void €20.00' }).click();
  await outcome(page).getByText('€20.00 has been voided.').waitFor();
  await look(page, 'console-payment', true);
  expect(await here.transaction(key, id)).toMatchObject({
    capturedAmount: 3000,
    refundedAmount: 1250,
    voidedAmount: 2000,
    pendingAmount: 0,
  });
});

test('a refund by keyboard alone: the focus goes into the dialog, stays there, and comes back', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  await refund.focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  expect(await amountField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    // After the last element of a modal dialog, the focus moves to the browser's own controls.
    expect((await page.evaluate(() => document.activeElement === document.body)) || (await focused())).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await refund.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await amountField(page).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await outcome(page).getByText('€5.00 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(500);
});

test('the focus moves to the heading when the focused button disappears', async () => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const page = await openConsole(email, place(await makeCapture()), desktop);
  await page.getByRole('button', { name: 'Refund', exact: true }).press('Enter');
  await amountField(page).fill('50.00');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund €50.00' }).press('Space');
  await outcome(page).getByText('€50.00 has been refunded.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  expect(await focused()).toBe('Payment €50.00');

  const colleague = await personOf(merchant, key, 'support');
  await visit(page, `#/${merchant.id}/people`);
  await page.getByRole('button', { name: `Remove: ${colleague}` }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await outcome(page).getByText(`${colleague} no longer has access.`).waitFor();
  expect(await focused()).toBe('People');
});

test('the key that opens the dialog does not confirm it, held or pressed twice', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++;
  });
  await page.getByRole('button', { name: 'Refund', exact: true }).focus();
  await page.keyboard.down('Enter');
  await amountField(page).waitFor();
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Stops the clock, so that a slow machine presses the key as early as a quick customer does.
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  // The focus returns to the button a moment after the dialog has closed.
  await page.waitForFunction(() => document.activeElement?.localName === 'button');
  await page.keyboard.press('Enter');
  await amountField(page).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(sent).toBe(0);
  expect((await here.transaction(key, id)).refundedAmount).toBe(0);
});

test.each([
  ['', 'Enter an amount.'],
  ['abc', 'Enter an amount in digits'],
  ['0', 'more than zero'],
  ['1.234', 'at most 2 decimals'],
  ['50.01', 'Enter at most €50.00'],
])('the amount %p is refused at its field, and nothing is sent', async (text, fault) => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), phone);
  await begin(page, 'Refund');
  await amountField(page).fill(text);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByText(fault).waitFor();
  expect(await amountField(page).getAttribute('aria-invalid')).toBe('true');
  expect((await page.getByRole('dialog').locator('.consequence').textContent())?.trim()).toBe('');
  expect((await here.transaction(key, id)).refundedAmount).toBe(0);
});

test('amounts have the decimals of the currency', async () => {
  const id = await here.authorized(merchant, 0, { amount: { currency: 'JPY', exponent: 0, value: 1500 } });
  expect((await here.move(key, id, 'captures', 1500)).status).toBe(201);
  const page = await openConsole(email, place(id), phone);
  await begin(page, 'Refund');
  expect(await amountField(page).inputValue()).toBe('1500');
  await amountField(page).fill('5.5');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByText('JPY has at most 0 decimals.').waitFor();
  await amountField(page).fill('500');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await outcome(page).waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(500);
});

test('two clicks move the money once', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/refunds'))
      keys.push(request.headers()['idempotency-key']);
  });
  await begin(page, 'Refund');
  await amountField(page).fill('1');
  await page.getByRole('button', { name: 'Refund €1.00' }).dblclick();
  await outcome(page).waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect((await here.transaction(key, id)).refundedAmount).toBe(100);
});

test('repeated Escape does not hide a refund under way, nor that its outcome is unknown', async () => {
  const page = await openConsole(email, place(await makeCapture()), desktop);
  let lose = () => {};
  const held = new Promise<void>((done) => {
    lose = done;
  });
  await page.route('**/refunds', async (route) => {
    await held;
    await route.abort('connectionreset');
  });
  await begin(page, 'Refund');
  const asked = page.waitForRequest('**/refunds');
  await page.getByRole('button', { name: 'Refund €50.00' }).click();
  await asked;
  await page.getByRole('dialog').locator('[aria-busy=true]').waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  lose();
  await page.getByText('The money may already have moved').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('A refund of €50.00 was sent, but its outcome is unknown.').waitFor();
});

test('a response that is lost is shown as unknown, and another try moves no money again', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  // The server gets the request, and the answer is lost.
  await page.route('**/refunds', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await begin(page, 'Refund');
  await amountField(page).fill('40');
  await page.getByRole('button', { name: 'Refund €40.00' }).click();
  await page.getByText('The money may already have moved').waitFor();
  expect(await amountField(page).getAttribute('readonly')).not.toBeNull();
  await look(page, 'console-refund-unknown');
  await page.unroute('**/refunds');
  // The page behind the dialog already shows that less than this refund is left.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('dialog').getByText('At most €10.00').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await outcome(page).getByText('€40.00 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(4000);
});

test('a reload during a movement keeps the intent, and learning the outcome moves no money again', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  let isSent = () => {};
  const sent = new Promise<void>((resolve) => {
    isSent = resolve;
  });
  await page.route('**/refunds', async (route) => {
    await route.fetch();
    isSent();
  });
  await begin(page, 'Refund');
  await amountField(page).fill('9');
  await page.getByRole('button', { name: 'Refund €9.00' }).click();
  await sent;
  await page.unroute('**/refunds');
  await page.reload();
  await page.getByText('A refund of €9.00 was sent, but its outcome is unknown.').waitFor();
  await look(page, 'console-refund-after-reload');
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Send again and find out' }).click();
  await outcome(page).getByText('€9.00 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(900);
});

test('two people at the same time: the second one learns that the payment has changed, and what the highest amount is now', async () => {
  const id = await makeCapture(5000);
  const [one, other] = [
    await openConsole(email, place(id), desktop),
    await openConsole(await personOf(merchant, key, 'support'), place(id), phone),
  ];
  await begin(one, 'Refund');
  await begin(other, 'Refund');
  await amountField(one).fill('40');
  await one.getByRole('button', { name: 'Refund €40.00' }).click();
  await outcome(one).getByText('€40.00 has been refunded.').waitFor();

  await amountField(other).fill('20');
  await other.getByRole('dialog').locator('button[type=submit]').click();
  await other
    .getByRole('dialog')
    .getByText(/enter at most €10\.00/i)
    .waitFor();
  await amountField(other).fill('10');
  await other.getByRole('button', { name: 'Refund €10.00' }).click();
  await outcome(other).getByText('€10.00 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(5000);
});

test('an operation without an answer of the acquirer is shown as unknown, and followed', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), desktop);
  const operation = {
    id: '5f00000000000000000000aa',
    created: new Date().toISOString(),
    refund: true,
    amount: 300,
  };
  let isOpen = true;
  /** The time until the server answers, in milliseconds. */
  let delay = 0;
  await page.route('**/refunds', (route) =>
    route.fulfill({ status: 504, json: { error: 'OPERATION_OPEN', message: '', operation: operation.id } }),
  );
  await page.route(`**/api/transactions/${id}`, async (route) => {
    const response = await route.fetch();
    const { transaction } = await response.json();
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.fulfill({
      response,
      json: { transaction: { ...transaction, ...(isOpen && { operation }) } },
    });
  });
  await begin(page, 'Refund');
  await amountField(page).fill('3');
  await page.getByRole('button', { name: 'Refund €3.00' }).click();
  await page.getByText('A refund of €3.00 is under way.').waitFor();
  await look(page, 'console-operation-open');
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  isOpen = false;
  // The page asks every 3 seconds, and waits for an answer that takes longer.
  delay = 4000;
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
  expect(await page.getByText('A refund of €3.00 is under way.').count()).toBe(0);
  // The page polls, so a request may be in progress when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('offline, the page says so, keeps its content, and continues by itself when the connection is back', async () => {
  const id = await makeCapture();
  const page = await openConsole(email, place(id), phone);
  await page.context().setOffline(true);
  await begin(page, 'Refund');
  await amountField(page).fill('2');
  await page.getByRole('button', { name: 'Refund €2.00' }).click();
  await page.getByText('You are offline.').first().waitFor();
  await look(page, 'console-offline');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await outcome(page).getByText('€2.00 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(200);
});

test('each role sees only the movements that it may make', async () => {
  const id = await here.authorized(merchant, 5000);
  expect((await here.move(key, id, 'captures', 2000)).status).toBe(201);
  const buttons = async (role: string) => {
    const page = await openConsole(await personOf(merchant, key, role), place(id), desktop);
    await page.getByRole('heading', { name: 'Amounts' }).waitFor();
    const all = page.locator('.actions button');
    return Promise.all((await all.all()).map(words));
  };
  expect(await buttons('member')).toEqual(['Capture', 'Refund', 'Void']);
  expect(await buttons('support')).toEqual(['Refund']);
  expect(await buttons('accountant')).toEqual([]);
});
