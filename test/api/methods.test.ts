import { byMethod } from './support/by-method.ts';
import { send } from './support/http.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, pos, shop, transaction, move } = world();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
beforeEach(async () => {
  ({ key, merchant } = await shop({ methods: ['mobilepay', 'bancontact', 'blik', 'klarna'] }));
});

const { order: orderOf, ...customer } = byMethod({ pos });
const order = (type: string, over: object = {}): Json => orderOf(merchant, type, over);

/** Begins a payment, until its customer is asked. */
async function begin(type: string, over: object = {}): Promise<{ body: Json; action: Json; state: string }> {
  const body = order(type, over);
  const first = await pos('/payments', body);
  expect(first.body.challenges).toMatchObject([{ name: 'begin', type: 'fetch' }]);
  body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
  const asked = await pos('/payments', body);
  expect(asked.body.challenges).toMatchObject([{ name: 'method', type: 'redirect' }]);
  const action = (await pos('/payments/challenges/method', body)).body;
  return { body, action, state: new URL(action.url).searchParams.get('state') ?? '' };
}

/** Answers as the customer at the simulated bank: `POST /payments/simulated-bank`. */
const answer = (url: string, state: string, given: string) =>
  customer.answer({ body: {}, action: { url }, state }, given);

const returned = (state: string) => customer.returned({ body: {}, action: {}, state });

test('a payment by a method is authorized on a page of its own, is captured later, and shows its method in place of a card', async () => {
  const { body, action, state } = await begin('klarna');
  expect(action).toMatchObject({ kind: 'page', left: [expect.any(String)] });
  expect((await send(action.url, 'GET')).status).toBe(200);
  const back = await answer(action.url, state, 'approve');
  expect(back.status).toBe(303);
  const paid = await pos('/payments', body);
  expect(paid.status).toBe(201);
  const { authorizationId } = paid.body;
  const made = await transaction(key, authorizationId);
  expect(made).toMatchObject({
    card: null,
    method: { type: 'klarna', name: 'Klarna', rules: { partialCapture: true } },
    pendingAmount: 10000,
    successful: true,
  });
  expect((await returned(state)).body).toEqual({ authorizationId, method: made.method });
  expect((await move(key, authorizationId, 'captures', 6000)).status).toBe(201);
});

test('a payment by a method is captured immediately if the method does so, and obeys its rules', async () => {
  const { action, state } = await begin('bancontact');
  await answer(action.url, state, 'approve');
  const { authorizationId } = (await returned(state)).body;
  expect(await transaction(key, authorizationId)).toMatchObject({
    capturedAmount: 10000,
    pendingAmount: 0,
  });
  expect((await move(key, authorizationId, 'increments', 100)).body).toMatchObject([
    { field: 'amount', message: expect.stringContaining('Bancontact cannot be raised') },
  ]);
});

test('a payment by a method that was rejected, cancelled or left is declined', async () => {
  const rejected = await begin('klarna');
  const cancelled = await begin('bancontact');
  const left = await begin('klarna');
  await answer(rejected.action.url, rejected.state, 'reject');
  expect((await returned(rejected.state)).body.code).toBe('PAYMENT_REJECTED_BY_ISSUER');
  await answer(cancelled.action.url, cancelled.state, 'cancel');
  expect((await returned(cancelled.state)).body.code).toBe('PAYMENT_REJECTED');
  const gone = { ...left.body, hints: [...left.body.hints, ...left.action.left] };
  expect((await pos('/payments', gone)).body.code).toBe('PAYMENT_REJECTED');
  expect((await answer(left.action.url, left.state, 'approve')).status).toBe(303);
  expect((await returned(left.state)).body.code).toBe('PAYMENT_REJECTED');
});

test('a payment by a code is approved in the app, and the event alone makes the transaction', async () => {
  const { action, state } = await begin('blik');
  expect(action.kind).toBe('wait');
  expect((await returned(state)).body).toMatchObject({ state: 'open' });
  await answer(action.url, state, 'approve');
  const made = await waitUntil(
    async () =>
      (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 5 } })).body,
    (list: Json[]) => list.length === 1,
  );
  expect(made).toMatchObject([{ method: { type: 'blik' }, capturedAmount: 10000 }]);
});

test('the bank keeps its first answer, sends nobody back who stays, and tells a late answer later', async () => {
  const [stays, waits, late] = [await begin('mobilepay'), await begin('klarna'), await begin('klarna')];
  const shown = await answer(stays.action.url, stays.state, 'stay');
  expect([shown.status, shown.headers.location]).toEqual([200, undefined]);
  await answer(stays.action.url, stays.state, 'reject');
  expect((await returned(stays.state)).status).toBe(201);
  expect((await answer(waits.action.url, waits.state, 'never')).status).toBe(200);
  await answer(late.action.url, late.state, 'late');
  for (const { state } of [waits, late]) expect((await returned(state)).body.state).toBe('open');
});

test('a server without a browser answers for the customer, and chooses what follows', async () => {
  const by = async (type: string, method: object) => {
    const { body, state } = await begin(type, { test: { method } });
    return { state, paid: await pos('/payments', body) };
  };
  expect((await by('klarna', { answer: 'cancel' })).paid.body.code).toBe('PAYMENT_REJECTED');
  const { paid, state } = await by('klarna', { answer: 'never' });
  expect([paid.body.challenges?.length, (await returned(state)).body.state]).toEqual([1, 'open']);
  const ending = await by('klarna', { answer: 'approve', after: 'authorization_ends' });
  const ended = await waitUntil(
    () => transaction(key, ending.paid.body.authorizationId),
    ({ pendingAmount }: Json) => pendingAmount === 0,
    60,
  );
  expect(ended).toMatchObject({ capturedAmount: 0, voidedAmount: 10000 });
  const { action } = await begin('klarna', { test: { method: { after: 'dispute_lost' } } });
  expect((await send(action.url, 'GET')).text).toContain('<option value="dispute_lost" selected>');
});

test('a customer has the time of the method’s row, however often they ask', async () => {
  for (const [type, minutes] of [
    ['mobilepay', 10],
    ['klarna', 120],
    ['blik', 6],
  ] as const) {
    const { action, state } = await begin(type);
    const left = (Date.parse(action.until) - Date.now()) / 60_000;
    expect([type, left > minutes - 4, left <= minutes]).toEqual([type, true, true]);
    expect((await returned(state)).body.until).toBe(action.until);
  }
});

test('a payment by a method is refused if the merchant does not offer the method, or something is missing', async () => {
  const tried = async (body: object) => (await pos('/payments', body)).body;
  expect(await tried(order('mobilepay', { method: { type: 'acme' } }))).toMatchObject({
    code: 'REQUEST_INVALID',
    message: expect.stringContaining('method.type: Must be one of mobilepay, bancontact'),
  });
  expect(await tried(order('bancontact', { payer: undefined }))).toMatchObject({
    message: 'payer.name: Is required for Bancontact',
  });
  expect(await tried(order('blik', { method: { type: 'blik', code: '1234' } }))).toMatchObject({
    message: expect.stringContaining('method.code: Must be the 6 digits'),
  });
  expect(await tried(order('mobilepay', { card: {} }))).toMatchObject({ code: 'REQUEST_INVALID' });
  expect(await tried(order('bancontact', { capture: false }))).toMatchObject({
    message: 'capture: Must be true, or absent: Bancontact captures with the authorization',
  });
  expect((await tried(order('mobilepay', { capture: false }))).challenges).toMatchObject([{ name: 'begin' }]);
});

test('a payment by a method that began before its link expired succeeds', async () => {
  const expires = new Date(Date.now() + 6000).toISOString();
  const asked = { amount: 10000, currency: 'EUR', expires };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body;
  const { body, action, state } = await begin('mobilepay', { linkId: link.id });
  const status = async () => (await api('GET', `/links/${link.id}`, { key })).body.link.status;
  await waitUntil(status, (now) => now === 'expired');
  await answer(action.url, state, 'approve');
  expect((await pos('/payments', body)).status).toBe(201);
  expect((await pos('/payments', order('mobilepay', { linkId: link.id }))).body.code).toBe(
    'PAYMENT_INTEGRATION_DISABLED',
  );
});
