import { randomUUID } from 'node:crypto';
import { customer } from './support/customer.ts';
import { refusal, send } from './support/http.ts';
import { ownLive } from './support/live.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, payment, transaction, createMerchant } = here;
const { frictionless, meetAll } = customer(here);
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const amount = { currency: 'EUR', exponent: 2, value: 10000 };
const ask = (over: object = {}) =>
  pos('/payments/codes', { integration: { key: merchant.key }, amount, ...over });

async function code(over: object = {}): Promise<string> {
  const made = await ask(over);
  expect(made.status).toBe(201);
  return made.body.code;
}

const look = (watch: string) =>
  send(`${posUrl}/payments/codes/${watch}`, 'GET', { headers: { 'accept-version': '1' } });
const open = (code: string) => send(`${posUrl}/l/${code}`, 'GET', {});

/** Prepares a payment of a till code, with its challenge met. */
async function ready(linkId: string, over: object = {}): Promise<Json> {
  const order = await payment(merchant, { linkId, ...over });
  return { ...order, hints: await frictionless(order) };
}

const ended = [400, 'PAYMENT_INTEGRATION_DISABLED'];
const lost = { test: { tds: { challenge: false }, card: { status: 'lost' } } };

test.each([
  ['JPY', 1, 495, 0],
  ['EUR', 3, 49_999, 2],
  ['BHD', 4, 1, 3],
])(
  'a till code for %s with %i decimals is refused, because the customer would pay another amount',
  async (currency, exponent, value, has) => {
    const refused = await ask({ amount: { currency, exponent, value } });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(
      `amount: Must not have more decimals than ${currency}, which has ${has}`,
    );
    expect((await ask({ amount: { currency, exponent, value: value * 1000 } })).status).toBe(201);
  },
);

test('a till gets a code, waits while the code is unpaid, and then reads the data of the receipt', async () => {
  const made = (await ask({ text: 'Table 4', reference: 'T4' })).body;
  expect(made.url).toBe(`${posUrl}/l/${made.code}`);
  expect(made.svg).toMatch(/^<svg[^>]*>.*<\/svg>$/s);
  const minutes = (Date.parse(made.expires) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);
  const waiting = { state: 'waiting', expires: made.expires, payment: null };
  const first = await look(made.watch);
  expect([first.body, first.headers['cache-control']]).toEqual([waiting, 'no-store']);

  const page = await open(made.code);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Table 4');
  expect(page.text).toContain('€100.00');

  expect(refusal(await pos('/payments', await ready(made.code, lost)))).toEqual([400, 'PAYMENT_CARD_LOST']);
  expect((await look(made.watch)).body).toEqual(waiting);

  const paid = await pos('/payments', await ready(made.code));
  expect(paid.status).toBe(201);
  const id = paid.body.authorizationId;
  const shown = await transaction(key, id);
  expect(shown).toMatchObject({
    amount: 10000,
    descriptor: merchant.descriptor,
    custom: { reference: 'T4' },
  });
  expect((await look(made.watch)).body).toEqual({
    state: 'paid',
    expires: made.expires,
    payment: {
      transactionId: id,
      created: shown.created,
      ...{ amount: 10000, capturedAmount: 0, currency: 'EUR' },
      card: 'Visa •••• 0000',
      method: { type: 'card', name: 'Card' },
      descriptor: merchant.descriptor,
      reference: 'T4',
    },
  });
});

test('a paid till code becomes a payment link, which the list of links omits', async () => {
  const name = await code({ recurring: true });
  const { authorizationId: transactionId } = (await pos('/payments', await ready(name))).body;
  const { linkId } = await transaction(key, transactionId);
  const { link } = (await api('GET', `/links/${linkId}`, { key })).body;
  expect(link).toMatchObject({ paid: 1, uses: 1, status: 'used', amount: 10000, recurring: true });
  expect(link.payments).toMatchObject([{ transactionId }]);
  expect(JSON.stringify(link)).not.toContain(name);
  const list = await api('GET', `/merchants/${merchant.id}/links`, { key, query: { limit: 10 } });
  expect(list.body).toEqual([]);
  const receipt = { integration: { key: merchant.key }, transactionId, email: 'ann@example.com' };
  expect((await pos('/payments/receipts', receipt)).status).toBe(202);
});

test('a till code stores no link before it is paid', async () => {
  const { code: name, watch } = (await ask()).body;
  await open(name);
  await look(watch);
  const order = await payment(merchant, { linkId: name });
  await pos('/payments', order);
  const { hints } = await meetAll({ ...order, test: {} }, 'reject');
  expect((await pos('/payments', { ...order, test: {}, hints })).status).toBe(400);
  const list = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 10 } });
  const linkIds = list.body.map(({ linkId }: Json) => linkId);
  for (const id of linkIds) expect((await api('GET', `/links/${id}`, { key })).status).toBe(404);
});

test('ten phones pay the same code at the same time: one is charged, and the others get an error', async () => {
  const { code: name, watch } = (await ask()).body;
  // With a balance the bank first holds the amount, so all ten check that the code is unpaid before one pays.
  const test = { tds: { challenge: false }, card: { balance: amount } };
  const orders = await Promise.all(Array.from({ length: 10 }, () => ready(name, { test })));
  const answers = await Promise.all(
    orders.map((order) => pos('/payments', order, { 'idempotency-key': randomUUID() })),
  );
  const paid = answers.filter(({ status }) => status === 201);
  expect(paid).toHaveLength(1);
  for (const answer of answers) if (!paid.includes(answer)) expect(refusal(answer)).toEqual(ended);
  const list = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 10 } });
  expect(list.body.filter(({ successful }: Json) => successful)).toHaveLength(1);
  expect((await look(watch)).body.payment.transactionId).toBe(paid[0]?.body.authorizationId);
  const late = await open(name);
  expect(late.status).toBe(410);
  expect(late.text).toContain('This has already been paid');
});

test('a repeat of the payment that paid a till code gets its first response, and another payment is refused', async () => {
  const name = await code();
  const order = await ready(name);
  const [first, again] = [await pos('/payments', order), await pos('/payments', order)];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(refusal(await pos('/payments', await payment(merchant, { linkId: name })))).toEqual(ended);
});

describe('a customer who pays a till code cannot change', () => {
  test.each([
    ['the amount', { amount: { ...amount, value: 1 } }],
    ['the currency', { amount: { ...amount, currency: 'DKK' } }],
    ['the text', { text: 'A gift' }],
    ['the reference', { custom: { reference: 'Another' } }],
  ])('%s', async (_, over) => {
    const order = await ready(await code());
    expect(refusal(await pos('/payments', { ...order, ...over, hints: [] }))).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
  });

  test('the amount, text or merchant key of the page by parameters in its address', async () => {
    const other = await shop();
    const query = new URLSearchParams({ value: '0.01', text: 'A gift', key: other.merchant.key });
    const page = await open(`${await code()}?${query}`);
    expect(page.text).toContain('€100.00');
    expect(page.text).toContain(merchant.key);
    for (const foreign of ['A gift', '€0.01', other.merchant.key]) expect(page.text).not.toContain(foreign);
  });

  test('any part of the code', async () => {
    const name = await code();
    const [type, expiry = '', label = '', sealed = ''] = name.split('.');
    const later = (Number.parseInt(expiry, 36) + 3600).toString(36);
    const turned = sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const swapped = sealed.slice(0, -9) + (sealed.at(-9) === 'A' ? 'B' : 'A') + sealed.slice(-8);
    const forged = [
      [type, later, label, sealed],
      [type, expiry, 'A'.repeat(22), sealed],
      [type, expiry, label, turned],
      [type, expiry, label, swapped],
      ['frame', expiry, label, sealed],
      [type, expiry, label, 'AAAA'],
    ].map((parts) => parts.join('.'));
    for (const forgery of forged) {
      expect((await look(forgery)).status).toBe(404);
      expect((await open(forgery)).status).toBe(404);
      const paid = await pos('/payments', await payment(merchant, { linkId: forgery }));
      expect(refusal(paid)).toEqual([400, 'REQUEST_INVALID']);
    }
  });
});

test('a till code and the other sealed tokens are refused in place of each other', async () => {
  const { code: name, watch } = (await ask()).body;
  const order = await payment(merchant, { linkId: name });
  for (const token of [
    name,
    `${watch.slice(0, -1)}_`,
    order.card.number.token,
    (await frictionless(order))[0],
    'f'.repeat(24),
    'none',
    ' ',
  ])
    expect((await look(encodeURIComponent(token))).status).toBe(404);
  const card = { ...order.card, number: { token: name } };
  expect(refusal(await pos('/payments', { ...order, card }))).toEqual([400, 'TOKEN_TYPE_UNEXPECTED']);
  expect(refusal(await pos('/payments', { ...order, hints: [name] }))).toEqual([400, 'TOKEN_INVALID']);
  expect((await open(watch)).status).toBe(404);
  expect(refusal(await pos('/payments', { ...order, linkId: watch }))).toEqual([400, 'REQUEST_INVALID']);
});

test('a code pays neither another merchant nor with the 3-D Secure proof of another code', async () => {
  const [one, other] = [(await ask()).body, (await ask()).body];
  const proven = await ready(one.code);
  expect(refusal(await pos('/payments', { ...proven, linkId: other.code }))).toEqual([400, 'TOKEN_INVALID']);
  const stranger = await createMerchant(key);
  const paid = await pos('/payments', await payment(stranger, { linkId: one.code }));
  expect(refusal(paid)).toEqual([400, 'REQUEST_INVALID']);
  for (const { watch } of [one, other]) expect((await look(watch)).body.state).toBe('waiting');
});

describe('the API refuses a till code for', () => {
  test.each([
    ['an unknown key', { integration: { key: randomUUID() } }, 'PAYMENT_INTEGRATION_KEY_UNKNOWN'],
    ['no amount', { amount: undefined }, 'REQUEST_INVALID'],
    ['an amount of zero', { amount: { ...amount, value: 0 } }, 'REQUEST_INVALID'],
    ['an amount above the maximum', { amount: { ...amount, value: 10 ** 15 } }, 'REQUEST_INVALID'],
    ['an unknown currency', { amount: { ...amount, currency: 'XXX' } }, 'REQUEST_INVALID'],
    ['a text of 101 characters', { text: 'x'.repeat(101) }, 'REQUEST_INVALID'],
    ['a reference of 101 characters', { reference: '😀'.repeat(101) }, 'REQUEST_INVALID'],
  ])('%s', async (_, over, refused) => {
    expect(refusal(await ask(over))).toEqual([400, refused]);
  });

  test('a live merchant without an acquirer', async () => {
    const live = await createMerchant(key, { test: false });
    expect(refusal(await ask({ integration: { key: live.key } }))).toEqual(ended);
  });
});

test('the QR code for the longest text and reference has fewer than 137 modules a side', async () => {
  const long = '😀'.repeat(100);
  const { svg, code: name } = (await ask({ text: long, reference: long })).body;
  const [, modules] = /viewBox="-4 -4 (\d+) /.exec(svg) ?? [];
  // In AWS the wrapped key of KMS adds about ten modules. A local Florin has no wrapped key.
  expect(Number(modules)).toBeLessThan(137);
  expect((await open(name)).text).toContain(long);
});

describe('a live payment by code', () => {
  const live = ownLive();

  test('a live payment by code is made once, and no amount is held for customers who come too late', async () => {
    const { key, merchant, account } = await live.shop();
    const { pos, api } = live.here;
    const asked = { integration: { key: merchant.key }, amount, reference: 'T4' };
    const { code: linkId } = (await pos('/payments/codes', asked)).body;
    const orders = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const order = await live.order(merchant, { linkId });
        return { ...order, hints: (await pos('/payments/challenges/begin', order)).body.hints };
      }),
    );
    const answers = await Promise.all(orders.map((order) => pos('/payments', order)));
    const paid = answers.filter(({ status }) => status === 201);
    expect(paid).toHaveLength(1);
    for (const answer of answers) if (!paid.includes(answer)) expect(refusal(answer)).toEqual(ended);
    expect(live.stripe.books(account).capturable.EUR).toBe(10000);
    const id = paid[0]?.body.authorizationId;
    const shown = (await api('GET', `/transactions/${id}`, { key })).body.transaction;
    expect(shown).toMatchObject({ amount: 10000, custom: { reference: 'T4' } });
    const { link } = (await api('GET', `/links/${shown.linkId}`, { key })).body;
    expect(link).toMatchObject({ paid: 1, payments: [{ transactionId: id }] });
  });
});
