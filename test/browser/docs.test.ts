import type { Locator, Page } from 'playwright-core';
import { password, username } from '../api/support/hello.ts';
import { desktop, here, phone, useBrowser } from './support/browser.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s the documentation shows every operation, and asks nobody but Florin', async (_, options) => {
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
  // A picture in the style sheet is a part of it.
  const others = asked.filter((url) => !url.startsWith(`${baseUrl}/`) && !url.startsWith('data:'));
  expect(others).toEqual([]);
});

/** The page, with the key of an app entered where it asks for one. */
async function authorized(key: string): Promise<Page> {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  const form = dialog.locator('form').filter({ has: page.locator('#api-key') });
  await form.locator('#api-key').fill(key);
  await form.locator('button[type=submit]').click();
  // The entered key is not shown any more.
  await dialog.locator('h4').filter({ hasText: 'Authorized' }).waitFor();
  await dialog.locator('.close-modal').click();
  return page;
}

/** Presses “Try it out” and “Execute”, and nothing else. */
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

/** Chooses the form in the place of JSON. */
const asForm = (operation: Locator) =>
  operation.locator('select[aria-label="Request content type"]').selectOption(form);

test('an app is made, its key entered, and what needs a key works: as it stands there, but for ids', async () => {
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

test('a form is sent as it is filled in there: what has no example is left out, and is no made-up id', async () => {
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

test('and so are the forms that move money', async () => {
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

test('the customer’s side is asked where it is, in the version that there is', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  const sealed = await tryOut(page, 'PostVault');
  expect(sealed).toMatchObject({ status: 201, body: { token: expect.any(String) } });
});

test('the hello-world service takes Basic, and Digest is not asked for', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  expect(await dialog.textContent()).not.toMatch(/unsupported/);
  // The key of an app, and Basic: nothing is left of Digest's form.
  expect(await dialog.getByRole('button', { name: 'Apply credentials' }).count()).toBe(2);
  const form = dialog.locator('form').filter({ has: page.locator('#auth-basic-username') });
  await form.locator('#auth-basic-username').fill(username);
  await form.locator('#auth-basic-password').fill(password);
  await form.locator('button[type=submit]').click();
  await dialog.locator('.close-modal').click();
  expect((await tryOut(page, 'GetApiAbout')).status).toBe(200);
});

test('what is a page of the customer’s side cannot be tried: no script of another site can read it', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs#/Payment%20page/Get`);
  const operation = page.locator('[id$="-Get"].opblock');
  await operation.locator('.parameters-container').waitFor();
  expect(await operation.locator('.try-out__btn').count()).toBe(0);
});
