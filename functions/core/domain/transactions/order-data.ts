/** The order and its customer, as the shop has described them. Nobody has verified these data. */
export interface OrderData {
  /** The shop's own reference of the order. */
  reference?: string;
  /** The name and the e-mail address of the customer. */
  name?: string;
  email?: string;
}

/**
 * The places of a reference in `custom`, in the order in which they count. Payment links and `sdk.js` store `reference`. The
 * others are those of public plugins: VirtueMart and Drupal (`orderNo`), WooCommerce, OpenCart and CubeCart (`orderId`),
 * osCommerce and CE Phoenix (`order_id`), Magento (`quoteId`).
 */
const references = [
  'reference',
  'orderNumber',
  'order_number',
  'orderNo',
  'order_no',
  'orderId',
  'order_id',
  'quoteId',
] as const;

/** The longest text that counts, and that the search index has, in characters. The reference of a payment link is no longer. */
export const longestText = 1024;

/**
 * Finds the order and the customer in a payment. Search, lists, files, receipts and the acquirer use this rule alone
 * (docs/integrate.md). The customer's own entries on the payment page count before the data of the shop.
 */
export function orderDataOf({
  custom,
  payer,
}: {
  custom?: unknown;
  payer?: { name?: string | null; email?: string | null } | null;
}): OrderData {
  const given = Object(custom) as Record<string, unknown>;
  const customer = Object(given.customer) as Record<string, unknown>;
  return {
    reference: firstText(references.map((name) => given[name])),
    name: firstText([payer?.name, customer.name, given.name]),
    email: firstText([payer?.email, customer.email, given.email]),
  };
}

/** The first value that is a text or an integer, as plugins send order numbers as either. */
function firstText(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
    if (text !== '' && text.length <= longestText) return text;
  }
  return undefined;
}

/**
 * The reference of an order, for the acquirer's fraud checks and dashboard. A reference that looks like a card number,
 * contains an e-mail address or has more than 255 characters is not sent.
 */
export function orderReferenceIn(custom: unknown): string | undefined {
  const { reference } = orderDataOf({ custom });
  return reference === undefined || reference.length > 255 || /@|(\d[ -]?){12}/.test(reference)
    ? undefined
    : reference;
}
