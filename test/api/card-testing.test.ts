import { world } from './support/world.ts';

const { shop, tokens, payment, pay } = world();

const expiry = { month: 1, year: 2099 };
const lost = { card: { status: 'lost' } };
/** A card whose bank takes no part in 3-D Secure. */
const attempted = { tds: { challenge: false, status: 'attempted' } };
const honest = { tds: { challenge: false } };

/** Pays with a card number, under the limits of declines. */
async function payer() {
  const { merchant } = await shop();
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
