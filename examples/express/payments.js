import { ForbiddenError, NotFoundError } from 'florin';

/** The clocks of the shop and of Florin can differ. */
const skew = 10 * 60 * 1000;

/**
 * The part of the shop that moves money and decides what was paid. It trusts only Florin's API, never the browser.
 */
export function createPayments({ florin, merchant, orders }) {
  /**
   * Asks Florin about a transaction, and fulfils the order that it pays. The browser, the webhook and the start of
   * the shop all call this function, in any order, at once or again: the outcome is the same.
   *
   * @param only the order that the caller may change; without it, the order that the transaction names
   */
  async function settle(transactionId, only) {
    const transaction = await transactionOf(transactionId);
    const order = orders.get(transaction?.custom?.reference);
    if (!order || (only && order !== only) || !isOurs(transaction)) return;

    // Nothing is awaited between this check and the write, so only one transaction pays for an order.
    if (!order.transactionId && isEnough(transaction, order)) orders.change(order.id, { transactionId });
    if (order.transactionId !== transactionId) return release(transaction);

    const { amount, currency } = order;
    if (transaction.capturedAmount === 0) {
      // The shop's staff has voided the payment, so the customer may pay again, by another link.
      if (transaction.voidedAmount > 0)
        return orders.change(order.id, { transactionId: null, link: null, links: linksOf(order) + 1 });
      // The same reference is the same capture for ever, also if the shop starts again after a weekend.
      await florin.transactions.capture(transactionId, {
        amount,
        currency,
        reference: `capture-${order.id}`,
      });
    }
    if (transaction.refundedAmount > (order.refunded ?? 0))
      orders.change(order.id, { refunded: transaction.refundedAmount });
    if (!order.fulfilled && !order.refunded) fulfil(order, transaction);
  }

  const transactionOf = (id) =>
    florin.transactions.get(id).catch((error) => {
      if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error;
    });

  /** How many links the order has had. Each is paid once. */
  const linksOf = ({ links = 1 }) => links;

  const isOurs = ({ merchantId, test, successful }) =>
    successful && merchantId === merchant.id && test === merchant.test;

  const isEnough = ({ amount, currency, voidedAmount }, order) =>
    amount === order.amount && currency === order.currency && voidedAmount === 0;

  /** Returns the money of a second payment, or of a changed amount, to the customer. */
  async function release({ id, currency, pendingAmount, capturedAmount, refundedAmount }) {
    const left = capturedAmount - refundedAmount;
    if (pendingAmount > 0)
      await florin.transactions.void(id, { amount: pendingAmount }, { idempotencyKey: `void-${id}` });
    if (left > 0)
      await florin.transactions.refund(id, { amount: left, currency }, { idempotencyKey: `refund-${id}` });
  }

  /** A real shop hands the order to its warehouse here, in the same transaction of its database. */
  function fulfil(order, { payer }) {
    const { name = payer?.name, email = payer?.email } = order;
    orders.change(order.id, { fulfilled: new Date().toISOString(), name, email });
    console.log(`Pack order ${order.id}: ${order.quantity} × ${order.text}`);
  }

  return {
    settle,

    /**
     * Finds payments that nobody has reported to the shop, because it was down or the customer's connection was lost.
     */
    async catchUp(open) {
      if (open.length === 0) return;
      const from = new Date(Math.min(...open.map(({ created }) => Date.parse(created))) - skew);
      const paid = florin.transactions.list(merchant.id, { filter: { from, successful: true } });
      for await (const { id, custom } of paid) {
        const order = open.find((one) => one.id === custom?.reference);
        // An order that fails must not delay the others.
        if (order) await settle(id, order).catch(console.error);
      }
    },

    /**
     * Gives an order its link, which nobody can edit, and which is paid once: in all tabs, on all devices, by the card
     * fields and on the payment page.
     */
    async makeLink(order, url) {
      if (order.link) return;
      const back = `${url}/orders/${order.id}`;
      const { id: reference, amount, currency, text } = order;
      const link = await florin.links.create(
        merchant.id,
        // The shop's own form asks who buys.
        { amount, currency, text, reference, ask: [], redirect: `${back}/return`, cancel: back },
        // Two tabs that open the order at the same time get the same link.
        { idempotencyKey: `link-${order.id}-${linksOf(order)}` },
      );
      orders.change(order.id, { link: { id: link.id, url: link.url } });
    },

    async refund({ id, transactionId, amount, currency }) {
      await florin.transactions.refund(transactionId, { amount, currency, reference: `refund-${id}` });
      orders.change(id, { refunded: amount });
    },
  };
}
