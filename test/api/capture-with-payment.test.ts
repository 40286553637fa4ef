import { randomUUID } from 'node:crypto';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, pos, shop, payment, pay, transaction, move } = world();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

async function open(over: object = {}) {
  ({ key, merchant } = await shop({ ...over }));
}
beforeEach(() => open());

const set = (capture: unknown) =>
  api('PUT', `/merchants/${merchant.id}`, { key, body: { capture } as Record<string, unknown> });
const balance = async () => (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
const lines = async (): Promise<Json[]> =>
  (await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 10 } })).body;
const paid = async (over: Record<string, unknown> = {}): Promise<Json> => {
  const answer = await pay(await payment(merchant, over));
  expect(answer.status).toBe(201);
  return transaction(key, answer.body.authorizationId);
};

async function link(body: Record<string, unknown>): Promise<string> {
  const asked = { amount: 10000, currency: 'EUR', ...body };
  return (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body.link.id;
}

const reserved = { pendingAmount: 10000, capturedAmount: 0, trail: [] };
const captured = { pendingAmount: 0, capturedAmount: 10000, trail: [{ capture: true, amount: 10000 }] };

describe('the capture setting of a merchant', () => {
  test('the capture setting of a merchant is off by default, can be set when the merchant is created or later, and is shown', async () => {
    expect(merchant.capture).toBe(false);
    const shown = async () => (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.capture;
    expect((await set(true)).status).toBe(204);
    expect(await shown()).toBe(true);
    await api('PUT', `/merchants/${merchant.id}`, { key, form: { capture: 'no' } });
    expect(await shown()).toBe(false);
    expect(await set('perhaps')).toMatchObject({ status: 400, body: [{ field: 'capture' }] });
    await open({ capture: true });
    expect(merchant.capture).toBe(true);
  });

  test('the capture setting of a merchant captures each payment immediately, with a fee, a trail entry and a line', async () => {
    expect(await paid()).toMatchObject(reserved);
    await set(true);
    const made = await paid();
    expect(made).toMatchObject(captured);
    const [entry] = made.trail;
    expect(entry.fee).toEqual({ flat: 25, rate: 135 });
    expect(entry.balance).toBe(10000 - 160);
    expect(await balance()).toBe(entry.balance);
    const [line] = await waitUntil(lines, ({ length }) => length === 1);
    expect(line).toMatchObject({
      id: entry.lineId,
      transactionId: made.id,
      capture: true,
      balance: entry.balance,
      fee: 160,
    });
    const back = await move(key, made.id, 'refunds', 2500);
    expect(back).toMatchObject({ status: 201, body: { transaction: { refundedAmount: 2500 } } });
    expect(back.body.transaction.trail).toMatchObject([{ capture: true }, { refund: true }]);
    expect((await move(key, made.id, 'captures', 1)).status).toBe(400);
  });

  test('exchanges a payment in another currency at the same rate as a separate capture', async () => {
    const amount = { currency: 'DKK', exponent: 2, value: 100000 };
    const apart = await paid({ amount });
    await move(key, apart.id, 'captures', 100000);
    await set(true);
    const at = await paid({ amount });
    const [one, other] = [await transaction(key, apart.id), at];
    expect({ ...other.trail[0], created: 0, lineId: 0 }).toEqual({ ...one.trail[0], created: 0, lineId: 0 });
    const [first, second] = await waitUntil(lines, ({ length }) => length === 2);
    expect(first.exchange).toEqual(second.exchange);
    expect(await balance()).toBe(first.balance + second.balance);
  });

  test('the capture setting of a merchant captures nothing for a declined payment and for a payment without an amount', async () => {
    await set(true);
    const lost = { tds: { challenge: false }, card: { status: 'lost' } };
    expect(await pay(await payment(merchant, { test: lost }))).toMatchObject({ status: 400 });
    expect(await paid({ amount: undefined })).toMatchObject({ amount: 0, capturedAmount: 0, trail: [] });
    expect(await lines()).toEqual([]);
    expect(await balance()).toBe(0);
  });
});

describe('the payment form of a customer', () => {
  test.each([
    [true, false],
    [false, true],
  ])(
    'the payment form cannot override the setting: a merchant with capture %s refuses a payment with capture %s',
    async (setting, wish) => {
      await set(setting);
      const answer = await pos('/payments', await payment(merchant, { capture: wish }));
      expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
      expect(answer.body.message).toContain('capture: ');
      expect(await paid({ capture: setting })).toMatchObject(setting ? captured : reserved);
    },
  );

  test('the payment form cannot change capture between the challenge and the payment', async () => {
    await set(true);
    const order = await payment(merchant, { capture: true });
    const { hints } = (await pos('/payments/challenges/tds-frictionless', order)).body;
    for (const capture of [false, 'no', 0])
      expect((await pos('/payments', { ...order, hints, capture })).status).toBe(400);
    const { capture: _, ...without } = { ...order, hints };
    const answer = await pos('/payments', without);
    expect(answer.status).toBe(201);
    expect(await transaction(key, answer.body.authorizationId)).toMatchObject(captured);
  });
});

describe('a payment link', () => {
  test.each([
    [true, false, captured],
    [false, true, reserved],
    [undefined, true, captured],
    [undefined, false, reserved],
  ])(
    'a link with capture %s of a merchant with capture %s: the link’s value wins over the setting',
    async (capture, setting, as) => {
      await set(setting);
      const linkId = await link({ capture });
      const shown = (await api('GET', `/links/${linkId}`, { key })).body.link;
      expect(shown.capture).toBe(capture ?? null);
      expect(await paid({ linkId })).toMatchObject({ ...as, linkId });
    },
  );

  test('a payment link refuses a payment in which the customer sends capture', async () => {
    const linkId = await link({ capture: false });
    const answer = await pos('/payments', await payment(merchant, { linkId, capture: false }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
  });

  test('a payment link is paid and captured once if ten browser tabs pay at the same time', async () => {
    const linkId = await link({ capture: true });
    const orders = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const order = await payment(merchant, { linkId });
        return { ...order, ...(await pos('/payments/challenges/tds-frictionless', order)).body };
      }),
    );
    const answers = await Promise.all(orders.map((order) => pos('/payments', order)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await waitUntil(lines, ({ length }) => length > 0)).toHaveLength(1);
    expect(await balance()).toBe(9840);
  });
});

describe('a payment that the merchant’s server makes', () => {
  const again = (transactionId: string, body: object, headers = {}) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      headers,
      body: { transactionId, currency: 'EUR', amount: 10000, ...body },
    });

  test('a payment by the server is captured only if the request says so, whatever the merchant’s setting is', async () => {
    await set(true);
    const { id } = await paid();
    const one = await again(id, { capture: true });
    expect(await transaction(key, one.body.transaction.id)).toMatchObject({ ...captured, recurring: true });
    for (const body of [{}, { capture: false }, { capture: null }]) {
      const other = await again(id, body);
      expect(await transaction(key, other.body.transaction.id)).toMatchObject(reserved);
    }
  });

  test('a payment by the server is captured once if the server sends it ten times at the same time with one idempotency key', async () => {
    const { id } = await paid();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => again(id, { capture: true }, headers)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await balance()).toBe(9840);
  });

  test('a payment by the server fails as a whole if the acquirer declines the amount: no line is written', async () => {
    const card = { balance: { currency: 'EUR', exponent: 2, value: 10000 } };
    const { id } = await paid({ test: { tds: { challenge: false }, card } });
    expect(await again(id, { capture: true })).toMatchObject({ status: 400, body: [{ code: 7 }] });
    expect(await lines()).toEqual([]);
  });
});

test('an endpoint receives transaction.created, then transaction.captured', async () => {
  const path = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', path, { key, body: {} })).body;
  await set(true);
  const made = await paid();
  const deliveries = `${path}/${webhook.id}/deliveries`;
  const told = await waitUntil(
    async (): Promise<Json[]> => (await api('GET', deliveries, { key, query: { limit: 10 } })).body,
    (all) => all.filter(({ type }) => type.startsWith('transaction.')).length >= 2,
  );
  const events = await Promise.all(
    told
      .filter(({ type }) => type.startsWith('transaction.'))
      .map(async ({ id }) => (await api('GET', `${deliveries}/${id}`, { key })).body.event),
  );
  expect(events.reverse()).toMatchObject([
    { type: 'transaction.created', sequence: 0, created: made.created, data: { transaction: made } },
    {
      type: 'transaction.captured',
      sequence: 1,
      created: made.trail[0].created,
      data: { transaction: made },
    },
  ]);
});
