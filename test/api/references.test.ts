import { world } from './support/world.ts';

const { api, shop, authorized, transaction } = world();

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Body = any;

const moving =
  (send: typeof api) =>
  (key: string, id: string, kind: string, body: object, headers = {}) =>
    send('POST', `/transactions/${id}/${kind}`, { key, body, headers });
const move = moving(api);

const referencesOf = ({ trail }: { trail: { reference?: string }[] }) =>
  trail.map(({ reference }) => reference);

test('the same reference is the same movement, with the first response and no further money', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const steps = [
    ['increments', 500, 'raise'],
    ['captures', 400, 'order 1'],
    ['refunds', 100, 'return-1'],
    ['voids', 200, 'rest'],
  ] as const;
  const first: Body[] = [];
  for (const [kind, amount, reference] of steps) {
    const answer = await move(
      key,
      id,
      kind,
      { amount, reference },
      { 'idempotency-key': `first ${reference}` },
    );
    expect(answer.status).toBe(201);
    first.push(answer.body);
  }
  const before = await transaction(key, id);
  expect(referencesOf(before)).toEqual(['raise', 'order 1', 'return-1', 'rest']);
  for (const [n, [kind, amount, reference]] of steps.entries())
    for (const headers of [{}, { 'idempotency-key': `second ${reference}` }]) {
      const again = await move(key, id, kind, { amount, reference }, headers);
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
      expect(again.body).toEqual(first[n]);
    }
  expect(await transaction(key, id)).toEqual(before);
  const { body: lines } = await api('GET', `/merchants/${merchant.id}/lines?limit=9`, { key });
  expect(lines.map(({ details }: Body) => details)).toEqual([
    { reference: 'return-1' },
    { reference: 'order 1' },
  ]);
});

test('another kind, amount or currency under a reference returns 409 that names it, and nothing moves', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', { amount: 400, reference: 'order-1' });
  for (const [kind, body] of [
    ['captures', { amount: 401 }],
    ['captures', { amount: 400, currency: 'USD' }],
    ['refunds', { amount: 400 }],
  ] as const) {
    const answer = await move(key, id, kind, { ...body, reference: 'order-1' });
    expect([answer.status, answer.body.error]).toEqual([409, 'REFERENCE_USED']);
    expect(answer.body.message).toContain('"order-1"');
  }
  // The key decides first: it belongs to another request.
  const headers = { 'idempotency-key': 'one' };
  await move(key, id, 'captures', { amount: 100 }, headers);
  expect((await move(key, id, 'captures', { amount: 400, reference: 'order-1' }, headers)).status).toBe(422);
  expect(await transaction(key, id)).toMatchObject({ capturedAmount: 500, refundedAmount: 0 });
  // Another transaction has references of its own.
  const other = await authorized(merchant, 1000);
  expect((await move(key, other, 'captures', { amount: 7, reference: 'order-1' })).status).toBe(201);
});

test('requests with one reference at the same moment make one movement', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      move(
        key,
        id,
        'captures',
        { amount: 100, reference: 'once' },
        n % 2 ? { 'idempotency-key': `k${n}` } : {},
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await transaction(key, id)).toMatchObject({ capturedAmount: 100, trail: [{ reference: 'once' }] });
});

test.each(['', ' a', 'a ', 'a  b', 'é', 'a\tb', 'x'.repeat(65), 7])(
  'the reference %p is refused by name, and nothing moves',
  async (reference) => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    const { status, body } = await move(key, id, 'captures', { amount: 1, reference });
    expect([status, body[0].field]).toEqual([400, 'reference']);
    expect(await transaction(key, id)).toMatchObject({ capturedAmount: 0 });
  },
);

describe('a later payment', () => {
  const charge = (key: string, merchant: Body, transactionId: string, over = {}) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId, currency: 'EUR', amount: 700, reference: 'sub 2026-11', ...over },
    });

  test('a later payment with the same reference and source charges nobody again', async () => {
    const { key, merchant } = await shop();
    const source = await authorized(merchant);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, (_, n) => charge(key, merchant, source, { custom: { n } })),
    );
    expect(others.map(({ status, body }) => [status, body])).toEqual(others.map(() => [201, first?.body]));
    const again = await charge(key, merchant, source);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first?.body);
    const { id } = again.body.transaction;
    expect(await transaction(key, id)).toMatchObject({ amount: 700, reference: 'sub 2026-11' });
    const { body: all } = await api('GET', `/merchants/${merchant.id}/transactions?limit=9`, { key });
    expect(all).toHaveLength(2);
    for (const over of [{ amount: 701 }, { currency: 'USD' }]) {
      const other = await charge(key, merchant, source, over);
      expect([other.status, other.body.error]).toEqual([409, 'REFERENCE_USED']);
    }
    const captured = await charge(key, merchant, id, { capture: true });
    expect(captured.body).not.toEqual(first?.body);
    expect(referencesOf(await transaction(key, captured.body.transaction.id))).toEqual(['sub 2026-11']);
  });

  test('a later payment may be tried again with its reference after a decline', async () => {
    const { key, merchant } = await shop();
    const balance = { currency: 'EUR', exponent: 2, value: 1000 };
    const source = await authorized(merchant, 600, {
      test: { tds: { challenge: false }, card: { balance } },
    });
    const declined = await charge(key, merchant, source);
    const tried = await charge(key, merchant, source);
    expect([declined.status, tried.status]).toEqual([400, 400]);
    const less = () => charge(key, merchant, source, { amount: 300 });
    expect((await less()).status).toBe(201);
    expect((await less()).headers['idempotency-replayed']).toBe('true');
    const { body: all } = await api('GET', `/merchants/${merchant.id}/transactions?limit=9`, { key });
    expect(all.map(({ successful }: Body) => successful)).toEqual([true, false, false, true]);
  });

  test('a later payment cannot take a reference of a merchant of somebody else', async () => {
    const [{ key, merchant }, other] = [await shop(), await shop()];
    const source = await authorized(merchant);
    expect((await charge(other.key, other.merchant, source)).status).toBe(400);
    expect((await charge(other.key, merchant, source)).status).toBe(403);
    expect((await charge(key, merchant, source)).status).toBe(201);
  });
});
