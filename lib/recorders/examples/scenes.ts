import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from './take.ts';

// biome-ignore lint/suspicious/noExplicitAny: what answers look like is what is being recorded
type Json = any;

const missing = 'f'.repeat(24);

/**
 * Calls the routes of the API. The OpenAPI document shows the recorded answers.
 *
 * @returns the key of the app, and objects for samples of the routes that no scene calls
 */
export async function scenes(take: Recorder, payOut: (merchantId: string) => Promise<void>) {
  const { key, appId, guest } = await apps(take);
  const merchant = await merchants(take, key, appId);
  await members(take, key, merchant.id, guest);
  const { transactionId, limited } = await payments(take, merchant);
  await movements(take, key, transactionId);
  await byMethod(take, key, merchant);
  await recurring(take, key, merchant.id, transactionId, limited);
  await alerts(take, key, merchant);
  await declines(take, key, merchant);
  await links(take, key, merchant);
  await webhooks(take, key, merchant.id);
  await lists(take, key, merchant.id, transactionId, guest);
  await payOut(merchant.id);
  await books(take, key, merchant.id);
  await hello(take);
  return { key, objects: { merchantId: merchant.id as string, transactionId, ownerId: appId } };
}

async function apps(take: Recorder) {
  const route = 'POST /apps';
  const { app } = (await take({ route, title: 'An app', json: { name: 'My shop' } })).body;
  const form = { name: 'Bookkeeping' };
  const guest = (await take({ route, title: 'An app, by a form', form })).body.app;
  const headers = { 'idempotency-key': 'short' };
  await take({ route, title: 'A key that could be guessed', json: {}, headers });
  await take({ route: 'GET /me', title: 'The app', key: app.key });
  await take({
    route: 'GET /me',
    title: 'A key that nobody has',
    key: '00000000-0000-0000-0000-000000000000',
  });
  return { key: app.key as string, appId: app.id as string, guest };
}

async function merchants(take: Recorder, key: string, appId: string): Promise<Json> {
  const route = 'POST /merchants';
  const input = {
    name: 'Coffee & John',
    currency: 'EUR',
    email: 'john@example.com',
    website: 'https://example.com',
    descriptor: 'Coffee & John',
    company: { country: 'DK' },
  };
  const bank = { iban: 'DK50 0040 0440 1162 43' };
  const json = { ...input, test: true, bank };
  const { merchant } = (await take({ route, title: 'A test merchant', key, json })).body;
  const form = { ...input, currency: 'DKK', test: 'yes' };
  await take({ route, title: 'A test merchant, by a form', key, form });
  const wrong = { ...input, currency: 'JPY', company: { country: 'XX' }, bank: { iban: 'DK1' } };
  await take({ route, title: 'Two faults', key, json: wrong });

  const ids = { merchantId: merchant.id as string };
  const update = 'PUT /merchants/{merchantId}';
  await take({ route: update, title: 'Another name', key, ids, json: { name: 'Coffee by John' } });
  await take({ route: update, title: 'By a form', key, ids, form: { email: 'coffee@example.com' } });
  await take({ route: update, title: 'An immutable field', key, ids, json: { currency: 'USD' } });
  await take({ route: 'GET /merchants/{merchantId}', title: 'The merchant', key, ids });
  await take({
    route: 'GET /identities/{appId}/merchants',
    title: 'Two merchants',
    key,
    ids: { appId },
    query: { limit: '10' },
  });
  await take({ route: 'GET /identities/{appId}/merchants', title: 'No limit', key, ids: { appId } });
  return merchant;
}

async function members(take: Recorder, key: string, merchantId: string, guest: Json): Promise<void> {
  const invite = 'POST /merchants/{merchantId}/users';
  const json = { email: 'ann@example.com' };
  const ids = { merchantId };
  await take({ route: invite, title: 'A new member', key, ids, json });
  await take({ route: invite, title: 'A member already, by a form', key, ids, form: json });
  await take({ route: invite, title: 'Not an e-mail address', key, ids, json: { email: 'ann' } });
  const query = { limit: '10' };
  const users = await take({ route: 'GET /merchants/{merchantId}/users', title: 'A user', key, ids, query });
  const userId = users.body[0].id;
  const remove = 'DELETE /merchants/{merchantId}/users/{userId}';
  await take({ route: remove, key, ids: { ...ids, userId } });
  await take({ route: remove, title: 'No member any more', key, ids: { ...ids, userId } });

  const add = 'POST /merchants/{merchantId}/apps';
  await take({ route: add, title: 'Another app', key, ids, json: { appId: guest.id } });
  await take({ route: add, title: 'The same, by a form', key, ids, form: { appId: guest.id } });
  await take({ route: add, title: 'No such app', key, ids, json: { appId: missing } });
  await take({ route: 'GET /merchants/{merchantId}/apps', title: 'Two apps', key, ids, query });
  const make = 'POST /merchants/{merchantId}/apps/keys';
  const bookkeeping = { name: 'Bookkeeping', role: 'accountant' };
  await take({ route: make, title: 'A key for bookkeeping', key, ids, json: bookkeeping });
  await take({ route: make, title: 'The same, by a form', key, ids, form: bookkeeping });
  const limit = 'PUT /merchants/{merchantId}/apps/{appId}';
  const limited = { ...ids, appId: guest.id };
  const refundCaps = [{ currency: 'EUR', each: 10_000, day: 50_000 }];
  const support = { role: 'support', refundCaps };
  await take({ route: limit, title: 'A cap for refunds', key, ids: limited, json: support });
  await take({ route: limit, title: 'By a form', key, ids: limited, form: { role: 'member' } });
  const out = 'DELETE /merchants/{merchantId}/apps/{appId}';
  await take({ route: out, key, ids: { ...ids, appId: guest.id } });
  await take({ route: out, title: 'No member any more', key, ids: { ...ids, appId: guest.id } });
}

/** Makes the body of a payment with new tokens. */
async function order(take: Recorder, merchant: Json, over: object = {}, number = '4100000000000000') {
  const tokenOf = async (json: object) => (await take({ route: 'POST /vault', json })).body;
  const card = {
    number: await tokenOf({ type: 'pcn', value: number }),
    code: await tokenOf({ type: 'pcsc', value: '123' }),
    expiry: { month: 12, year: 2090 },
  };
  const amount = { currency: 'EUR', exponent: 2, value: 4999 };
  return { integration: { key: merchant.key }, test: { tds: { challenge: false } }, amount, card, ...over };
}

/** Completes the only challenge, and pays. */
async function pay(take: Recorder, body: Json, title?: string) {
  const ids = { challenge: 'tds-frictionless' };
  const { hints } = (await take({ route: 'POST /payments/challenges/{challenge}', ids, json: body })).body;
  return take({ route: 'POST /payments', title, json: { ...body, hints } });
}

async function payments(take: Recorder, merchant: Json) {
  const vault = 'POST /vault';
  const number = { type: 'pcn', value: '4100000000000000' };
  await take({ route: vault, title: 'A card number', json: number });
  await take({ route: vault, title: 'A security code', json: { type: 'pcsc', value: '123' } });
  await take({ route: vault, title: 'By a form', form: number });
  await take({ route: vault, title: 'Too short', json: { type: 'pcn', value: '4100' } });

  const body = await order(take, merchant, { custom: { orderId: 1234 } });
  await take({ route: 'POST /payments', title: 'A challenge first', json: body });
  const route = 'POST /payments/challenges/{challenge}';
  const ids = { challenge: 'tds-frictionless' };
  await take({ route, title: 'Frictionless 3-D Secure', ids, json: body });
  const browser = { ...body, test: {} };
  await take({ route, title: 'An iframe', ids: { challenge: 'fingerprint' }, json: browser });
  await take({ route, title: 'No such challenge', ids: { challenge: 'dance' }, json: browser });
  const transactionId = (await pay(take, body, 'Paid')).body.authorizationId as string;
  const receipt = {
    integration: { key: merchant.key },
    transactionId,
    email: 'ann@example.com',
    locale: 'da',
  };
  const receipts = 'POST /payments/receipts';
  await take({ route: receipts, title: 'To an address', json: receipt });
  const unknown = { ...receipt, transactionId: missing };
  await take({ route: receipts, title: 'No such payment', json: unknown });

  const coffee = { integration: { key: merchant.key }, amount: { currency: 'EUR', exponent: 2, value: 450 } };
  const { watch } = (await take({ route: 'POST /payments/codes', title: 'A coffee', json: coffee })).body;
  const none = { ...coffee, amount: { ...coffee.amount, currency: 'XXX' } };
  await take({ route: 'POST /payments/codes', title: 'No currency', json: none });
  await take({ route: 'GET /payments/codes/{watch}', title: 'Not paid yet', ids: { watch } });
  await take({ route: 'GET /payments/codes/{watch}', title: 'No code', ids: { watch: 'none' } });

  const little = { currency: 'EUR', exponent: 2, value: 1000 };
  const test = (card: object) => ({ test: { card, tds: { challenge: false } } });
  await pay(take, await order(take, merchant, test({ balance: little })), 'Declined');
  const live = await order(take, merchant, { test: undefined });
  await take({ route: 'POST /payments', title: 'A test merchant needs test', json: live });
  const limited = await pay(take, await order(take, merchant, test({ limit: { ...little, value: 5000 } })));
  return { transactionId, limited: limited.body.authorizationId as string };
}

/** Pays by MobilePay at the simulated bank. */
async function byMethod(take: Recorder, key: string, merchant: Json): Promise<void> {
  const ids = { merchantId: merchant.id as string };
  const json = { methods: ['mobilepay'] };
  await take({ route: 'PUT /merchants/{merchantId}', title: 'Offer MobilePay', key, ids, json });
  const amount = { currency: 'EUR', exponent: 2, value: 4999 };
  const body: Json = {
    ...{ integration: { key: merchant.key }, test: {}, amount },
    method: { type: 'mobilepay', returnUrl: 'https://coffee.example/thanks' },
  };
  const route = 'POST /payments/challenges/{challenge}';
  body.hints = (await take({ route, title: 'Begin', ids: { challenge: 'begin' }, json: body })).body.hints;
  await take({ route: 'POST /payments', title: 'The customer goes to MobilePay', json: body });
  const challenge = { challenge: 'method' };
  const asked = (await take({ route, title: 'The page of MobilePay', ids: challenge, json: body })).body;
  const state = new URL(asked.url).searchParams.get('state') ?? '';
  const returns = 'POST /payments/returns';
  await take({ route: returns, title: 'No answer yet', json: { state } });
  const form = { state, answer: 'approve' };
  await take({ route: 'POST /payments/simulated-bank', title: 'The customer agrees', form });
  await take({ route: returns, title: 'Paid', json: { state } });
  await take({ route: returns, title: 'A state of nobody', json: { state: 'none' } });
}

async function movements(take: Recorder, key: string, transactionId: string): Promise<void> {
  const capture = 'POST /transactions/{transactionId}/captures';
  const ids = { transactionId };
  const json = { amount: 4000, currency: 'EUR', descriptor: 'Coffee, first parcel' };
  const headers = { 'idempotency-key': 'order 1234, parcel 1' };
  await take({ route: capture, title: 'Most of it', key, ids, json, headers });
  await take({ route: capture, title: 'By a form', key, ids, form: { amount: 500 } });
  await take({ route: capture, title: 'More than is pending', key, ids, json: { amount: 500 } });
  await take({ route: capture, title: 'A key that was used', key, ids, json: { amount: 1 }, headers });
  await take({ route: capture, title: 'No such transaction', key, ids: { transactionId: missing }, json });

  const refund = 'POST /transactions/{transactionId}/refunds';
  await take({ route: refund, title: 'Part of it', key, ids, json: { amount: 1000 } });
  await take({ route: refund, title: 'By a form', key, ids, form: { amount: 200 } });
  await take({ route: refund, title: 'More than was captured', key, ids, json: { amount: 4000 } });

  const release = 'POST /transactions/{transactionId}/voids';
  await take({ route: release, title: 'Part of the rest', key, ids, json: { amount: 99 } });
  await take({ route: release, title: 'By a form', key, ids, form: { amount: 200 } });
  await take({ route: release, title: 'More than is pending', key, ids, json: { amount: 500 } });
}

async function recurring(
  take: Recorder,
  key: string,
  merchantId: string,
  transactionId: string,
  limited: string,
): Promise<void> {
  const route = 'POST /merchants/{merchantId}/transactions';
  const ids = { merchantId };
  const more = { currency: 'GBP', amount: 1200, custom: { month: 2 } };
  const json = { transactionId, ...more };
  const made = await take({ route, title: 'From an earlier transaction', key, ids, json });
  await take({ route, title: 'By a form', key, ids, form: json });
  const declined = { transactionId: limited, currency: 'EUR', amount: 9900 };
  await take({ route, title: 'Declined', key, ids, json: declined });
  const unknown = { ...json, transactionId: missing };
  await take({ route, title: 'Not of this merchant', key, ids, json: unknown });
  // The currency differs from the merchant's, so that the line shows an exchange rate.
  const captured = { transactionId: made.body.transaction.id };
  const raise = 'POST /transactions/{transactionId}/increments';
  const added = { amount: 300, currency: 'GBP' };
  const first = { 'idempotency-key': 'order 1234, one more' };
  await take({ route: raise, title: 'The order grows', key, ids: captured, json: added, headers: first });
  await take({ route: raise, title: 'By a form', key, ids: captured, form: { amount: 100 } });
  await take({
    route: 'POST /transactions/{transactionId}/captures',
    key,
    ids: captured,
    json: { amount: 1200 },
  });
  await take({ route: raise, title: 'After a capture', key, ids: captured, json: added });

  const save = 'POST /merchants/{merchantId}/cards';
  const card = { transactionId, notes: 'Ann, Visa' };
  const { cardId } = {
    cardId: (await take({ route: save, title: 'A card', key, ids, json: card })).body.card.id,
  };
  await take({ route: save, title: 'By a form', key, ids, form: card });
  await take({ route: 'GET /cards/{cardId}', title: 'A card', key, ids: { cardId } });
  await take({ route, title: 'From a saved card (deprecated)', key, ids, json: { cardId, ...more } });
}

/** Pays with so many declined cards that payments need 3-D Secure, and lets them pass. */
async function declines(take: Recorder, key: string, merchant: Json): Promise<void> {
  const ids = { merchantId: merchant.id as string };
  const route = 'PUT /merchants/{merchantId}/declines/pass';
  await take({ route, title: 'Nothing is limited', key, ids });
  const test = { tds: { challenge: false }, card: { status: 'lost' }, limits: true };
  for (let n = 0; n < 30; n++) await pay(take, await order(take, merchant, { test }, String(41e14 + n)));
  await take({ route, title: 'For an hour', key, ids });
  await take({ route: 'GET /merchants/{merchantId}/declines', title: 'While payments pass', key, ids });
}

/** Pays with a test card that leads to an alert, captures, and waits for the alert. */
async function alerts(take: Recorder, key: string, merchant: Json): Promise<void> {
  const captureWithCard = async (number: string) => {
    const paid = await pay(take, await order(take, merchant, {}, number));
    const ids = { transactionId: paid.body.authorizationId as string };
    await take({ route: 'POST /transactions/{transactionId}/captures', key, ids, json: { amount: 4999 } });
    return ids;
  };
  const disputed = await captureWithCard('4000000000001976');
  await captureWithCard('4000000000005406');
  const query = { limit: '10', 'filter[merchantId]': merchant.id };
  for (const [route, name] of [
    ['GET /disputes', 'A dispute'],
    ['GET /frauds', 'A fraud alert'],
  ] as const) {
    await waitUntil(async () => (await take({ route, key, query })).body.length > 0);
    const [{ id }] = (await take({ route, title: name, key, query })).body;
    await take({ route, title: 'No merchant is named', key, query: { limit: '10' } });
    if (route === 'GET /disputes') {
      const ids = { disputeId: id };
      await take({ route: 'GET /disputes/{disputeId}', title: name, key, ids });
      const json = {
        explanation: 'The customer has collected the order in the shop.',
        serviceDate: '24 November 2026',
        files: [{ kind: 'receipt', name: 'receipt.pdf', content: 'JVBERi0xLjcK' }],
      };
      const submit = 'POST /disputes/{disputeId}/evidence';
      await take({ route: submit, title: 'Without content', key, ids, json: {} });
      await take({ route: submit, title: 'A text and a receipt', key, ids, json });
      await take({ route: submit, title: 'Submitted before', key, ids, json: { explanation: 'More' } });
    } else await take({ route: 'GET /frauds/{fraudId}', title: name, key, ids: { fraudId: id } });
  }
  const of = { merchantId: merchant.id as string };
  await take({ route: 'GET /merchants/{merchantId}/ratios', title: 'Not measured yet', key, ids: of });
  const route = 'GET /transactions/{transactionId}';
  await waitUntil(async () => (await take({ route, key, ids: disputed })).body.transaction.trail.length > 1);
  await take({ route, title: 'With a dispute that was lost', key, ids: disputed });
}

async function links(take: Recorder, key: string, merchant: Json): Promise<void> {
  const create = 'POST /merchants/{merchantId}/links';
  const of = { merchantId: merchant.id as string };
  const lines = [
    { text: 'Java, 1 kg', quantity: 2, amount: 5400 },
    { text: 'Regulars pay less', amount: -401 },
  ];
  const json = {
    amount: 4999,
    currency: 'EUR',
    text: 'Two bags of Java',
    lines,
    reference: 'Order 1234',
    redirect: 'https://shop.example/thanks?order=1234',
    cancel: 'https://shop.example/basket',
    expires: '2090-01-01T00:00:00Z',
    email: 'ann@example.com',
    locale: 'en',
  };
  const headers = { 'idempotency-key': 'link of order 1234' };
  const made = await take({ route: create, title: 'For one order', key, ids: of, json, headers });
  const form = { amount: 250, currency: 'EUR', text: 'An espresso', uses: 1000 };
  await take({ route: create, title: 'For many, by a form', key, ids: of, form });
  const wrong = { ...json, lines: lines.slice(0, 1), expires: '2020-01-01T00:00:00Z', cancel: '/basket' };
  await take({ route: create, title: 'Three faults', key, ids: of, json: wrong });
  const ids = { linkId: made.body.link.id as string };
  await pay(take, await order(take, merchant, ids), 'Paid, by a link');
  await take({ route: 'GET /links/{linkId}', title: 'A link that was paid', key, ids });
  await take({ route: 'GET /links/{linkId}/qr', title: 'A code', key, ids });
  const query = { limit: '10' };
  await take({ route: 'GET /merchants/{merchantId}/links', title: 'Two links', key, ids: of, query });
  await take({ route: 'DELETE /links/{linkId}', key, ids });
  await customerCards(take, key, merchant);
}

/** Saves a customer's card, pays with it, and removes it, once by the customer and once by the merchant. */
async function customerCards(take: Recorder, key: string, merchant: Json): Promise<void> {
  const of = { merchantId: merchant.id as string };
  const json = { amount: 4999, currency: 'EUR', uses: 10, customer: 'ann' };
  const create = 'POST /merchants/{merchantId}/links';
  const title = 'For a customer of yours';
  const { id: linkId } = (await take({ route: create, title, key, ids: of, json })).body.link;
  const keep = { linkId, save: true };
  const paid = await pay(take, await order(take, merchant, keep), 'Paid, and the card is kept');
  const cardId = paid.body.authorizationId as string;
  const { card, ...rest } = await order(take, merchant, { linkId });
  const again = { ...rest, card: { saved: cardId, code: card.code } };
  await pay(take, again, 'Paid with a card that was kept');
  const ids = { ...of, customer: 'ann' };
  const query = { limit: '10' };
  const list = 'GET /merchants/{merchantId}/customers/{customer}/cards';
  await waitUntil(async () => {
    const answer = await take({ route: list, title: 'A card', key, ids, query });
    return answer.body[0]?.used;
  });
  const other = await pay(take, await order(take, merchant, keep, '5555555555554444'));
  const dropped = { linkId, cardId: other.body.authorizationId as string };
  const drop = 'DELETE /l/{linkId}/cards/{cardId}';
  await take({ route: drop, title: 'Removed', ids: dropped });
  await take({ route: drop, title: 'Not there any more', ids: dropped });
  const remove = 'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}';
  await take({ route: remove, key, ids: { ...ids, cardId } });
  await take({ route: remove, title: 'Not there any more', key, ids: { ...ids, cardId } });
  const person = { customer: 'ann' };
  const disclosure = 'PUT /merchants/{merchantId}/disclosures';
  await take({ route: disclosure, title: 'All of a customer', key, ids: of, json: person });
  await take({ route: disclosure, title: 'By a form', key, ids: of, form: { customer: '1001' } });
  const erasure = 'PUT /merchants/{merchantId}/erasures';
  await take({ route: erasure, title: 'Erased', key, ids: of, json: person });
  await take({ route: erasure, title: 'Nothing left, by a form', key, ids: of, form: person });
}

async function webhooks(take: Recorder, key: string, merchantId: string): Promise<void> {
  const create = 'POST /merchants/{merchantId}/webhooks';
  const of = { merchantId };
  const json = { url: 'https://shop.example/hooks', description: 'The shop' };
  const form = { url: 'https://books.example/hooks', description: 'Bookkeeping' };
  await take({ route: create, title: 'By a form', key, ids: of, form });
  await take({ route: create, title: 'Not on the Internet', key, ids: of, json: { url: 'ftp://10.0.0.1/' } });
  const looked = { events: ['transaction.captured', 'dispute.opened'], description: 'Only looked at' };
  await take({ route: create, title: 'Two types, only to be looked at', key, ids: of, json: looked });
  const made = (await take({ route: create, title: 'All events', key, ids: of, json })).body.webhook;
  const ids = { ...of, webhookId: made.id as string };
  const route = 'GET /merchants/{merchantId}/webhooks/{webhookId}';
  const query = { limit: '10' };
  await take({ route, title: 'A webhook', key, ids });
  await take({ route: 'GET /merchants/{merchantId}/webhooks', title: 'Three', key, ids: of, query });
  const update = 'PUT /merchants/{merchantId}/webhooks/{webhookId}';
  await take({ route: update, title: 'Only disputes', key, ids, json: { events: ['dispute.opened'] } });
  await take({ route: update, title: 'By a form', key, ids, form: { description: 'Our shop' } });

  const add = 'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets';
  const { secret } = (await take({ route: add, title: 'A second secret', key, ids })).body;
  const end = 'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}';
  await take({ route: end, key, ids: { ...ids, secretId: secret.id } });
  await take({
    route: end,
    title: 'The only one',
    key,
    ids: { ...ids, secretId: made.secrets[0].id },
  });

  await take({ route: update, key, ids, json: { url: 'http://127.0.0.1:9/' } });
  const test = 'POST /merchants/{merchantId}/webhooks/{webhookId}/tests';
  const { delivery } = (await take({ route: test, title: 'A test', key, ids })).body;
  const one = 'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}';
  const its = { ...ids, deliveryId: delivery.id as string };
  await waitUntil(async () => (await take({ route: one, key, ids: its })).body.delivery.attempts.length > 0);
  await take({ route: one, title: 'Nobody has answered', key, ids: its });
  const all = 'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries';
  await take({ route: all, title: 'A delivery', key, ids, query });
  const again = 'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries';
  await take({ route: again, title: 'Again', key, ids: its });
  const since = { since: '2026-01-01T00:00:00Z' };
  const retry = 'POST /merchants/{merchantId}/webhooks/{webhookId}/retries';
  await take({ route: retry, title: 'All of a year', key, ids, json: since });
  await take({ route: retry, title: 'By a form', key, ids, form: since });
  await take({ route: 'DELETE /merchants/{merchantId}/webhooks/{webhookId}', key, ids });
}

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 100; n++) {
    if (await done()) return;
    await sleep(200);
  }
  throw new Error('The expected answer did not come in time');
}

async function lists(
  take: Recorder,
  key: string,
  merchantId: string,
  transactionId: string,
  guest: Json,
): Promise<void> {
  const route = 'GET /transactions/{transactionId}';
  const ids = { transactionId };
  await take({ route, title: 'With captures, refunds and voids', key, ids });
  await take({ route, title: 'The merchant belongs to somebody else', key: guest.key, ids });
  await take({ route, title: 'A malformed id', key, ids: { transactionId: '1' } });

  const query = { limit: '3' };
  const of = { merchantId };
  const all = 'GET /merchants/{merchantId}/transactions';
  await take({ route: all, title: 'A page of three', key, ids: of, query });
  const pending = { ...query, 'filter[pending]': 'yes' };
  await take({ route: all, title: 'Pending transactions', key, ids: of, query: pending });
  await take({ route: all, title: 'A malformed cursor', key, ids: of, query: { ...query, before: 'x' } });
  const ledger = 'GET /merchants/{merchantId}/lines';
  const lines = await take({ route: ledger, title: 'A page of six', key, ids: of, query: { limit: '6' } });
  const exchanged = lines.body.find((line: Json) => line.exchange);
  await take({ route: 'GET /lines/{lineId}', title: 'Exchanged', key, ids: { lineId: exchanged.id } });
}

/** Calls the routes that a finance team uses. */
async function books(take: Recorder, key: string, merchantId: string): Promise<void> {
  const of = { merchantId };
  const query = { limit: '10' };
  const payouts = 'GET /merchants/{merchantId}/payouts';
  await waitUntil(async () => (await take({ route: payouts, key, ids: of, query })).body.length > 0);
  const [payout] = (await take({ route: payouts, title: 'A payout', key, ids: of, query })).body;
  const ids = { payoutId: payout.id as string };
  await take({
    route: 'GET /payouts/{payoutId}',
    title: 'With its newest lines',
    key,
    ids,
    query: { limit: '3' },
  });
  await take({ route: 'GET /payouts/{payoutId}', title: 'No such payout', key, ids: { payoutId: missing } });
  const postings = 'GET /merchants/{merchantId}/postings';
  await take({ route: postings, title: 'Lines in double entry', key, ids: of, query: { limit: '4' } });
  const months = 'PUT /merchants/{merchantId}/months';
  await take({ route: months, title: 'No month', key, ids: of, json: { month: '2026-13' } });
  await take({ route: 'GET /merchants/{merchantId}/months', title: 'No month is closed', key, ids: of });
  const lines = 'GET /merchants/{merchantId}/months/lines';
  await take({ route: lines, title: 'Lines of open months', key, ids: of, query: { limit: '1' } });
  const month = new Date(Date.now() - 33 * 24 * 60 * 60 * 1000).toISOString().slice(0, 7);
  await take({ route: months, title: 'A month that has ended', key, ids: of, json: { month } });
  await take({ route: months, title: 'By a form', key, ids: of, form: { month } });
  await take({ route: 'GET /merchants/{merchantId}/months', title: 'A closed month', key, ids: of });
  const json = { xero: { accounts: { disputes: '471' } } };
  const accounts = 'PUT /merchants/{merchantId}/bookkeeping';
  await take({ route: accounts, title: 'Another account at Xero', key, ids: of, json });
  const form = { 'datev[consultant]': 29098, 'datev[accounts][disputes]': '1591' };
  await take({ route: accounts, title: 'By a form', key, ids: of, form });
  await take({ route: 'GET /merchants/{merchantId}/bookkeeping', title: 'The accounts', key, ids: of });
}

async function hello(take: Recorder): Promise<void> {
  const create = 'POST /api/helloWorld';
  await take({ route: create, title: 'In JSON', json: { id: 1, name: 'Ann' } });
  await take({ route: create, title: 'In XML', xml: '<helloWorld><name>Bo</name></helloWorld>' });
  await take({ route: create, title: 'The id is taken', json: { id: 1, name: 'Cy' } });
  await take({ route: create, title: 'No name', json: { id: 3 } });
  const update = 'PUT /api/helloWorld';
  await take({ route: update, title: 'In JSON', json: { id: 1, name: 'Anna' } });
  await take({ route: update, title: 'In XML', xml: '<helloWorld><id>2</id><name>Bob</name></helloWorld>' });
  await take({ route: update, title: 'No such resource', json: { id: 99, name: 'Cy' } });
  for (const [title, accept] of [
    ['In JSON', 'application/json'],
    ['In XML', 'application/xml'],
  ] as const) {
    await take({ route: 'GET /api/helloWorld/{id}', title, ids: { id: '1' }, accept });
    await take({ route: 'GET /api/helloWorld', title, accept });
    await take({ route: 'GET /api/about', title, accept });
  }
  await take({ route: 'GET /api/helloWorld/{id}', title: 'No such resource', ids: { id: '99' } });
  const refused = { authorization: '' };
  await take({ route: 'GET /api/helloWorld', title: 'No credentials', headers: refused });
}
