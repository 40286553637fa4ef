import type { Page } from 'playwright-core';
import { waitUntil } from '../../api/support/wait-until.ts';
import { desktop, here, type Merchant, phone } from '../support/browser.ts';
import { askAs, consoleUrl, outcome, personOf, useConsole, visit } from '../support/console.ts';
import { startShop } from '../support/shop.ts';

const openConsole = useConsole();

/** A text that would run as a script if a page interpreted it as HTML. */
const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ name: evil }));
  email = await personOf(merchant, key);
});

const isHacked = (page: Page): Promise<boolean> => page.evaluate(() => 'hacked' in window);

test('texts of customers and merchants stay texts on every page', async () => {
  const payer = { name: 'Eve <b>bold</b>', email: 'eve@example.com' };
  const custom = { reference: evil, [evil]: evil };
  const id = await here.authorized(merchant, 5000, { custom, payer });
  const path = `/merchants/${merchant.id}`;
  const link = {
    amount: 100,
    currency: 'EUR',
    text: evil,
    reference: evil,
    lines: [{ text: evil, amount: 100 }],
  };
  const { body: made } = await here.api('POST', `${path}/links`, { key, body: link });
  const hook = { url: `https://example.com/?${encodeURIComponent(evil)}`, description: evil };
  const { body: webhook } = await here.api('POST', `${path}/webhooks`, { key, body: hook });
  const app = await here.createApp(evil);
  expect((await here.api('POST', `${path}/apps`, { key, body: { appId: app.id } })).status).toBe(201);

  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  await page.locator('main').getByText(evil).first().waitFor();
  for (const place of [
    `payments/${id}`,
    'links',
    `links/${made.link.id}`,
    'webhooks',
    `webhooks/${webhook.webhook.id}`,
    'people',
    'settings',
    'overview',
  ]) {
    await visit(page, `#/${merchant.id}/${place}`);
    await page.locator('main .sheet, main .table').first().waitFor();
    for (const details of await page.locator('details.json summary').all()) await details.click();
    expect({ place, hacked: await isHacked(page) }).toEqual({ place, hacked: false });
    expect(await page.locator('main img[onerror], main script, dd b').count()).toBe(0);
  }
});

test('a text of a stranger is not reordered, covers no other line, and displaces no button', async () => {
  const shop = await here.shop();
  const reference = `\u202e00.5 RUE${'\u0301'.repeat(20)}`;
  const id = await here.authorized(shop.merchant, 5000, { custom: { reference } });
  await here.authorized(shop.merchant, 4900, { custom: { reference: 'W'.repeat(1024) } });
  const hook = { url: `https://127.0.0.1:9/${'w'.repeat(1500)}` };
  const path = `/merchants/${shop.merchant.id}/webhooks`;
  const { body } = await here.api('POST', path, { key: shop.key, body: hook });
  const base = `#/${shop.merchant.id}`;
  const page = await openConsole(await personOf(shop.merchant, shop.key), `${base}/payments`, phone);
  await page.locator('td bdi', { hasText: /^00.5 RUE\u0301{3}$/ }).waitFor();
  for (const row of await page.locator('tbody tr').all())
    expect((await row.boundingBox())?.height).toBeLessThan(200);

  await visit(page, `${base}/payments/${id}`);
  await page.locator('dd bdi', { hasText: /^00.5 RUE\u0301{3}$/ }).waitFor();
  await page.locator('details.json summary').click();
  await page.locator('pre', { hasText: '\\u202e00.5 RUE' }).waitFor();

  await visit(page, `${base}/webhooks`);
  expect((await page.locator('tbody tr').boundingBox())?.height).toBeLessThan(250);
  await visit(page, `${base}/webhooks/${body.webhook.id}`);
  expect((await page.getByRole('button', { name: 'Send a test event' }).boundingBox())?.y).toBeLessThan(500);
  await page.locator('dd bdi', { hasText: hook.url }).waitFor();
});

test('an address with a script in its fragment runs nothing', async () => {
  const page = await openConsole(
    email,
    `#/${merchant.id}/payments?state=${encodeURIComponent(evil)}`,
    desktop,
  );
  await visit(page, `#/${encodeURIComponent(evil)}/payments`);
  await visit(page, `#/${merchant.id}/__proto__`);
  await page.getByRole('heading', { name: 'There is no such page' }).first().waitFor();
  await visit(page, `#/sign-in/${encodeURIComponent(evil)}`);
  expect(await isHacked(page)).toBe(false);
});

test('nothing of another merchant appears, neither by the id of a payment nor by its own', async () => {
  const other = await here.shop();
  const foreign = await here.authorized(other.merchant, 5000);
  const page = await openConsole(email, `#/${merchant.id}/payments/${foreign}`, desktop);
  await page.getByText('You no longer have access to this merchant.').waitFor();
  await visit(page, `#/${other.merchant.id}/payments`);
  await page.getByRole('heading', { name: 'You have no access to this merchant' }).waitFor();
});

test('a payment of one merchant never appears among those of another, for a member of both', async () => {
  const second = await here.createMerchant(key, { name: 'Second' });
  const both = await personOf(merchant, key);
  const invited = await here.api('POST', `/merchants/${second.id}/users`, { key, body: { email: both } });
  expect(invited.status).toBe(201);
  const id = await here.authorized(second, 5000);
  const page = await openConsole(both, `#/${merchant.id}/payments/${id}`, desktop);
  await page.getByText('This does not exist, or it belongs to another merchant.').waitFor();
  await visit(page, `#/${second.id}/payments/${id}`);
  await page.getByRole('heading', { name: 'Payment €50.00' }).waitFor();
});

test('another website can neither frame the console nor call its API', async () => {
  const shop = await startShop(consoleUrl, merchant.key);
  try {
    const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
    const evilPage = await page.context().newPage();
    await evilPage.goto(shop.origin);
    const read = await evilPage.evaluate(async (url) => {
      const attempts = [
        fetch(`${url}/session`, { credentials: 'include', headers: { 'Florin-Console': '1' } }),
        fetch(`${url}/session`, { credentials: 'include', mode: 'no-cors' }),
      ];
      return Promise.all(
        attempts.map((attempt) =>
          attempt.then(
            (answer) => answer.type,
            (error) => error.name,
          ),
        ),
      );
    }, consoleUrl);
    expect(read).toEqual(['TypeError', 'opaque']);
    await evilPage.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    }, consoleUrl);
    const framed = await waitUntil(
      async () =>
        evilPage
          .frames()
          .find((frame) => frame !== evilPage.mainFrame())
          ?.url() ?? '',
      (url) => url.includes('://'),
    );
    expect(framed).toMatch(/^chrome-error:/);
    await evilPage.close();
  } finally {
    await shop.stop();
  }
});

test('a request without the header of the console is refused, also with the cookie', async () => {
  const page = await openConsole(email, `#/${merchant.id}/payments`, desktop);
  const status = await page.evaluate(async () => (await fetch('session')).status);
  expect(status).toBe(401);
  expect(await askAs(page, 'GET', 'session')).toBe(200);
  expect(await outcome(page).count()).toBe(0);
});
