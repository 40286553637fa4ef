import type { Page } from 'playwright-core';
import { may, type Role, roles } from '#domain/merchants/roles.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { desktop, here, type Merchant, useBrowser } from '../support/browser.ts';
import { askAs, openDispute, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole(useBrowser());

let key: string;
let merchant: Merchant;
/** The paths of pages below the merchant. */
const paths: Record<string, string> = {
  people: 'people',
  links: 'links',
  webhooks: 'webhooks',
  settings: 'settings',
};

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  const base = `/merchants/${merchant.id}`;
  const made = async (path: string, body: object) =>
    (await here.api('POST', base + path, { key, body })).body;
  await personOf(merchant, key, 'support');
  const id = await here.authorized(merchant, 9000);
  await here.move(key, id, 'captures', 5000);
  await openDispute(id);
  const { link } = await made('/links', { amount: 100, currency: 'EUR' });
  const { webhook } = await made('/webhooks', { url: 'https://127.0.0.1:9/hook' });
  await made(`/webhooks/${webhook.id}/tests`, {});
  await made(`/webhooks/${webhook.id}/secrets`, {});
  const query = { limit: 1, 'filter[merchantId]': merchant.id };
  const [dispute] = await waitUntil(
    async () => (await here.api('GET', '/disputes', { key, query })).body,
    ({ length }) => length > 0,
  );
  Object.assign(paths, {
    payment: `payments/${id}`,
    link: `links/${link.id}`,
    webhook: `webhooks/${webhook.id}`,
    dispute: `disputes/${dispute.id}`,
  });
});

/** The buttons of each page that change something, with the routes that they call. */
const buttons: [page: string, button: RegExp, route: string][] = [
  ['payment', /^Capture$/, 'POST /transactions/{transactionId}/captures'],
  ['payment', /^Refund$/, 'POST /transactions/{transactionId}/refunds'],
  ['payment', /^Void$/, 'POST /transactions/{transactionId}/voids'],
  ['payment', /^Show who did it$/, 'GET /merchants/{merchantId}/audit'],
  ['links', /^Make a link$/, 'POST /merchants/{merchantId}/links'],
  ['link', /^Switch off$/, 'DELETE /links/{linkId}'],
  ['dispute', /^Send evidence$/, 'POST /disputes/{disputeId}/evidence'],
  ['people', /^Invite a person$/, 'POST /merchants/{merchantId}/users'],
  ['people', /^Change the role: /, 'PUT /merchants/{merchantId}/users/{userId}'],
  ['people', /^Remove: .*@/, 'DELETE /merchants/{merchantId}/users/{userId}'],
  ['people', /^Make a key$/, 'POST /merchants/{merchantId}/apps/keys'],
  ['people', /^Replace the key: Test$/, 'POST /merchants/{merchantId}/apps/keys'],
  ['people', /^Change the limits: Test$/, 'PUT /merchants/{merchantId}/apps/{appId}'],
  ['people', /^Remove: Test$/, 'DELETE /merchants/{merchantId}/apps/{appId}'],
  ['people', /^Pair a till$/, 'POST /merchants/{merchantId}/tills'],
  ['settings', /^Make another merchant$/, 'POST /merchants/{merchantId}/merchants'],
  ['settings', /^Data of a customer$/, 'PUT /merchants/{merchantId}/erasures'],
  ['webhooks', /^Add an endpoint$/, 'POST /merchants/{merchantId}/webhooks'],
  ['webhook', /^Change$/, 'PUT /merchants/{merchantId}/webhooks/{webhookId}'],
  ['webhook', /^Switch off$/, 'PUT /merchants/{merchantId}/webhooks/{webhookId}'],
  ['webhook', /^Remove$/, 'DELETE /merchants/{merchantId}/webhooks/{webhookId}'],
  ['webhook', /^Send a test event$/, 'POST /merchants/{merchantId}/webhooks/{webhookId}/tests'],
  ['webhook', /^Send failed deliveries/, 'POST /merchants/{merchantId}/webhooks/{webhookId}/retries'],
  [
    'webhook',
    /^Send again: /,
    'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries',
  ],
  ['webhook', /^Add a secret$/, 'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets'],
  [
    'webhook',
    /^Remove: [0-9a-f]{24}$/,
    'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}',
  ],
];

const isShown = async (page: Page, name: RegExp): Promise<boolean> =>
  (await page.locator('main').getByRole('button', { name }).count()) > 0;

test.each(roles)('the role %s sees exactly the buttons that it may use', async (role: Role) => {
  const page = await openConsole(await personOf(merchant, key, role), `#/${merchant.id}/overview`, desktop);
  const wrong: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    await visit(page, `#/${merchant.id}/${path}`);
    await page.waitForLoadState('networkidle');
    for (const [place, button, route] of buttons)
      if (place === name && (await isShown(page, button)) !== may(role, route))
        wrong.push(`${place}: ${button}`);
  }
  expect(wrong).toEqual([]);
});

test('after a refusal the page shows the rights that the user has now', async () => {
  const email = await personOf(merchant, key);
  const users = `/merchants/${merchant.id}/users`;
  const page = await openConsole(email, `#/${merchant.id}/${paths.payment}`, desktop);
  const { body } = await here.api('GET', users, { key, query: { limit: 100 } });
  const { id } = body.find((user: { email: string }) => user.email === email);
  const owner = await openConsole(await personOf(merchant, key), `#/${merchant.id}/sessions`, desktop);
  expect(await askAs(owner, 'PUT', `api${users}/${id}`, { role: 'accountant' })).toBe(204);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByText('Your role does not allow this').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor({ state: 'detached' });

  await here.api('DELETE', `${users}/${id}`, { key });
  await page.getByRole('link', { name: 'Payment links' }).click();
  await page.getByRole('heading', { name: 'No merchant yet' }).waitFor();
});

test('the console stops sending requests if a firewall refuses all of them, even that for the session', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/${paths.payment}`, desktop);
  let [asked, refused] = [0, 0];
  const refuse = { status: 403, body: 'Forbidden' };
  await page.route('**/api/**', (route) => {
    if (route.request().headers()['florin-console']) refused += 1;
    return route.fulfill(refuse);
  });
  await page.route('**/session', (route) => {
    asked += 1;
    return route.fulfill(refuse);
  });
  await page.getByRole('link', { name: 'Payment links' }).click();
  await waitUntil(async () => asked, Boolean);
  // Each answer would start the next request before these end.
  for (let n = 0; n < 20; n++) await page.evaluate(() => fetch('api/merchants'));
  // Each refusal of another request asks once. The page that the user leaves may have refreshed itself at the same time.
  expect(asked).toBeLessThanOrEqual(refused);
});
