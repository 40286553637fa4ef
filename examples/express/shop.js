import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { FlorinError, verifyWebhook, WebhookError } from 'florin';
import { checkoutPage, frontPage, messagePage, product, receiptPage } from './pages.js';

class Refused extends Error {
  constructor(status, message, field) {
    super(message);
    Object.assign(this, { status, field });
  }
}

const local = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Only the order's customer and the shop may see an order. Its id is not a secret, as it is in URLs. */
const customerOf = ({ headers }) => /(?:^|; )customer=([0-9a-f-]{36})(?:;|$)/.exec(headers.cookie)?.[1];

const isTransaction = (id) => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id);

/**
 * An error of Express says what is wrong with the request. For any other error, the answer says nothing about the
 * payment.
 */
function answerTo(error) {
  if (error instanceof Refused) return error;
  if (!(error instanceof FlorinError) && error.status < 500)
    return { status: error.status, message: 'This request is malformed.' };
  return { status: 502, message: 'We cannot tell yet whether you have paid. Please reload in a minute.' };
}

export function createShop({ orders, payments, methods, posUrl, url, secret, password }) {
  const app = express();
  app.disable('x-powered-by');

  // The signature covers the bytes as they were received, so no other parser may read them first. No event is larger.
  app.post('/hooks', express.raw({ type: () => true, limit: '512kb' }), async (request, response) => {
    const event = await verifyWebhook(request.body ?? '', request.headers, secret);
    // Florin asks once whether this URL belongs to the shop, and then sends its events.
    if (event.data.challenge) return response.type('text').send(event.data.challenge);
    // Events may come twice and in any order, so an event only says which transaction to look up. Florin's API has
    // the present state.
    if (event.data.transaction) await payments.settle(event.data.transaction.id);
    response.sendStatus(204);
  });

  app.use((_request, response, next) => {
    response.set({
      'Content-Security-Policy':
        `default-src 'self'; script-src 'self' ${posUrl}; frame-src ${posUrl}; form-action 'self' ${posUrl}; ` +
        `base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  app.use(express.static(local('public'), { index: false }));
  const checkout = fileURLToPath(import.meta.resolve('florin/checkout'));
  app.get('/florin/checkout.js', (_request, response) => response.sendFile(checkout));
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.use(express.urlencoded({ extended: false, limit: '10kb' }), express.json({ limit: '10kb' }));

  app.get('/', (_request, response) => response.send(frontPage()));

  app.post('/orders', (request, response) => {
    const quantity = Number(request.body?.quantity);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > product.most)
      throw new Refused(400, `Choose 1 to ${product.most} bags.`);
    const customer = customerOf(request) ?? randomUUID();
    const id = randomUUID();
    const { text, price, currency } = product;
    const created = new Date().toISOString();
    // The shop sets the price. The browser only sends a quantity.
    orders.change(id, { created, customer, quantity, text, amount: quantity * price, currency });
    response.cookie('customer', customer, {
      httpOnly: true,
      sameSite: 'lax',
      secure: url.startsWith('https:'),
      maxAge: 30 * 24 * 60 * 60 * 1000,
    });
    response.redirect(303, `/orders/${id}`);
  });

  app.param('id', (request, _response, next, id) => {
    request.order = orders.get(id);
    next(request.order ? undefined : new Refused(404, 'There is nothing here.'));
  });

  app.post('/orders/:id/refund', async ({ order, headers }, response) => {
    const digest = (text) => createHash('sha256').update(text).digest();
    if (!timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${password}`)))
      throw new Refused(401, 'The password of the shop is missing.');
    if (!order.fulfilled) throw new Refused(409, 'The order is not paid.');
    if (!order.refunded) await payments.refund(order);
    response.json({ refunded: order.refunded });
  });

  const isTheirs = (request) => request.order.customer === customerOf(request);

  // An app such as MobilePay sends the customer back into the default browser of the phone, which can be another one than
  // they ordered in, without the shop's cookie. The payment counts there, too, but the order stays private.
  app.get('/orders/:id/return', async (request, response) => {
    const { order, query } = request;
    if (isTransaction(query.transactionId)) await payments.settle(query.transactionId, order);
    if (isTheirs(request)) return response.redirect(303, `/orders/${order.id}`);
    if (!order.fulfilled || order.transactionId !== query.transactionId)
      throw new Refused(404, 'There is nothing here.');
    response.send(
      messagePage('Thank you, your payment has arrived. The browser in which you ordered shows the receipt.'),
    );
  });

  app.use('/orders/:id', (request, _response, next) => {
    next(isTheirs(request) ? undefined : new Refused(404, 'There is nothing here.'));
  });

  app.get('/orders/:id', async ({ order }, response) => {
    // The customer may have paid without the shop's knowledge, and must not pay again.
    if (!order.fulfilled && order.tried) await payments.catchUp([order]);
    if (order.fulfilled) return response.send(receiptPage(order));
    await payments.makeLink(order, url);
    response.send(checkoutPage(order, posUrl, methods));
  });

  /** Stores who buys, before money moves, as the webhook may be the last message about the order. */
  function introduce(order, { name, email } = {}) {
    if (typeof name !== 'string' || !/^.{1,100}$/.test(name.trim()))
      throw new Refused(400, 'Enter your name.', 'name');
    if (typeof email !== 'string' || !/^[^@\s]{1,64}@[^@\s]{1,190}$/.test(email.trim()))
      throw new Refused(400, 'Enter your e-mail address, like ann@example.com.', 'email');
    if (!order.fulfilled) orders.change(order.id, { name: name.trim(), email: email.trim(), tried: true });
  }

  app.put('/orders/:id/customer', ({ order, body }, response) => {
    introduce(order, body);
    response.sendStatus(204);
  });

  app.post('/orders/:id/payment', async ({ order, body = {} }, response) => {
    const { transactionId } = body;
    if (transactionId === undefined) await payments.catchUp([order]);
    else if (!isTransaction(transactionId)) throw new Refused(400, 'This is no transaction.');
    else await payments.settle(transactionId, order);
    if (!transactionId && !order.fulfilled)
      throw new Refused(409, 'We know of no payment yet. Please reload in a minute.');
    if (transactionId && (!order.fulfilled || transactionId !== order.transactionId))
      throw new Refused(409, 'This payment does not pay for this order. You are not charged for it.');
    response.sendStatus(204);
  });

  app.post('/orders/:id/link', async ({ order, body }, response) => {
    if (order.fulfilled) return response.redirect(303, `/orders/${order.id}`);
    introduce(order, body);
    await payments.makeLink(order, url);
    orders.change(order.id, { away: new Date().toISOString() });
    response.redirect(303, order.link.url);
  });

  app.use(() => {
    throw new Refused(404, 'There is nothing here.');
  });

  app.use((error, request, response, _next) => {
    if (error instanceof WebhookError) return response.sendStatus(401);
    const { status, message } = answerTo(error);
    if (status >= 500) console.error(error);
    response.status(status);
    if (request.accepts(['html', 'json']) === 'html') response.send(messagePage(message));
    else response.json({ message, field: error.field });
  });
  return app;
}
