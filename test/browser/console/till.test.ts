import { desktop, here, isTooWide, look, payWith, phone, useBrowser, words } from '../support/browser.ts';
import { consoleUrl, outcome, personOf, useConsole } from '../support/console.ts';
import { scanCode } from '../support/scan.ts';

const openPage = useBrowser();
const openConsole = useConsole(openPage);

test('a phone is paired, takes a payment by keyboard and touch, refunds it, closes the day, and is removed', async () => {
  const { key, merchant } = await here.shop();
  const email = await personOf(merchant, key);
  const owner = await openConsole(email, `#/${merchant.id}/people`, desktop);
  await owner.getByRole('button', { name: 'Pair a till' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Counter');
  await dialog.getByLabel('May refund and void payments').check();
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  await dialog.getByAltText('Code that pairs the device').waitFor();
  const code = await words(dialog.locator('code'));
  await dialog.getByRole('button', { name: 'Done' }).click();

  const till = await openPage(phone);
  await till.goto(`${consoleUrl}/till`);
  await till.getByRole('heading', { level: 1, name: 'Pair this device' }).waitFor();
  await till.getByLabel('Code').fill('00000 00000');
  await till.getByRole('button', { name: 'Pair', exact: true }).click();
  await till.getByText('This code is unknown').waitFor();
  await till.getByLabel('Code').fill(code);
  await till.getByRole('button', { name: 'Pair', exact: true }).click();
  await till.getByRole('heading', { level: 1, name: 'Take a payment' }).waitFor();
  await till.getByText('Test mode.').waitFor();
  expect(await till.evaluate(() => document.activeElement?.textContent)).toBe('Take a payment');
  await look(till, 'console-till');
  const boxOf = async (selector: string) => {
    const box = await till.locator(selector).boundingBox();
    return { top: box?.y ?? 0, height: box?.height ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };
  expect((await boxOf('.test-strip')).top).toBeGreaterThanOrEqual((await boxOf('.till-head')).bottom);
  await till.emulateMedia({ forcedColors: 'active' });
  expect(
    await till
      .locator('.till-tabs [aria-pressed=true]')
      .evaluate((tab) => getComputedStyle(tab).getPropertyValue('forced-color-adjust')),
  ).toBe('none');
  await till.emulateMedia({ forcedColors: null });

  const line = (await boxOf('output')).height;
  await till.keyboard.type('999999999');
  await till.locator('output').getByText('€9,999,999.99').waitFor();
  expect((await boxOf('output')).height).toBeLessThanOrEqual(line);
  expect(await isTooWide(till)).toBe(false);
  await till.setViewportSize({ width: 320, height: 700 });
  expect((await till.locator('.till-name').boundingBox())?.width).toBeGreaterThanOrEqual(128);
  await till.setViewportSize(phone.viewport as { width: number; height: number });
  for (let digit = 0; digit < 9; digit++) await till.keyboard.press('Backspace');

  await till.keyboard.type('12');
  for (const digit of ['Digit 5', 'Digit 0', 'Delete the last digit', 'Digit 0'])
    await till.getByRole('button', { name: digit, exact: true }).click();
  await till.locator('output').getByText('€12.50').waitFor();
  await till.getByRole('button', { name: 'Show the code to the customer' }).click();
  const qr = till.getByAltText('Code for the customer to scan');
  await qr.waitFor();
  // A reload in the middle of a payment loses no code.
  await till.reload();
  await qr.waitFor();
  const customer = await openPage();
  await customer.goto(await scanCode(qr));
  await payWith(customer, '4100000000000034');
  await customer.locator('#receipt').waitFor();
  await till.getByRole('heading', { level: 1, name: 'Paid: €12.50' }).waitFor({ timeout: 20_000 });
  await till.getByRole('button', { name: 'Next payment' }).click();

  // The code expires while its customer is at the bank. It is paid after the till has removed it from the screen.
  await till.keyboard.type('100');
  const blocked = { status: 400, json: [{ field: 'merchant', message: 'Takes no payments' }] };
  await till.route('**/till/codes', (route) => route.fulfill(blocked), { times: 1 });
  await till.getByRole('button', { name: 'Show the code to the customer' }).click();
  await till.getByText('This merchant cannot take payments at the moment.').waitFor();
  await till.getByRole('button', { name: 'Show the code to the customer' }).click();
  await qr.waitFor();
  const late = await openPage();
  await late.goto(await scanCode(qr));
  const status = till.locator('.till-code').getByRole('status');
  const region = await status.elementHandle();
  const looks = '**/payments/codes/*';
  await till.route(looks, (route) => route.fulfill({ json: { state: 'expired', payment: null } }));
  await status.getByText('The code has expired.').waitFor({ timeout: 20_000 });
  expect(await region?.textContent()).toContain('The code has expired.');
  await till.getByRole('button', { name: 'Next payment' }).click();
  await till.getByRole('heading', { level: 1, name: 'Take a payment' }).waitFor();
  await till.unroute(looks);
  await payWith(late, '4100000000000034');
  await late.locator('#receipt').waitFor();
  await till.getByRole('heading', { level: 1, name: 'Paid: €1.00' }).waitFor({ timeout: 20_000 });
  await till.getByRole('button', { name: 'Next payment' }).click();

  await till.getByRole('button', { name: 'Today' }).click();
  await till.getByRole('button', { name: /^Refund: €12.50/ }).click();
  await till.getByRole('dialog').getByLabel('Amount').fill('2.50');
  await till.getByRole('dialog').getByRole('button', { name: 'Refund €2.50' }).click();
  await outcome(till).getByText('€2.50 has been refunded.').waitFor();
  await till.getByText('€2.50 refunded').waitFor();
  await till
    .getByRole('row', { name: /Total EUR/ })
    .getByText('€11.00')
    .waitFor();

  // The server gets the refund, and the answer is lost. A second dialog asks for the outcome of the same refund.
  await till.route('**/refunds', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await till.getByRole('button', { name: /^Refund: €12.50/ }).click();
  await till.getByRole('dialog').getByLabel('Amount').fill('8.00');
  await till.getByRole('dialog').getByRole('button', { name: 'Refund €8.00' }).click();
  await till.getByText('The money may already have moved').waitFor();
  await till.getByRole('dialog').locator('.dialog-foot').getByRole('button', { name: 'Close' }).click();
  await till.unroute('**/refunds');
  await till.getByText('€10.50 refunded').waitFor();
  await till.getByRole('button', { name: /^Refund: €12.50/ }).click();
  expect(await till.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('8.00');
  await till.getByRole('button', { name: 'Try again' }).click();
  await outcome(till).getByText('€8.00 has been refunded.').waitFor();
  await till
    .getByRole('row', { name: /Total EUR/ })
    .getByText('€3.00')
    .waitFor();

  await till.context().setOffline(true);
  await till.getByText('Offline. Do not take payments').waitFor();
  await till.context().setOffline(false);
  await till.getByText('Offline. Do not take payments').waitFor({ state: 'detached' });

  await owner.reload();
  await owner.getByRole('button', { name: 'Remove: Counter' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await outcome(owner).getByText('Counter was removed.').waitFor();
  await till.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await till.getByText('This device is no longer paired.').waitFor();
});

test('the end-of-day page has a sum for each card scheme and currency, and a refund only if the till may make one', async () => {
  const till = await openPage(desktop);
  const answer = (path: string, json: object) =>
    till.route(
      ({ pathname }) => pathname.endsWith(`/till/${path}`),
      (route) => route.fulfill({ json }),
    );
  const merchant = {
    ...{ id: 'a'.repeat(24), name: 'Bakery', test: true, currency: 'EUR' },
    ...{ refundLimit: 1_000, captures: true },
  };
  const payment = (digit: string, more: object = {}) => ({
    ...{ id: digit.repeat(24), created: '2026-11-24T09:30:00.000Z', amount: 5_000, currency: 'EUR' },
    ...{ pendingAmount: 0, capturedAmount: 5_000, refundedAmount: 0, voidedAmount: 0, disputedAmount: 0 },
    ...{ card: { scheme: 'visa', last4: '4242' }, method: { type: 'card', name: 'Card' } },
    ...more,
  });
  const names: Record<string, string> = {
    ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' },
  };
  const sum = (scheme: string, currency: string, [payments = 0, amount = 0, refunds = 0, refunded = 0]) => ({
    ...{ scheme, name: names[scheme], currency, payments, amount, refunds, refunded, holds: 1, held: 5_000 },
  });
  await answer('session', { name: 'Counter', mayRefund: true, merchant });
  await answer('day', {
    start: '2026-11-24T00:00:00.000Z',
    payments: [
      payment('6'),
      payment('5', { refundedAmount: 400 }),
      payment('4', { refundedAmount: 1_000 }),
      payment('3', { capturedAmount: 0, pendingAmount: 5_000 }),
      payment('2', { capturedAmount: 0, voidedAmount: 5_000 }),
      payment('1', { currency: 'USD', card: { scheme: 'amex', last4: '0005' } }),
    ],
    sums: [
      sum('visa', 'EUR', [4, 11_000, 1, 1_400]),
      sum('mastercard', 'EUR', [2, 700, 3, 300]),
      sum('amex', 'USD', [1, 5_000, 0, 0]),
    ],
    more: true,
  });
  await till.goto(`${consoleUrl}/till`);
  await till.getByRole('button', { name: 'Today' }).click();
  const cellsOf = (table: string) =>
    till
      .getByRole('table', { name: table, exact: true })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
      );
  await till.getByText('There are more payments today than this list shows').waitFor();
  await till.getByRole('heading', { level: 2, name: 'Payments' }).waitFor();
  expect(await cellsOf('Close of day')).toEqual([
    ['Visa', '4 · €110.00', '1 · −€14.00', '€96.00', '1 · €50.00'],
    ['Mastercard', '2 · €7.00', '3 · −€3.00', '€4.00', '1 · €50.00'],
    ['Total EUR', '6 · €117.00', '4 · −€17.00', '€100.00', '2 · €100.00'],
    ['American Express', '1 · US$50.00', '0 · US$0.00', 'US$50.00', '1 · US$50.00'],
    ['Total USD', '1 · US$50.00', '0 · US$0.00', 'US$50.00', '1 · US$50.00'],
  ]);
  expect((await cellsOf('Payments')).map(([, ...cells]) => cells)).toEqual([
    ['Visa •••• 4242', '€50.00', 'Refund'],
    ['Visa •••• 4242', '€50.00€4.00 refunded', 'Refund'],
    ['Visa •••• 4242', '€50.00€10.00 refunded', '–'],
    ['Visa •••• 4242', '€50.00€50.00 only held', 'Void'],
    ['Visa •••• 4242', '€50.00Voided', '–'],
    ['American Express •••• 0005', 'US$50.00', '–'],
  ]);
  await till.emulateMedia({ media: 'print' });
  expect(await till.locator('td:visible', { hasText: /^Refund$/ }).count()).toBe(0);
  await till.emulateMedia({ media: null });

  await answer('session', { name: 'Counter', mayRefund: false, merchant });
  await till.reload();
  await till.getByRole('button', { name: 'Today' }).click();
  expect((await cellsOf('Payments')).map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3]);
  await answer('session', { name: 'Counter', mayRefund: true, merchant: { ...merchant, refundLimit: 0 } });
  await till.reload();
  await till.getByRole('button', { name: 'Today' }).click();
  expect((await cellsOf('Payments')).map((cells) => cells.at(-1))).toEqual([
    ...['Refund', 'Refund', 'Refund', 'Void', '–', 'Refund'],
  ]);

  await answer('session', { name: 'Counter', mayRefund: false, merchant: { ...merchant, currency: 'BHD' } });
  await till.reload();
  await till.getByRole('heading', { level: 1, name: 'Take a payment' }).waitFor();
  await till.keyboard.type('1234');
  const asked = till.waitForRequest(/\/till\/codes$/);
  await till.getByRole('button', { name: 'Show the code to the customer' }).click();
  expect((await asked).postDataJSON()).toEqual({ amount: 1234 });
});
