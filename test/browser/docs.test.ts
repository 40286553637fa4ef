import type { Locator, Page } from 'playwright-core';
import { password, username } from '../api/support/hello.ts';
import { desktop, here, phone, useBrowser } from './support/browser.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s the documentation shows every operation, and sends requests only to Florin', async (_, options) => {
  const page = await openPage(options);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.opblock').first().waitFor();
  const { paths, webhooks } = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) =>
    Object.keys(item as object).filter((method) => ['get', 'post', 'put', 'delete'].includes(method)),
  );
  expect(await page.locator('.opblock').count()).toBe(operations.length);
  expect(await page.title()).toBe('Florin API');
  expect(await page.locator('.info').textContent()).toMatch(/Insufficient funds/);
  // data: URLs are images inside the style sheet.
  const others = asked.filter((url) => !url.startsWith(`${baseUrl}/`) && !url.startsWith('data:'));
  expect(others).toEqual([]);
});

/** Opens the page, and enters the key of an app. */
async function authorized(key: string): Promise<Page> {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  const form = dialog.locator('form').filter({ has: page.locator('#api-key') });
  await form.locator('#api-key').fill(key);
  await form.locator('button[type=submit]').click();
  // The page hides an entered key.
  await dialog.locator('h4').filter({ hasText: 'Authorized' }).waitFor();
  await dialog.locator('.close-modal').click();
  return page;
}

/** Presses “Try it out” and “Execute” without changing the example. */
async function tryOut(
  page: Page,
  id: string,
  fill: (operation: Locator) => Promise<unknown> = async () => {},
) {
  const operation = page.locator(`[id$="-${id}"].opblock`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await fill(operation);
  const asked = page.waitForResponse((response) => response.request().method() !== 'OPTIONS');
  await operation.locator('.execute').click();
  const answer = await asked;
  const shown = operation.locator('.live-responses-table .response .response-col_status').first();
  await shown.waitFor();
  expect(await shown.textContent()).toContain(String(answer.status()));
  const text = await answer.text();
  return {
    status: answer.status(),
    body: text ? JSON.parse(text) : undefined,
    type: answer.request().headers()['content-type'],
    sent: answer.request().postData(),
  };
}

const form = 'application/x-www-form-urlencoded';

/** Chooses the form encoding instead of JSON. */
const asForm = (operation: Locator) =>
  operation.locator('select[aria-label="Request content type"]').selectOption(form);

test('after creating an app and entering its key, the examples work unchanged except for ids', async () => {
  const anonymous = await openPage(desktop);
  await anonymous.goto(`${baseUrl}/docs`);
  const { app } = (await tryOut(anonymous, 'PostApps')).body;

  const page = await authorized(app.key);
  expect(await tryOut(page, 'GetMe')).toMatchObject({ status: 200, body: { identity: { id: app.id } } });
  const made = await tryOut(page, 'PostMerchants');
  expect(made).toMatchObject({ status: 201, body: { merchant: { name: 'Coffee & John', test: true } } });
  const { id } = made.body.merchant;
  const byId = (operation: Locator) => operation.locator('input[placeholder=appId]').fill(app.id);
  expect(await tryOut(page, 'GetIdentitiesAppIdMerchants', byId)).toMatchObject({
    status: 200,
    body: [{ id }],
  });
  const changed = await tryOut(page, 'PutMerchantsMerchantId', (operation) =>
    operation.locator('input[placeholder=merchantId]').fill(id),
  );
  expect(changed.status).toBe(204);
});

test('a form is sent as shown: fields without an example are left out, without invented ids', async () => {
  const { key } = await here.createApp();
  const page = await authorized(key);
  const made = await tryOut(page, 'PostMerchants', asForm);
  expect(made).toMatchObject({ status: 201, type: form });
  expect(Object.fromEntries(new URLSearchParams(made.sent ?? ''))).toEqual({
    name: 'Coffee & John',
    currency: 'DKK',
    email: 'john@example.com',
    website: 'https://example.com',
    descriptor: 'Coffee & John',
    'company[country]': 'DK',
    test: 'yes',
  });
  expect(made.body.merchant).toMatchObject({ test: true, company: { country: 'DK' } });

  const { id } = made.body.merchant;
  const changed = await tryOut(page, 'PutMerchantsMerchantId', async (operation) => {
    await asForm(operation);
    await operation.locator('input[placeholder=merchantId]').fill(id);
  });
  expect([changed.status, changed.sent]).toEqual([204, 'email=coffee%40example.com']);

  const hook = await tryOut(page, 'PostMerchantsMerchantIdWebhooks', async (operation) => {
    await asForm(operation);
    await operation.locator('input[placeholder=merchantId]').fill(id);
  });
  expect([hook.status, hook.sent]).toEqual([201, expect.not.stringContaining('events')]);
  const link = await tryOut(page, 'PostMerchantsMerchantIdLinks', async (operation) => {
    await asForm(operation);
    await operation.locator('input[placeholder=merchantId]').fill(id);
  });
  expect([link.status, link.sent]).toEqual([201, expect.stringContaining('amount=')]);

  expect(await tryOut(page, 'PostVault', asForm)).toMatchObject({ status: 201, type: form });
});

test('the forms of money operations are sent as shown, too', async () => {
  const { key, merchant } = await here.shop();
  const transactionId = await here.authorized(merchant);
  const page = await authorized(key);
  const captured = await tryOut(page, 'PostTransactionsTransactionIdCaptures', async (operation) => {
    await asForm(operation);
    await operation.locator('input[placeholder=transactionId]').fill(transactionId);
  });
  expect([captured.status, captured.sent]).toEqual([201, 'amount=500']);
  const again = await tryOut(page, 'PostMerchantsMerchantIdTransactions', async (operation) => {
    await asForm(operation);
    await operation.locator('input[placeholder=merchantId]').fill(merchant.id);
    await operation.locator('[data-property-name=transactionId] input').first().fill(transactionId);
  });
  expect([again.status, again.sent]).toEqual([
    201,
    `transactionId=${transactionId}&currency=GBP&amount=1200`,
  ]);
});

test('requests of the customer’s API go to its URL with the current version', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  const sealed = await tryOut(page, 'PostVault');
  expect(sealed).toMatchObject({ status: 201, body: { token: expect.any(String) } });
});

test('the hello-world service accepts Basic, and the page does not ask for Digest', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  expect(await dialog.textContent()).not.toMatch(/unsupported/);
  // The dialog offers the key of an app and Basic, but no form for Digest.
  expect(await dialog.getByRole('button', { name: 'Apply credentials' }).count()).toBe(2);
  const form = dialog.locator('form').filter({ has: page.locator('#auth-basic-username') });
  await form.locator('#auth-basic-username').fill(username);
  await form.locator('#auth-basic-password').fill(password);
  await form.locator('button[type=submit]').click();
  await dialog.locator('.close-modal').click();
  expect((await tryOut(page, 'GetApiAbout')).status).toBe(200);
});

test('pages of the customer’s API have no “Try it out”, because scripts of other sites cannot read them', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs#/Payment%20page/Get`);
  const operation = page.locator('[id$="-Get"].opblock');
  await operation.locator('.parameters-container').waitFor();
  expect(await operation.locator('.try-out__btn').count()).toBe(0);
});
