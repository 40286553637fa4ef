import type { Page } from 'playwright-core';
import { eventTypes } from '../../../schemas/event-types.ts';
import { descriptionOf, desktop, here, type Merchant, useBrowser, words } from '../support/browser.ts';
import { askAs, outcome, personOf, signInAgain, useConsole } from '../support/console.ts';

/** A form sends each entry under the name of its own field, and nothing that nobody has entered. */
const openConsole = useConsole(useBrowser());

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

const open = async (place: string) =>
  openConsole(await personOf(merchant, key), `#/${merchant.id}/${place}`, desktop);

/** The bodies that the page sends with this method to this path below the merchant. */
function bodiesOf(page: Page, method: string, path: string): object[] {
  const bodies: object[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && pathname.endsWith(`/api/merchants/${merchant.id}${path}`))
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('the settings send each changed field under its own name', async () => {
  const page = await open('settings');
  const bodies = bodiesOf(page, 'PUT', '');
  const form = page.locator('form.sheet');
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await outcome(page).getByText('Saved.').waitFor();
    await form.getByRole('button', { name: 'Discard the changes' }).waitFor({ state: 'detached' });
  };
  await form.getByLabel('Name', { exact: true }).fill('Tea & John');
  await form.getByLabel('Text on bank statements').fill('Tea shop');
  await form.getByLabel('Address (optional)').fill('Road 1');
  const [terms, privacy] = ['https://shop.example/terms', 'https://shop.example/privacy'];
  await form.getByLabel('Terms (optional)').fill(terms);
  await form.getByLabel('Privacy (optional)').fill('shop.example/privacy');
  await form.getByRole('textbox', { name: 'Colour (optional)' }).fill('#aa3355');
  await form.getByLabel('Capture payments from the website and the API immediately').check();
  await form
    .getByLabel('Capture payments from tills and from links made in this console immediately')
    .uncheck();
  await form.getByLabel('Ask customers for their e-mail address').check();
  await form.getByLabel('Days after which test authorizations end').selectOption('7');
  const mails = form.getByRole('group', { name: 'E-mail of the merchant' });
  await mails.getByLabel('When a payout is sent or comes back').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter the complete address.').waitFor();
  bodies.pop();
  await form.getByLabel('Privacy (optional)').fill(privacy);
  await save();
  const changed = {
    ...{ name: 'Tea & John', descriptor: 'Tea shop', address: 'Road 1', color: '#aa3355', terms, privacy },
    ...{ capture: true, consoleCapture: false, ask: ['email'], notifications: { payouts: true } },
    testAuthorizationDays: 7,
  };
  expect(bodies).toEqual([changed]);
  await form.getByLabel('Contact e-mail').fill('tea@example.com');
  await form.getByLabel('Ask customers for their name').check();
  await form.getByLabel('Ask again for refunds above (optional)').fill('12.5');
  await mails.getByLabel('When a dispute opens or ends').check();
  await mails.getByLabel('Each morning a summary').check();
  await save();
  expect(bodies[1]).toEqual({
    ...{ email: 'tea@example.com', ask: ['email', 'name'], refundLimit: 1250 },
    notifications: { disputes: true, summary: true },
  });
  await form.getByLabel('Ask customers for their e-mail address').uncheck();
  await form
    .getByLabel('Capture payments from tills and from links made in this console immediately')
    .check();
  await form.getByLabel('Ask again for refunds above (optional)').fill('');
  await save();
  expect(bodies[2]).toEqual({ ask: ['name'], consoleCapture: true, refundLimit: 0 });
  const { body } = await here.api('GET', `/merchants/${merchant.id}`, { key });
  expect(body.merchant).toMatchObject({
    ...{ ...changed, email: 'tea@example.com', ask: ['name'], consoleCapture: true, refundLimit: 0 },
    notifications: { disputes: true, payouts: true, summary: true },
  });
});

test('a link has the terms of the form, and ends after the chosen time or never', async () => {
  const page = await open('links');
  const bodies = bodiesOf(page, 'POST', '/links');
  const dialog = page.getByRole('dialog');
  const days = ({ expires = '' }: { expires?: string }) =>
    Math.round((10 * (Date.parse(expires) - Date.now())) / 86_400_000) / 10;
  const make = async (fill: () => Promise<unknown>) => {
    await page.getByRole('link', { name: 'Payment links' }).first().click();
    await page.getByRole('button', { name: 'Make a link' }).first().click();
    await dialog.getByLabel('Amount').fill('1500');
    await fill();
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await page.getByText('Can be paid until', { exact: true }).waitFor();
    return bodies.at(-1) as { expires?: string };
  };
  const usual = await make(async () => undefined);
  expect(usual).toEqual({
    ...{ amount: 150_000, currency: 'EUR', uses: 1, capture: true },
    expires: expect.any(String),
  });
  expect(days(usual)).toBe(30);
  const whole = await make(async () => {
    await dialog.getByLabel('Currency').selectOption('JPY');
    await dialog.getByLabel('Text', { exact: true }).fill(' Invoice 7 ');
    await dialog.getByLabel('Reference (optional)').fill(' Order 7 ');
    await dialog.getByLabel('How often it can be paid').fill('12');
    await dialog.getByLabel('Can be paid for').selectOption('7 days');
    await dialog.getByLabel('Take the money when the customer pays').uncheck();
  });
  expect(whole).toEqual({
    ...{ amount: 1500, currency: 'JPY', text: 'Invoice 7', reference: 'Order 7', uses: 12 },
    capture: false,
    expires: expect.any(String),
  });
  expect(days(whole)).toBe(7);
  const endless = await make(() => dialog.getByLabel('Can be paid for').selectOption('No end'));
  expect(endless).toEqual({ amount: 150_000, currency: 'EUR', uses: 1, capture: true });
});

test('an endpoint gets the chosen events, and an edit changes only the edited fields', async () => {
  const page = await open('webhooks');
  const made = bodiesOf(page, 'POST', '/webhooks');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByLabel('Address').fill(' https://127.0.0.1:9/a ');
  await dialog.getByLabel('Description').fill('Shop');
  await dialog.getByLabel('All events', { exact: true }).uncheck();
  const types = dialog.locator('fieldset input');
  expect(await types.count()).toBeGreaterThan(20);
  for (const type of await types.all()) await type.uncheck();
  // An endpoint without any type would never hear of anything.
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByText('Choose at least one event, or all events.').waitFor();
  for (const type of ['transaction.captured', 'dispute.opened']) await dialog.getByLabel(type).check();
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const chosen = ['transaction.captured', 'dispute.opened'];
  const typed = { url: 'https://127.0.0.1:9/a', description: 'Shop' };
  expect(made).toEqual([
    { ...typed, events: [] },
    { ...typed, events: chosen },
  ]);

  await page.getByRole('link', { name: 'https://127.0.0.1:9/a' }).click();
  await page.getByRole('heading', { level: 1, name: 'https://127.0.0.1:9/a' }).waitFor();
  const changed: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') changed.push(request.postDataJSON());
  });
  const change = async (edit: () => Promise<unknown>) => {
    await page.getByRole('button', { name: 'Change' }).click();
    await edit();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await change(async () => undefined);
  await outcome(page).getByText('Nothing has changed.').waitFor();
  await change(() => dialog.getByLabel('Description').fill('Books'));
  await change(() => dialog.getByLabel('Address').fill('https://127.0.0.1:9/b'));
  await change(() => dialog.getByLabel('All events', { exact: true }).check());
  await page.getByRole('button', { name: 'Switch off' }).click();
  expect(await descriptionOf(dialog)).toContain('Your server receives no events until');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  expect(changed).toEqual([
    { description: 'Books' },
    { url: 'https://127.0.0.1:9/b' },
    { events: [...eventTypes] },
    { enabled: false },
    { enabled: true },
  ]);
});

/** Fills the fields of the open dialog. */
async function type(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
}

/** The texts of fields of the open dialog. */
async function typed(page: Page, labels: string[]): Promise<Record<string, string>> {
  const fields = labels.map(async (label) => [
    label,
    await page.getByRole('dialog').getByLabel(label, { exact: true }).inputValue(),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

async function endSession(page: Page): Promise<void> {
  expect(await askAs(page, 'DELETE', 'sessions')).toBe(204);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('alert').getByText('Your session has ended. Sign in again.').waitFor();
}

test.each<[string, string, string, Record<string, string>]>([
  ['a movement', 'payments/{payment}', 'Capture', { Amount: '12.34' }],
  [
    ...(['an endpoint', 'webhooks', 'Add an endpoint'] as const),
    { Address: 'https://shop.example/hook', 'Description (optional)': 'Stock' },
  ],
  ['an invitation', 'people', 'Invite a person', { 'E-mail address': 'ann@example.com' }],
  ['a till', 'people', 'Pair a till', { Name: 'Counter' }],
  ['a key', 'people', 'Make a key', { Name: 'Shop' }],
])(
  'the form of %s has what was typed before the session ended, until it is closed',
  async (_, place, name, texts) => {
    const { key, merchant } = await here.shop();
    const payment = await here.authorized(merchant, 5000);
    const email = await personOf(merchant, key);
    const at = `#/${merchant.id}/${place.replace('{payment}', payment)}`;
    const page = await openConsole(email, at, desktop);
    const begin = () => page.getByRole('button', { name, exact: true }).click();
    const labels = Object.keys(texts);
    await begin();
    const initial = await typed(page, labels);
    await type(page, texts);
    await endSession(page);
    await signInAgain(page, email);
    await begin();
    expect(await typed(page, labels)).toEqual(texts);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await begin();
    expect(await typed(page, labels)).toEqual(initial);
  },
);

test('another person who signs in does not find what was typed', async () => {
  const other = await personOf(merchant, key);
  await openConsole(other, '#/');
  const page = await open('people');
  const begin = () => page.getByRole('button', { name: 'Make a key' }).click();
  await begin();
  await type(page, { Name: 'Shop' });
  await endSession(page);
  await signInAgain(page, other);
  await begin();
  expect(await typed(page, ['Name'])).toEqual({ Name: '' });
});

test('a full list says so', async () => {
  const page = await open('webhooks');
  const dialog = page.getByRole('dialog');
  const body = { url: 'https://127.0.0.1:9/full' };
  const make = () => here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
  await Promise.all(Array.from({ length: 10 }, make));
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByLabel('Address').fill('https://127.0.0.1:9/eleventh');
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByText('There are 10 endpoints already. Remove one first.').waitFor();

  const people = await open('people');
  const full = [{ field: 'tills', message: 'There are 20 tills already. Remove one first' }];
  await people.route('**/tills', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: full }) : route.fallback(),
  );
  await people.getByRole('button', { name: 'Pair a till' }).click();
  await people.getByRole('dialog').getByLabel('Name').fill('Counter');
  await people.getByRole('dialog').getByRole('button', { name: 'Show the code' }).click();
  await people.getByText('There are 20 tills already. Remove one first.').waitFor();
  expect(await people.getByRole('dialog').locator('.fault').count()).toBe(0);
});

test('people are invited as members, keys and tills need a name, and tills may not refund unless the user allows it', async () => {
  const page = await open('people');
  const dialog = page.getByRole('dialog');
  const invited = bodiesOf(page, 'POST', '/users');
  const email = `forms-${Date.now()}@console.example.com`;
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await dialog.getByLabel('E-mail address').fill(` ${email} `);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await outcome(page).getByText('has been invited').waitFor();
  expect(invited).toEqual([{ email, role: 'member' }]);

  const fault = dialog.locator('.fault');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await dialog.getByRole('button', { name: 'Make a key' }).click();
  expect(await words(fault)).toBe('Enter a name.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pair a till' }).click();
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  expect(await words(fault)).toBe('Enter a name.');
  await page.keyboard.press('Escape');

  const paired = bodiesOf(page, 'POST', '/tills');
  for (const mayRefund of [false, true]) {
    await page.getByRole('button', { name: 'Pair a till' }).click();
    await dialog.getByLabel('Name').fill(' Counter ');
    if (mayRefund) await dialog.getByLabel('May refund and void payments').check();
    await dialog.getByRole('button', { name: 'Show the code' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  expect(paired).toEqual([false, true].map((mayRefund) => ({ name: 'Counter', mayRefund })));
});
