/**
 * A shop that trusts the webhook, and not the browser. An order is paid when Florin says so, even if the customer has
 * closed the tab.
 *
 * npm install
 * FLORIN_KEY=<API key> FLORIN_MERCHANT=<merchant id> FLORIN_WEBHOOK_SECRET=<whsec_…> node shop-webhook.mjs
 *
 * The secret is that of a webhook whose URL leads to `/hooks` here, or the one that `npx florin listen --forward-to
 * http://localhost:8080/hooks` prints. The return of the customer from the payment page proves nothing, and changes
 * nothing: the page shows the present state of the order.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, verifyWebhook, WebhookError } from 'florin';

const {
  FLORIN_BASE_URL = 'http://localhost:3000',
  FLORIN_POS_URL = 'http://localhost:3001',
  FLORIN_KEY,
  FLORIN_MERCHANT,
  FLORIN_WEBHOOK_SECRET,
  PORT = '8080',
} = process.env;
if (!FLORIN_KEY || !FLORIN_MERCHANT || !FLORIN_WEBHOOK_SECRET)
  throw new Error('FLORIN_KEY, FLORIN_MERCHANT and FLORIN_WEBHOOK_SECRET must be set');

const product = { text: 'Two bags of Java, whole beans', price: '49.99', amount: 4999, currency: 'EUR' };

/** Orders by their id, which is the reference of their payment. A real shop stores them in a database. */
const orders = new Map();

// Without retries of its own: Florin waits ten seconds for the answer to an event, and then sends the event again.
const florin = createClient({ baseUrl: FLORIN_BASE_URL, key: FLORIN_KEY, timeout: 8_000, retries: 0 });
const merchant = await florin.merchants.get(FLORIN_MERCHANT);

/**
 * Takes the money of an order that was paid. Events come at least once and in any order. A repeated event has no
 * further effect, as the capture has the order's own `Idempotency-Key`.
 *
 * @throws if Florin must send the event again
 */
async function take({ type, merchantId, test, data }) {
  if (type !== 'transaction.created' || merchantId !== merchant.id || test !== merchant.test) return;
  const { transaction } = data;
  const order = orders.get(transaction.custom?.reference);
  // A customer can edit the link, so the paid amount is compared with the order.
  if (!order || transaction.amount !== order.amount || transaction.currency !== order.currency) return;
  order.transactionId ??= transaction.id;
  if (order.transactionId !== transaction.id || order.captured) return;
  const { amount, currency } = order;
  const once = { idempotencyKey: `capture-${order.id}` };
  await florin.transactions.capture(transaction.id, { amount, currency }, once);
  order.captured = true;
}

function createOrder() {
  const order = { id: randomUUID(), amount: product.amount, currency: product.currency };
  orders.set(order.id, order);
  return order;
}

function paymentLink(order) {
  const query = new URLSearchParams({
    key: merchant.key,
    ...(merchant.test && { test: '1' }),
    value: product.price,
    currency: order.currency,
    text: product.text,
    reference: order.id,
    redirect: `${shop}/orders/${order.id}`,
  });
  return `${FLORIN_POS_URL}/?${query}`;
}

const page = (title, content, head = '') => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${title}</title><h1>${title}</h1>${content}</html>\n`;

const front = () =>
  page(
    'Coffee &amp; John',
    `<p>${product.text}: ${product.currency} ${product.price}</p>
<form method="post" action="/orders"><button>Pay</button></form>`,
  );

/** The page reloads every two seconds until the webhook has come. */
const shown = ({ id, captured }) =>
  captured
    ? page('Thank you', `<p>Order ${id} is paid: ${product.currency} ${product.price}</p>`)
    : page('One moment', `<p>Order ${id} is not paid yet.</p>`, '<meta http-equiv="refresh" content="2">');

/** No event is larger. A larger request is not from Florin. */
const largest = 512 * 1024;

async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > largest) throw new Error('Too large');
  }
  return text;
}

async function route(request, response) {
  const { pathname } = new URL(request.url, 'http://shop');
  const what = `${request.method} ${pathname}`;
  if (what === 'POST /hooks') {
    const event = await verifyWebhook(await read(request), request.headers, FLORIN_WEBHOOK_SECRET);
    // Florin asks once whether this URL belongs to the shop, and then sends its events.
    if (event.data.challenge) return response.end(event.data.challenge);
    await take(event);
    return response.writeHead(204).end();
  }
  if (what === 'GET /') return send(response, 200, front());
  if (what === 'POST /orders') return response.writeHead(303, { Location: paymentLink(createOrder()) }).end();
  const order = orders.get(/^GET \/orders\/([^/]+)$/.exec(what)?.[1]);
  if (order) return send(response, 200, shown(order));
  return send(response, 404, page('There is nothing here', ''));
}

const send = (response, status, html) =>
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);

const server = createServer((request, response) => {
  route(request, response).catch((error) => {
    if (error instanceof WebhookError) return response.writeHead(401).end();
    console.error(error);
    return response.writeHead(500).end(); // so that Florin sends the event again
  });
});
let shop;
server.listen(Number(PORT), '127.0.0.1', () => {
  shop = `http://localhost:${server.address().port}`;
  console.log(shop);
});
