import { world } from './support/world.ts';

const { api, shop, authorized, move, transaction } = world();

test('a merchant captures, refunds and voids a payment: transaction, lines, balance and list agree', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 10000, { custom: { order: 'A-1' }, text: 'Order A-1' });

  expect(await transaction(key, id)).toMatchObject({
    id,
    merchantId: merchant.id,
    test: true,
    currency: 'EUR',
    amount: 10000,
    descriptor: merchant.descriptor,
    pendingAmount: 10000,
    capturedAmount: 0,
    card: {
      bin: '410000',
      last4: '0000',
      expiry: '2090-12-31T23:59:59.999Z',
      scheme: 'visa',
      code: { present: true },
    },
    custom: { order: 'A-1' },
    tds: 'full',
    recurring: false,
    successful: true,
    error: false,
    trail: [],
  });

  const captured = await move(key, id, 'captures', 6000);
  expect(captured.status).toBe(201);
  // 1.35 % of 60.00 is 0.81, and 0.25 flat
  expect(captured.body.transaction).toMatchObject({
    pendingAmount: 4000,
    capturedAmount: 6000,
    trail: [
      {
        capture: true,
        amount: 6000,
        balance: 5894,
        fee: { flat: 25, rate: 81 },
        descriptor: merchant.descriptor,
      },
    ],
  });
  expect((await move(key, id, 'refunds', 1500)).body.transaction).toMatchObject({ refundedAmount: 1500 });
  const voided = await move(key, id, 'voids', 4000);
  expect(voided.body.transaction).toMatchObject({
    pendingAmount: 0,
    voidedAmount: 4000,
    trail: [{ capture: true }, { refund: true, balance: -1500 }, { void: true, balance: 0 }],
  });
  expect(voided.body.transaction.trail[2]).not.toHaveProperty('lineId');

  const after = await transaction(key, id);
  expect(after).toEqual(voided.body.transaction);

  const lines = await api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 10 } });
  expect(lines.body).toMatchObject([
    { refund: true, balance: -1500, fee: 0, transactionId: id, merchantId: merchant.id, test: true },
    { capture: true, balance: 5894, fee: 106, amount: { currency: 'EUR', amount: 6000 } },
  ]);
  expect(lines.body.map((line: { id: string }) => line.id).reverse()).toEqual(
    after.trail.slice(0, 2).map((entry: { lineId: string }) => entry.lineId),
  );
  const line = await api('GET', `/lines/${lines.body[0].id}`, { key });
  expect(line.body).toEqual(lines.body[0]);

  const { balance } = (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(balance).toBe(5894 - 1500);

  const list = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 10 } });
  expect(list.body).toEqual([after]);
});

test('a merchant is shown alike when created, read and listed; its currency and bank cannot be changed', async () => {
  const { app, key, merchant } = await shop({
    bank: { iban: 'DK5000400440116243' },
    company: { country: 'DK', number: '12' },
  });
  expect(merchant).toMatchObject({
    currency: 'EUR',
    test: true,
    company: { country: 'DK', number: '12' },
    bank: { iban: 'DK5000400440116243' },
    balance: 0,
    claim: {
      ...{ canChargeCard: true, canSaveCard: true, canTransferToCard: false },
      ...{ canCapture: true, canRefund: true, canVoid: true },
    },
    pricing: {
      rate: 0.0135,
      flat: { currency: 'EUR', amount: 25 },
      dispute: { currency: 'EUR', amount: 2000 },
    },
    tds: { mode: 'attempt' },
  });
  expect(merchant.id).toMatch(/^[0-9a-f]{24}$/);
  expect(merchant.key).toMatch(/^[0-9a-f-]{36}$/);
  const path = `/merchants/${merchant.id}`;
  expect((await api('GET', path, { key })).body).toEqual({ merchant });

  const put = await api('PUT', path, {
    key,
    body: { name: 'Café Jøhn ☕', email: 'new@example.com', descriptor: 'Cafe' },
  });
  expect([put.status, put.text]).toEqual([204, '']);
  const changed = { ...merchant, name: 'Café Jøhn ☕', email: 'new@example.com', descriptor: 'Cafe' };
  expect((await api('GET', path, { key })).body).toEqual({ merchant: changed });

  const refused = await api('PUT', path, { key, body: { currency: 'USD', name: 'X', bank: { iban: null } } });
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual([
    { field: 'currency', message: 'Cannot be changed' },
    { field: 'bank', message: 'Cannot be changed' },
  ]);
  expect((await api('PUT', path, { key, form: { name: 'Form' } })).status).toBe(204);
  const listed = await api('GET', `/identities/${app.id}/merchants`, { key, query: { limit: 1 } });
  expect(listed.body).toEqual([{ ...changed, name: 'Form' }]);
});

test('anyone can create an app, and the app reads its identity with its key', async () => {
  const nameless = await api('POST', '/apps', { headers: { 'content-type': 'application/vnd.api+json' } });
  expect(nameless.status).toBe(201);
  expect(nameless.body).toEqual({ app: { id: expect.any(String), name: null, key: expect.any(String) } });
  const { id, key } = nameless.body.app;
  const me = await api('GET', '/me', { key });
  expect(me.body).toEqual({
    identity: { id, name: null, created: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
  });
  expect(Math.abs(Date.parse(me.body.identity.created) - Date.now())).toBeLessThan(60_000);
  expect(me.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(me.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a payment without an amount, which saves a card, is a transaction of 0', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1, { amount: undefined, unplanned: { merchant: true } });
  expect(await transaction(key, id)).toMatchObject({
    amount: 0,
    pendingAmount: 0,
    currency: 'EUR',
    successful: true,
  });
});

test('a merchant can raise an authorization until a capture, and a repeat gets its first response later too', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const voids = { 'idempotency-key': `void-${id}` };
  const voided = await move(key, id, 'voids', 300, voids);
  const once = { 'idempotency-key': `raise-${id}` };
  const raised = await move(key, id, 'increments', 500, once);
  expect([raised.status, raised.body.transaction]).toMatchObject([
    201,
    {
      amount: 1500,
      pendingAmount: 1200,
      voidedAmount: 300,
      trail: [{ void: true }, { increment: true, amount: 500, balance: 0, fee: { flat: 0, rate: 0 } }],
    },
  ]);
  expect(raised.body.transaction.trail[1]).not.toHaveProperty('lineId');
  const other = await api('POST', `/transactions/${id}/increments`, {
    key,
    body: { amount: 1, currency: 'USD' },
  });
  expect([other.status, other.body]).toMatchObject([400, [{ field: 'currency' }]]);
  expect((await move(key, id, 'increments', Number.MAX_SAFE_INTEGER)).status).toBe(400);
  const captured = await move(key, id, 'captures', 1200);
  expect(captured.body.transaction).toMatchObject({ amount: 1500, pendingAmount: 0, capturedAmount: 1200 });
  expect((await move(key, id, 'increments', 500, once)).body).toEqual(raised.body);
  expect((await move(key, id, 'voids', 300, voids)).body).toEqual(voided.body);
  const late = await move(key, id, 'increments', 1);
  expect([late.status, late.body]).toMatchObject([
    400,
    [{ field: 'amount', message: expect.stringMatching(/before the first capture/) }],
  ]);
  expect(await transaction(key, id)).toEqual(captured.body.transaction);
});

test('increments and captures at the same time all count: amount, captured and pending add up', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => move(key, id, n % 3 ? 'increments' : 'captures', 10)),
  );
  const count = (kind: string) =>
    answers.filter(({ status, body }) => status === 201 && body.transaction.trail.at(-1)[kind]).length;
  const after = await transaction(key, id);
  const [raised, captured] = ['increment', 'capture'].map(
    (kind) => after.trail.filter((entry: Record<string, unknown>) => entry[kind]).length,
  );
  expect([raised, captured]).toEqual([count('increment'), count('capture')]);
  expect(after).toMatchObject({
    amount: 1000 + 10 * (raised ?? 0),
    capturedAmount: 10 * (captured ?? 0),
    pendingAmount: 1000 + 10 * (raised ?? 0) - 10 * (captured ?? 0),
  });
});
