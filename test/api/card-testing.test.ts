import { limitDeclines } from './support/limit-declines.ts';
import { world } from './support/world.ts';

const { api, shop, tokens, payment, pay } = world();

const expiry = { month: 1, year: 2099 };
const lost = { card: { status: 'lost' } };
/** A card whose bank takes no part in 3-D Secure. */
const attempted = { tds: { challenge: false, status: 'attempted' } };
const honest = { tds: { challenge: false } };

/** Pays with a card number, under the limits of declines. */
const payer = async () => payerAt((await shop()).merchant);

function payerAt(merchant: Awaited<ReturnType<typeof shop>>['merchant']) {
  return async (number: string, test: object, headers = {}) => {
    const card = { ...(await tokens(number)), expiry };
    const {
      status,
      body,
      headers: answered,
    } = await pay(await payment(merchant, { card, test: { ...attempted, ...test, limits: true } }), headers);
    return { status, code: body.code, retry: Number(answered['retry-after']) };
  };
}

const number = (n: number) => String(4_100_000_000_000_000 + n);

test('a card needs 3-D Secure after three declines, and is refused after eight', async () => {
  const attempt = await payer();
  const codes: string[] = [];
  for (let n = 0; n < 3; n++) codes.push((await attempt(number(0), lost)).code);
  for (let n = 0; n < 5; n++) codes.push((await attempt(number(0), {})).code);
  expect(codes).toEqual([...Array(3).fill('PAYMENT_CARD_LOST'), ...Array(5).fill('TDSECURE_REQUIRED')]);
  const refused = await attempt(number(0), honest);
  expect(refused).toEqual({ status: 429, code: 'TOO_MANY_DECLINES', retry: expect.any(Number) });
  expect(refused.retry).toBeGreaterThan(0);
  expect(refused.retry).toBeLessThanOrEqual(24 * 60 * 60);
  expect((await attempt(number(1), honest)).status).toBe(201);
});

test('the network of an attempt is its sender’s, whatever the headers say', async () => {
  const attempt = await payer();
  const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
  for (let n = 0; n < 10; n++) await attempt(number(10 + n), lost, from(n));
  expect((await attempt(number(20), {}, from(20))).code).toBe('TDSECURE_REQUIRED');
  expect((await attempt(number(21), honest, from(21))).status).toBe(201);
});

test('an owner of a limited merchant lets its payments pass for an hour', async () => {
  const [{ key, merchant }, rival] = [await shop(), await shop()];
  const attempt = payerAt(merchant);
  const at = `/merchants/${merchant.id}/declines`;
  const pass = (by = key) => api('PUT', `${at}/pass`, { key: by });
  const none = { day: new Date().toISOString().slice(0, 10), count: 0, limited: false, passUntil: null };
  expect((await api('GET', at, { key })).body.declines).toEqual({ ...none, passesLeft: 3 });
  expect(await pass()).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });

  await limitDeclines(process.env.FLORIN_DYNAMODB ?? '', merchant);
  expect((await attempt(number(30), {})).code).toBe('TDSECURE_REQUIRED');
  const keys = `/merchants/${merchant.id}/apps/keys`;
  const limits = { name: 'Shop', role: 'owner', expires: '2090-01-01T00:00:00Z' };
  const limited = (await api('POST', keys, { key, body: limits })).body.app;
  for (const by of [rival.key, limited.key]) expect((await pass(by)).status).toBe(403);
  expect((await attempt(number(31), {})).code).toBe('TDSECURE_REQUIRED');

  const { status, body } = await pass();
  expect([status, body.declines.limited, body.declines.passesLeft]).toEqual([200, true, 2]);
  expect(Date.parse(body.declines.passUntil)).toBeGreaterThan(Date.now());
  expect((await attempt(number(32), {})).status).toBe(201);
  expect((await pass()).body.declines.passUntil).toBe(body.declines.passUntil);
  expect((await api('GET', at, { key })).body).toEqual((await pass()).body);
});
