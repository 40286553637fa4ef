import { type PublicRoute, routes } from '../../routes.ts';
import { sampleRequest } from '../../sample-request.ts';
import type { Ask } from './requests.ts';

const merchant = {
  name: 'Coffee & John',
  currency: 'EUR',
  test: true,
  email: 'john@example.com',
  website: 'https://example.com',
  descriptor: 'Coffee & John',
  company: { country: 'DK' },
};

/** The name that the shop gives to one of its customers. */
const customer = 'ann';

export type Scene = Awaited<ReturnType<typeof prepare>>;

/**
 * Makes the data that the events need: a shop in business.
 *
 * @param postAcquirerEvent receives the messages of the acquirer's queue
 * @param payOut pays a merchant out
 */
export async function prepare(
  ask: Ask,
  postAcquirerEvent: (event: object) => Promise<void>,
  payOut: (merchantId: string) => Promise<void>,
) {
  const { app } = await ask('POST', '/apps', { json: { name: 'My shop' } });
  const guest = (await ask('POST', '/apps', { json: { name: 'Bookkeeping' } })).app;
  const { key } = app;
  const shop = (await ask('POST', '/merchants', { key, json: merchant })).merchant;
  const m = `/merchants/${shop.id}`;
  const transactionId: string = await pay(ask, await newOrder(ask, shop.key));
  const t = `/transactions/${transactionId}`;
  await ask('POST', `${t}/captures`, { key, json: { amount: 5000 } });
  await ask('POST', `${t}/refunds`, { key, json: { amount: 100 } });
  await ask('POST', `${t}/voids`, { key, json: { amount: 100 } });
  const { card } = await ask('POST', `${m}/cards`, { key, json: { transactionId } });
  await ask('POST', `${m}/users`, { key, json: { email: 'ann@example.com' } });
  await ask('POST', `${m}/apps`, { key, json: { appId: guest.id } });
  const { link } = await ask('POST', `${m}/links`, { key, json: { amount: 4999, currency: 'EUR' } });
  const theirs = { amount: 10000, currency: 'EUR', uses: 9, customer };
  const { link: own } = await ask('POST', `${m}/links`, { key, json: theirs });
  const keep = { ...(await newOrder(ask, shop.key)), linkId: own.id, save: true };
  const kept: string = await pay(ask, keep);
  const masterCard = await newOrder(ask, shop.key, '5555555555554444');
  const dropped: string = await pay(ask, { ...masterCard, linkId: own.id, save: true });
  const { webhook } = await ask('POST', `${m}/webhooks`, { key, json: { url: 'https://example.com/hooks' } });
  const hook = `${m}/webhooks/${webhook.id}`;
  const rotated = (await ask('POST', `${m}/webhooks`, { key, json: {} })).webhook;
  const { secret } = await ask('POST', `${m}/webhooks/${rotated.id}/secrets`, { key });
  const spare = (await ask('POST', `${m}/webhooks`, { key, json: {} })).webhook;
  const { delivery } = await ask('POST', `${hook}/tests`, { key });
  for (const name of ['Ann', 'Bob']) await ask('POST', '/api/helloWorld', { json: { name } });

  const reason = { code: 83, title: 'Fraud, card-absent environment' };
  const due = '2090-01-01T00:00:00.000Z';
  const reported = '2026-01-01T00:00:00.000Z';
  await postAcquirerEvent({
    type: 'dispute.opened',
    reference: 'events-1',
    transactionId,
    amount: 400,
    reason,
    due,
  });
  await postAcquirerEvent({
    type: 'fraud.reported',
    reference: 'events-2',
    transactionId,
    reported,
    reason: 1,
  });

  const query = `?limit=1&filter[merchantId]=${shop.id}`;
  const [dispute] = await ask('GET', `/disputes${query}`, { key });
  const [fraud] = await ask('GET', `/frauds${query}`, { key });
  const [line] = await ask('GET', `${m}/lines?limit=1`, { key });
  await payOut(shop.id);
  const [payout] = await ask('GET', `${m}/payouts?limit=1`, { key });
  const [user] = await ask('GET', `${m}/users?limit=1`, { key });
  const alerts = { dispute: dispute.id, fraud: fraud.id };
  const hooks = { webhook: webhook.id, delivery: delivery.id, rotated: rotated.id, spare: spare.id };
  const ids = {
    ...alerts,
    ...hooks,
    link: link.id,
    own: own.id,
    kept,
    dropped,
    secret: secret.id,
    line: line.id,
    payout: payout.id,
    user: user.id,
    card: card.id,
  };
  return { app, guest, merchant: shop, transactionId, ids, query };
}

/**
 * Calls each route once. It reads first and deletes last, so that each route finds the data of {@link prepare}.
 *
 * @param isCalled whether the recording has an event of the route. The other routes are called with the samples of their rows.
 */
export async function everyRoute(
  ask: Ask,
  scene: Scene,
  isCalled: (route: PublicRoute) => boolean,
): Promise<void> {
  const { app, guest, merchant: shop, transactionId, ids, query } = scene;
  const { key } = app;
  const [m, t] = [`/merchants/${shop.id}`, `/transactions/${transactionId}`];
  await ask('GET', '/me', { key: guest.key }); // This key was not used before, so no authorization is cached.
  await ask('GET', `/identities/${app.id}/merchants?limit=10`, { key });
  await ask('GET', m, { key });
  await ask('GET', `${m}/users?limit=10`, { key });
  await ask('GET', `${m}/apps?limit=10`, { key });
  await ask('GET', `${m}/lines?limit=10`, { key });
  await ask('GET', `/lines/${ids.line}`, { key });
  await ask('GET', `${m}/postings?limit=10`, { key });
  await ask('GET', `${m}/payouts?limit=10`, { key });
  await ask('GET', `/payouts/${ids.payout}`, { key });
  await ask('GET', `${m}/transactions?limit=10`, { key });
  await ask('GET', t, { key });
  await ask('GET', `/cards/${ids.card}`, { key });
  await ask('GET', `/disputes${query}`, { key });
  await ask('GET', `/disputes/${ids.dispute}`, { key });
  await ask('POST', `/disputes/${ids.dispute}/evidence`, { key, json: { explanation: 'Sent on Monday' } });
  await ask('GET', `/frauds${query}`, { key });
  await ask('GET', `/frauds/${ids.fraud}`, { key });
  await ask('GET', `${m}/ratios`, { key });

  await ask('GET', `${m}/links?limit=10`, { key });
  await ask('GET', `/links/${ids.link}`, { key });
  await ask('GET', `/links/${ids.link}/qr`, { key });
  const cards = `${m}/customers/${customer}/cards`;
  await ask('GET', `${cards}?limit=10`, { key });

  const hook = `${m}/webhooks/${ids.webhook}`;
  const delivery = `${hook}/deliveries/${ids.delivery}`;
  await ask('GET', `${m}/webhooks?limit=10`, { key });
  await ask('GET', hook, { key });
  await ask('GET', `${hook}/deliveries?limit=10`, { key });
  await ask('GET', delivery, { key });

  await ask('POST', '/apps', { json: { name: 'Another shop' } });
  await ask('POST', '/merchants', { key, json: merchant });
  await ask('PUT', m, { key, json: { name: 'Coffee by John' } });
  await ask('POST', `${m}/users`, { key, json: { email: 'bob@example.com' } });
  await ask('POST', `${m}/transactions`, { key, json: { transactionId, currency: 'EUR', amount: 700 } });
  await ask('POST', `/transactions/${ids.kept}/increments`, { key, json: { amount: 500 } });
  await ask('POST', `${t}/captures`, { key, json: { amount: 1000 } });
  await ask('POST', `${t}/refunds`, { key, json: { amount: 200 } });
  await ask('POST', `${t}/voids`, { key, json: { amount: 300 } });
  await ask('POST', `${m}/cards`, { key, json: { transactionId } });
  await ask('POST', `${m}/links`, { key, json: { amount: 4999, currency: 'EUR' } });

  await ask('POST', `${m}/webhooks`, {
    key,
    json: { url: 'https://example.com/hooks', events: ['dispute.opened'] },
  });
  await ask('PUT', hook, { key, json: { description: 'The shop' } });
  await ask('POST', `${hook}/tests`, { key });
  await ask('POST', `${delivery}/retries`, { key });
  await ask('POST', `${hook}/retries`, { key, json: { since: '2026-01-01T00:00:00Z' } });
  await ask('DELETE', `${m}/webhooks/${ids.rotated}/secrets/${ids.secret}`, { key });
  await ask('POST', `${hook}/secrets`, { key });

  const link = `?key=${shop.key}&currency=EUR&value=49.99&test=1`;
  const page = await ask('GET', `/${link}`, { pos: true, headers: { accept: 'text/html' } });
  await ask('GET', `/l/${ids.link}`, { pos: true, headers: { accept: 'text/html' } });
  const [asset = '/'] = /\/assets\/[\w.-]+/.exec(page) ?? [];
  await ask('GET', asset, { pos: true });
  await ask('GET', '/sdk.js', { pos: true });
  await ask('GET', '/10.js', { pos: true });
  await ask('POST', '/csp-reports', { pos: true, json: {}, refused: 415 });
  await ask('GET', `/logos/${shop.key}/none.png`, { pos: true, refused: 404 });
  await everyPayment(ask, shop.key);
  // The payment is then too old for a receipt, as the event is used long after it.
  const receipt = { integration: { key: shop.key }, transactionId: 'f'.repeat(24), email: 'ann@example.com' };
  await ask('POST', '/payments/receipts', { pos: true, json: receipt, refused: 400 });
  const coffee = { integration: { key: shop.key }, amount: { currency: 'EUR', exponent: 2, value: 450 } };
  await ask('POST', '/payments/codes', { pos: true, json: coffee });
  await ask('GET', '/payments/codes/none', { pos: true, refused: 404 });
  // The runner that records has no acquirer of real money.
  await ask('GET', '/payments/frames/bank?state=none', { pos: true, refused: 404 });
  // The state of a customer who comes back expires, too.
  const state = 'none';
  await ask('GET', `/payments/returns?state=${state}`, { pos: true, refused: 404 });
  await ask('POST', '/payments/returns', { pos: true, json: { state }, refused: 400 });
  await ask('GET', `/payments/simulated-bank?state=${state}`, { pos: true, refused: 404 });
  const answer = { state, answer: 'approve' };
  await ask('POST', '/payments/simulated-bank', { pos: true, form: answer, refused: 404 });
  await ask('POST', '/acquirers/stripe/events', { json: {}, refused: 404 });

  await ask('GET', '/api/helloWorld/1');
  await ask('POST', '/api/helloWorld', { json: { name: 'Cid' } });
  await ask('PUT', '/api/helloWorld', { json: { id: 1, name: 'Anna' } });
  await ask('GET', '/api/helloWorld');
  await ask('GET', '/api/about');
  await ask('GET', '/openapi.json');
  await ask('GET', '/docs', { headers: { accept: 'text/html' } });
  await ask('GET', '/docs/integrate', { headers: { accept: 'text/html' } });

  // The events are recorded at a fixed time in January 2026, with the table as it was before them.
  await ask('GET', `${m}/months`, { key });
  await ask('PUT', `${m}/months`, { key, json: { month: '2025-12' } });
  // This merchant has too few declines.
  await ask('PUT', `${m}/declines/pass`, { key, refused: 409 });

  const objects = {
    merchantId: shop.id,
    transactionId,
    ownerId: app.id,
    appId: guest.id,
    linkId: ids.link,
    payoutId: ids.payout,
  };
  const left = routes.filter(
    (route) => route.authorization === 'key' && route.method !== 'DELETE' && !isCalled(route),
  );
  for (const route of left) {
    const { path, body } = sampleRequest(route, objects);
    await ask(route.method, path, { key, json: body });
  }

  await ask('DELETE', `${m}/users/${ids.user}`, { key });
  await ask('DELETE', `${m}/apps/${guest.id}`, { key });
  await ask('DELETE', `${m}/webhooks/${ids.spare}`, { key });
  await ask('DELETE', `/l/${ids.own}/cards/${ids.dropped}`, { pos: true });
  await ask('DELETE', `${cards}/${ids.kept}`, { key });
  await ask('DELETE', `/links/${ids.link}`, { key });
  await ask('DELETE', '/api/helloWorld/2');
}

/** Calls the routes that take tokens that expire after an hour: a payment, and one with a challenge of the bank. */
export async function everyPayment(ask: Ask, publicKey: string): Promise<void> {
  const order = await newOrder(ask, publicKey);
  await pay(ask, order);
  const slow = { ...order, test: {} };
  const [challenge] = (await ask('POST', '/payments', { pos: true, json: slow })).challenges;
  const frame = await ask('POST', challenge.path, { pos: true, json: slow });
  await ask('POST', new URL(frame.action).pathname, { pos: true, form: frame.fields });
}

/** Pays, and returns the id of the authorization. */
async function pay(ask: Ask, order: object): Promise<string> {
  const { hints } = await ask('POST', '/payments/challenges/tds-frictionless', { pos: true, json: order });
  const { authorizationId } = await ask('POST', '/payments', { pos: true, json: { ...order, hints } });
  return authorizationId;
}

async function newOrder(ask: Ask, publicKey: string, number = '4100000000000000') {
  const seal = (type: string, value: string) => ask('POST', '/vault', { pos: true, json: { type, value } });
  return {
    integration: { key: publicKey },
    test: { tds: { challenge: false } },
    amount: { currency: 'EUR', exponent: 2, value: 10000 },
    card: {
      number: await seal('pcn', number),
      code: await seal('pcsc', '123'),
      expiry: { month: 12, year: 2090 },
    },
    hints: [],
  };
}
