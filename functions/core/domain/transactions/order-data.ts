import { firstBytes } from '#basics/first-bytes.ts';

/** The order and its customer, as the shop has described them. Nobody has verified these data. */
export interface OrderData {
  /** The shop's own reference of the order. */
  reference?: string;
  /** The name and the e-mail address of the customer. */
  name?: string;
  email?: string;
  /** The purchase, as the customer has seen it described. */
  description?: string;
}

/**
 * The order in short, for rows of lists. It is stored with the payment, and copied to its lines and disputes, so that no list
 * has to read the payments. Each text has at most {@link longestInRow} bytes.
 */
export interface OrderSummary {
  reference?: string;
  /** The name of the customer, else the e-mail address. */
  customer?: string;
  description?: string;
}

/** In bytes. The payment's item is written at each movement, and DynamoDB bills each kilobyte, so its summary must stay small. */
const longestInRow = 80;

/**
 * The places of a reference in `custom`, in the order in which they count. Payment links and `sdk.js` store `reference`. The
 * others are those of public plugins: VirtueMart and Drupal (`orderNo`), WooCommerce, OpenCart and CubeCart (`orderId`),
 * osCommerce and CE Phoenix (`order_id`), Magento (`quoteId`).
 */
export const references = [
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
  order,
}: {
  custom?: unknown;
  payer?: { name?: string | null; email?: string | null } | null;
  order?: { description?: string | null } | null;
}): OrderData {
  const given = Object(custom) as Record<string, unknown>;
  const customer = Object(given.customer) as Record<string, unknown>;
  return {
    reference: firstText(references.map((name) => given[name])),
    name: firstText([payer?.name, customer.name, given.name]),
    email: firstText([payer?.email, customer.email, given.email]),
    description: firstText([order?.description, given.description]),
  };
}

/**
 * The summary of a new payment; undefined if nothing is known of its order.
 *
 * @param text the text that the customer has seen
 */
export function summaryOfOrder({
  text,
  ...payment
}: Omit<Parameters<typeof orderDataOf>[0], 'order'> & { text?: string }): OrderSummary | undefined {
  const { reference, name, email, description } = orderDataOf({ ...payment, order: { description: text } });
  return reference || name || email || description
    ? { reference: cut(reference), customer: cut(name ?? email), description: cut(description) }
    : undefined;
}

/**
 * The texts by which users recognize an order in a row, each once: its reference, its customer and its description. Payments
 * have the whole data, lines and disputes have the summary.
 */
export function textsOfOrder(
  row: Omit<Parameters<typeof orderDataOf>[0], 'order'> & {
    order?: { [Field in keyof OrderSummary]?: string | null } | null;
  },
): string[] {
  const { reference, name, email, description } = orderDataOf(row);
  const texts = [reference ?? row.order?.reference, name ?? email ?? row.order?.customer, description];
  return [...new Set(texts.filter((text) => !!text))] as string[];
}

/** The texts of an order in one line. */
export const joinOrder = (texts: readonly string[]): string => texts.join(' · ');

const cut = (text: string | undefined): string | undefined => text && firstBytes(text, longestInRow);

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
