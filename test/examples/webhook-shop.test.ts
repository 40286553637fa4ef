import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { send } from '../api/support/http.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { freePort } from './free-port.ts';
import { isReady, nodeShops } from './shop.ts';

const { api, payment, pay, shop: newAccount, transaction } = world();

let url: string;
let child: ChildProcess;
let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;

beforeAll(async () => {
  ({ key, merchant } = await newAccount());
  const port = await freePort();
  url = `http://localhost:${port}`;
  const body = { url: `http://127.0.0.1:${port}/hooks` };
  const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
  child = spawn(process.execPath, [join(nodeShops(), 'shop-webhook.mjs')], {
    env: {
      ...process.env,
      PORT: String(port),
      FLORIN_KEY: key,
      FLORIN_MERCHANT: merchant.id,
      FLORIN_WEBHOOK_SECRET: webhook.secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await isReady(child);
});

afterAll(() => {
  child?.kill();
});

interface Delivery {
  id: string;
  created: string;
  status: string;
  attempts: unknown[];
}

/** Presses the shop's button. @returns the payment link that the shop redirects to */
async function order(): Promise<URLSearchParams> {
  const { status, headers } = await send(`${url}/orders`, 'POST');
  expect(status).toBe(303);
  return new URL(headers.location ?? '').searchParams;
}

/** Pays as the link's page does, or another amount, and does not return to the shop. */
async function paid(link: URLSearchParams, value = 4999): Promise<string> {
  const amount = { currency: link.get('currency'), exponent: 2, value };
  const custom = { reference: link.get('reference') };
  return (await pay(await payment(merchant, { amount, custom }))).body.authorizationId;
}

const look = async (link: URLSearchParams) => (await send(link.get('redirect') ?? '', 'GET')).text;

test('an order is paid when the webhook says so, whether the customer comes back or not', async () => {
  const link = await order();
  expect(await look(link)).toContain('One moment');
  const id = await paid(link);
  const { capturedAmount } = await waitUntil(
    () => transaction(key, id),
    (now) => now.capturedAmount > 0,
  );
  expect(capturedAmount).toBe(4999);
  expect(
    await waitUntil(
      () => look(link),
      (text) => text.includes('Thank you'),
    ),
  ).toContain('EUR 49.99');
});

test('an event that comes twice counts once, and a second transaction for a paid order is not captured', async () => {
  const start = new Date().toISOString();
  const link = await order();
  const [first, second] = [await paid(link), await paid(link)];
  await waitUntil(
    () => look(link),
    (text) => text.includes('Thank you'),
  );
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const [webhook] = (await api('GET', hooks, { key, query: { limit: 1 } })).body;
  const deliveries = async (): Promise<Delivery[]> =>
    (await api('GET', `${hooks}/${webhook.id}/deliveries`, { key, query: { limit: 100 } })).body;
  const succeeded = ({ status }: Delivery) => status === 'succeeded';
  // Two transactions, and the capture of one.
  const areThere = (now: Delivery[]) => now.filter(({ created }) => created >= start).length >= 3;
  const before = await waitUntil(deliveries, (now) => areThere(now) && now.every(succeeded));
  // A resend of a period omits events that have succeeded, so each event is resent separately.
  for (const { id } of before) await api('POST', `${hooks}/${webhook.id}/deliveries/${id}/retries`, { key });
  const isResent = (now: Delivery[], { id, attempts }: Delivery) =>
    now.some((it) => it.id === id && succeeded(it) && it.attempts.length > attempts.length);
  await waitUntil(deliveries, (now) => before.every((it) => isResent(now, it)));
  const trails = await Promise.all([first, second].map((id) => transaction(key, id)));
  expect(trails.map(({ capturedAmount }) => capturedAmount).sort()).toEqual([0, 4999]);
});

test('a payment by an edited link does not pay the order', async () => {
  const [edited, honest] = [await order(), await order()];
  const id = await paid(edited, 1);
  await paid(honest);
  await waitUntil(
    () => look(honest),
    (text) => text.includes('Thank you'),
  );
  expect(await look(edited)).toContain('One moment');
  expect((await transaction(key, id)).capturedAmount).toBe(0);
});

test('an event without the right signature is refused', async () => {
  const link = await order();
  const data = {
    transaction: { id: 'x', amount: 4999, currency: 'EUR', custom: { reference: link.get('reference') } },
  };
  const event = { type: 'transaction.created', merchantId: merchant.id, test: true, data };
  const forged = (headers: Record<string, string>) =>
    send(`${url}/hooks`, 'POST', { body: event, headers }).then(({ status }) => status);
  const now = String(Math.floor(Date.now() / 1000));
  expect(await forged({})).toBe(401);
  expect(await forged({ 'webhook-id': '1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' })).toBe(
    401,
  );
  expect(await look(link)).toContain('One moment');
});
