/**
 * A checkout for phones first, whose card fields are in the shop's own form:
 *
 *     npm install
 *     FLORIN_KEY=<API key> FLORIN_MERCHANT=<merchant id> node shop-fields.mjs
 *
 * The fields are an iframe of Florin's, so the page never contains a card number. The page reports the id of the transaction,
 * which proves nothing: the shop asks Florin about the transaction, and then takes the money.
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

const product = { text: 'Two bags of Java, whole beans', price: '€49.99', amount: 4999, currency: 'EUR' };

/** By id, which is the reference of their payment. A real shop keeps orders in its database. */
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

/** The page says that this transaction has paid the order. */
async function complete(order, transactionId) {
  if (!/^[0-9a-f]{24}$/.test(transactionId ?? '')) throw new Refused(400, 'This is no transaction.');
  const transaction = await florin.transactions.get(transactionId).catch((error) => {
    if (error instanceof NotFoundError || error instanceof ForbiddenError)
      throw new Refused(400, 'There is no such transaction.');
    throw new Refused(502, 'We cannot tell yet whether you have paid. Please try again.');
  });
  const isOurs = transaction.merchantId === merchant.id && transaction.test === merchant.test;
  const isFor = transaction.custom?.reference === order.id;
  const isAll = transaction.amount === order.amount && transaction.currency === order.currency;
  if (!transaction.successful || !isOurs || !isFor || !isAll)
    throw new Refused(400, 'This transaction does not pay for this order.');

  // One transaction pays for an order, also if two are reported at once: nothing waits between the check and the note.
  order.transactionId ??= transactionId;
  if (order.transactionId !== transactionId) throw new Refused(409, 'The order has been paid already.');
  const { amount, currency } = order;
  // The money is taken once, however often the page reports the payment.
  const once = { idempotencyKey: `capture-${order.id}` };
  await florin.transactions.capture(transactionId, { amount, currency }, once).catch(() => {
    throw new Refused(502, 'We cannot take your money yet. Please try again.');
  });
}

/** JSON inside a script: `<` would otherwise be able to end the script. */
const inScript = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

const page = (order) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title>
<style>
  * { box-sizing: border-box }
  body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: #1f2937; background: #fff }
  main { max-width: 28rem; margin: 0 auto; padding: 1rem 1rem 6rem }
  label { display: block; margin-bottom: 1rem }
  input { width: 100%; min-height: 3rem; padding: 0 .75rem; font: inherit; border: 1px solid #6b7280; border-radius: .5rem }
  /* The button stays within reach of a thumb, also above the keyboard. */
  .pay { position: sticky; bottom: 0; padding: .75rem 0; background: #fff }
  button { width: 100%; min-height: 3.25rem; font: inherit; font-weight: 600; color: #fff; background: #1d4ed8; border: 0; border-radius: .5rem }
  button:disabled { background: #57606a }
</style>
<main>
  <h1>Checkout</h1>
  <p>${product.text}: <strong>${product.price}</strong></p>
  <form>
    <label>Your name <input name="name" autocomplete="name" required></label>
    <div id="card"></div>
    <p role="status"></p>
    <div class="pay"><button>Pay ${product.price}</button></div>
  </form>
</main>
<script src="${FLORIN_POS_URL}/sdk.js"></script>
<script>
  const order = ${inScript({ id: order.id, test: merchant.test, amount: { currency: order.currency, exponent: 2, value: order.amount } })};
  const form = document.querySelector('form');
  const button = document.querySelector('button');
  const say = (text) => { document.querySelector('[role=status]').textContent = text; };
  const fields = Florin({ key: ${inScript(merchant.key)} }).fields(document.querySelector('#card'), {
    ...(order.test && { test: true }),
    amount: order.amount,
    custom: { reference: order.id },
  });
  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    say('');
    try {
      const { transaction } = await fields.pay();
      const answer = await fetch('/orders/' + order.id, { method: 'POST', body: transaction.id });
      say(await answer.text());
      button.hidden = answer.ok;
    } catch ({ code, message }) {
      say(code === 'unknown' ? 'We cannot tell yet whether you have paid. Please try again.' : message);
    }
    button.disabled = false;
  };
</script>
</html>
`;

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 100) throw new Refused(413, 'This is no transaction.');
  }
  return text;
}

async function route(request, response) {
  const { pathname } = new URL(request.url, 'http://shop');
  if (request.method === 'GET' && pathname === '/') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    return response.end(page(createOrder()));
  }
  const order = orders.get(/^\/orders\/([^/]+)$/.exec(pathname)?.[1]);
  if (request.method !== 'POST' || !order) throw new Refused(404, 'There is nothing here.');
  await complete(order, await bodyOf(request));
  return send(response, 200, `Thank you. Your order ${order.id} is paid.`);
}

const send = (response, status, text) =>
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);

const server = createServer((request, response) => {
  route(request, response).catch((error) => {
    if (!(error instanceof Refused)) console.error(error);
    const { status, message } =
      error instanceof Refused ? error : { status: 502, message: 'Please try again.' };
    send(response, status, message);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
