/**
 * A shop that takes payments with Florin's client:
 *
 * npm install
 * FLORIN_KEY=<API key> FLORIN_MERCHANT=<merchant id> node shop.mjs
 *
 * The button opens the payment page in a dialog, by sdk.js. Without scripts it leads to the same page as a link. In
 * both cases the customer returns with the id of a transaction. This proves nothing, so the shop asks Florin about
 * the transaction.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, ForbiddenError, NotFoundError } from 'florin';

const {
  FLORIN_BASE_URL = 'http://localhost:3000',
  FLORIN_POS_URL = 'http://localhost:3001',
  FLORIN_KEY,
  FLORIN_MERCHANT,
  PORT = '8080',
} = process.env;
if (!FLORIN_KEY || !FLORIN_MERCHANT) throw new Error('FLORIN_KEY and FLORIN_MERCHANT must be set');

const product = { text: 'Two bags of Java, whole beans', price: '49.99', amount: 4999, currency: 'EUR' };

/** Orders by their id, which is the reference of their payment. A real shop stores them in a database. */
const orders = new Map();

const florin = createClient({ baseUrl: FLORIN_BASE_URL, key: FLORIN_KEY, timeout: 20_000 });
const merchant = await florin.merchants.get(FLORIN_MERCHANT);

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
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
    redirect: `${shop}/orders/${order.id}/return`,
  });
  return `${FLORIN_POS_URL}/?${query}`;
}

/** Completes an order after the customer has returned with the id of the transaction. */
async function complete(order, transactionId) {
  if (!/^[0-9a-f]{24}$/.test(transactionId ?? '')) throw new Refused(400, 'This is no transaction.');
  if (order.captured && order.transactionId === transactionId) return;
  const transaction = await florin.transactions.get(transactionId).catch((error) => {
    if (error instanceof NotFoundError || error instanceof ForbiddenError)
      throw new Refused(400, 'There is no such transaction.');
    throw new Refused(502, 'We cannot tell yet whether you have paid. Please reload.');
  });
  const isOurs = transaction.merchantId === merchant.id && transaction.test === merchant.test;
  const isFor = transaction.custom?.reference === order.id;
  const isAll = transaction.amount === order.amount && transaction.currency === order.currency;
  if (!transaction.successful || !isOurs || !isFor || !isAll)
    throw new Refused(400, 'This transaction does not pay for this order.');

  // One transaction pays for an order, even if two return at once: nothing is awaited between the check and the
  // write.
  order.transactionId ??= transactionId;
  if (order.transactionId !== transactionId) throw new Refused(409, 'The order has been paid already.');
  const { amount, currency } = order;
  // The key makes sure that the money is taken once, even if the customer returns repeatedly or an answer is lost.
  const once = { idempotencyKey: `capture-${order.id}` };
  await florin.transactions.capture(transactionId, { amount, currency }, once).catch(() => {
    throw new Refused(502, 'We cannot take your money yet. Please reload.');
  });
  order.captured = true;
}

const inHtml = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const page = (title, content) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${inHtml(title)}</title><h1>${inHtml(title)}</h1>${content}</html>\n`;

const front = () =>
  page(
    'Coffee & John',
    `<p>${inHtml(product.text)}: ${inHtml(product.currency)} ${inHtml(product.price)}</p>
<form method="post" action="/orders"><button>Pay</button></form><p role="status"></p>
<script src="${inHtml(FLORIN_POS_URL)}/sdk.js"></script>
<script>
  const say = (text) => { document.querySelector('[role=status]').textContent = text; };
  document.querySelector('form').onsubmit = async (event) => {
    if (!window.Florin) return; // the link does as well
    event.preventDefault();
    const answer = await fetch('/orders', { method: 'POST', headers: { Accept: 'application/json' } });
    const { key, payment, back } = await answer.json();
    try {
      const { transaction } = await Florin({ key }).pay(payment);
      location.href = back + '?transactionId=' + transaction.id;
    } catch (error) {
      // A customer who may have paid must not pay again before the shop knows.
      if (error.code === 'unknown') say('We do not know yet whether you have paid. Please do not pay again yet.');
      else say('Not paid: ' + error.code);
    }
  };
</script>`,
  );

const receipt = ({ id, transactionId }) =>
  page(
    'Thank you',
    `<p>Paid: ${inHtml(product.currency)} ${inHtml(product.price)}</p>
<p>Order ${inHtml(id)}, transaction <span id="transaction">${inHtml(transactionId)}</span></p>`,
  );

/** The options for sdk.js, which are the same as in the link. */
const forDialog = (order) => ({
  key: merchant.key,
  payment: {
    ...(merchant.test && { test: true }),
    amount: { currency: order.currency, exponent: 2, value: order.amount },
    text: product.text,
    reference: order.id,
  },
  back: `/orders/${order.id}/return`,
});

async function route(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  const [, id] = /^\/orders\/([^/]+)\/return$/.exec(pathname) ?? [];
  const order = orders.get(id);
  if (request.method === 'GET' && pathname === '/') return send(response, 200, front());
  if (request.method === 'POST' && pathname === '/orders') {
    const made = createOrder();
    if (request.headers.accept === 'application/json')
      return response
        .writeHead(201, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(forDialog(made)));
    return response.writeHead(303, { Location: paymentLink(made) }).end();
  }
  if (request.method !== 'GET' || !order) return send(response, 404, page('There is nothing here', ''));
  await complete(order, searchParams.get('transactionId'));
  return send(response, 200, receipt(order));
}

const send = (response, status, html) =>
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);

const server = createServer((request, response) => {
  route(request, response).catch((error) => {
    if (!(error instanceof Refused)) console.error(error);
    const { status, message } = error instanceof Refused ? error : { status: 502, message: 'Please reload.' };
    // After a 502 the customer may have paid.
    send(response, status, page(status === 502 ? 'One moment' : 'Not paid', `<p>${inHtml(message)}</p>`));
  });
});
let shop;
server.listen(Number(PORT), '127.0.0.1', () => {
  shop = `http://localhost:${server.address().port}`;
  console.log(shop);
});
