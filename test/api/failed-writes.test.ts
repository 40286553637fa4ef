import { lastFullMonth } from '#domain/ledger/month.ts';
import { routes } from '../../lib/routes.ts';
import { failure } from './support/answer.ts';
import { hello } from './support/hello.ts';
import type { Response } from './support/http.ts';
import { limitDeclines } from './support/limit-declines.ts';
import { ownFlorin } from './support/own-florin.ts';
import { merchantInput } from './support/world.ts';

const own = ownFlorin();

interface Ask {
  route: string;
  send(): Promise<Response>;
}

/** Requests that change something, and that succeed in this order. */
async function changes(): Promise<Ask[]> {
  const { api, createApp, shop, authorized, move } = own.here;
  const { key, merchant } = await shop();
  const at = `/merchants/${merchant.id}`;
  const make = async (path: string, body: object = {}) => (await api('POST', path, { key, body })).body;
  const [friend, guest] = [await createApp(), await createApp()];
  await make(`${at}/apps`, { appId: friend.id });
  await make(`${at}/users`, { email: 'ann@example.com' });
  const [user] = (await api('GET', `${at}/users?limit=1`, { key })).body;
  const { link } = await make(`${at}/links`, { amount: 1000, currency: 'EUR', customer: 'ann', uses: 2 });
  const card = await authorized(merchant, 1000, { linkId: link.id, save: true });
  const payment = await authorized(merchant, 1000);
  await move(key, payment, 'captures', 10);
  const { webhook } = await make(`${at}/webhooks`);
  const hook = `${at}/webhooks/${webhook.id}`;
  const second = await make(`${at}/webhooks`);
  const { secret } = await make(`${hook}/secrets`);
  const { delivery } = await make(`${hook}/tests`);
  await limitDeclines(own.engine.endpoint, merchant);
  const { api: ofHello, create, idIn } = hello(own.florin);
  const id = idIn(await create({ name: 'Ann' }));

  const paths = { merchantId: merchant.id, userId: user.id, appId: friend.id, transactionId: payment };
  const more = { linkId: link.id, customer: 'ann', cardId: card, webhookId: webhook.id, secretId: secret.id };
  const ids: Record<string, string> = { ...paths, ...more, deliveryId: delivery.id, id: String(id) };
  const ofMerchant = 'merchants/{merchantId}';
  const ofWebhook = `${ofMerchant}/webhooks/{webhookId}`;
  const bodies: [route: string, body?: object, over?: Record<string, string>][] = [
    ['POST /apps'],
    ['POST /merchants', merchantInput],
    [`PUT /${ofMerchant}`, { name: 'Tea' }],
    [`PUT /${ofMerchant}/bookkeeping`, {}],
    [`PUT /${ofMerchant}/declines/pass`],
    [`PUT /${ofMerchant}/months`, { month: lastFullMonth(Date.now(), 'Europe/Copenhagen') }],
    [`POST /${ofMerchant}/users`, { email: 'bob@example.com' }],
    [`DELETE /${ofMerchant}/users/{userId}`],
    [`POST /${ofMerchant}/apps`, { appId: guest.id }],
    [`POST /${ofMerchant}/apps/keys`, { name: 'Till' }],
    [`PUT /${ofMerchant}/apps/{appId}`, { role: 'member' }],
    [`DELETE /${ofMerchant}/apps/{appId}`],
    // An authorization that was captured cannot be raised.
    ['POST /transactions/{transactionId}/increments', { amount: 1 }, { transactionId: card }],
    ['POST /transactions/{transactionId}/captures', { amount: 1 }],
    ['POST /transactions/{transactionId}/refunds', { amount: 1 }],
    ['POST /transactions/{transactionId}/voids', { amount: 1 }],
    [`POST /${ofMerchant}/transactions`, { transactionId: card, currency: 'EUR', amount: 1 }],
    [`POST /${ofMerchant}/cards`, { transactionId: payment }],
    [`POST /${ofMerchant}/links`, { amount: 1, currency: 'EUR' }],
    ['DELETE /links/{linkId}'],
    [`DELETE /${ofMerchant}/customers/{customer}/cards/{cardId}`],
    [`POST /${ofMerchant}/webhooks`, {}],
    [`PUT /${ofWebhook}`, { description: 'Tea' }],
    [`POST /${ofWebhook}/tests`],
    [`POST /${ofWebhook}/deliveries/{deliveryId}/retries`],
    [`POST /${ofWebhook}/retries`, { since: '2026-01-01T00:00:00Z' }],
    [`DELETE /${ofWebhook}/secrets/{secretId}`],
    // The other endpoint has as many secrets as it can have.
    [`POST /${ofWebhook}/secrets`, {}, { webhookId: second.webhook.id }],
    [`DELETE /${ofWebhook}`],
    [`PUT /${ofMerchant}/erasures`, { customer: ids.customer }],
    ['POST /api/helloWorld', { name: 'Bob' }],
    ['PUT /api/helloWorld', { id, name: 'Bob' }],
    ['DELETE /api/helloWorld/{id}'],
  ];
  return bodies.map(([route, body, over]) => {
    const [method = '', template = ''] = route.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name) => ({ ...ids, ...over })[name] ?? '');
    return {
      route,
      send: () =>
        path.startsWith('/api/')
          ? ofHello(method, path.slice('/api'.length), { body })
          : api(method, path, { key, body }),
    };
  });
}

/**
 * This merchant has no dispute: `submit-evidence.test.ts` tests that route with a table that refuses its writes. A disclosure
 * writes nothing.
 */
const leftOut = ['POST /disputes/{disputeId}/evidence', 'PUT /merchants/{merchantId}/disclosures'];

test('every route of the merchants’ API that changes something answers after its write, and fails with the write', async () => {
  const asks = await changes();
  const changing = routes.filter(
    ({ api, method, authorization }) => api === 'base' && method !== 'GET' && authorization !== 'signature',
  );
  const names = changing.map(({ method, path }) => `${method} ${path}`);
  expect(asks.map(({ route }) => route).sort()).toEqual(
    names.filter((name) => !leftOut.includes(name)).sort(),
  );

  own.proxy.instead = (operation) =>
    /Get|Query/.test(operation) ? undefined : failure('ValidationException');
  for (const { route, send } of asks) expect([route, (await send()).status]).toEqual([route, 500]);
  own.proxy.instead = undefined;
  for (const { route, send } of asks) {
    const { status, text } = await send();
    expect([route, status < 300, text]).toEqual([route, true, text]);
  }
});
