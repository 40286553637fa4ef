import { webUrl, webUrlFault } from '#basics/web-url.ts';
import type { Id } from '../id.ts';
import type { PayerField } from '../merchants/payer.ts';
import { isCurrency } from '../money/currency.ts';
import { type Fault, Outcome } from '../outcome.ts';

/** One of the items that a link charges for. */
export interface LinkLine {
  text: string;
  quantity: number;
  /** The price of the whole quantity in minor units of the link's currency; below 0 for a discount. */
  amount: number;
}

/** Describes the purchase of a link: its text, else the texts of its lines. */
export const textOfLink = ({ text, lines }: Pick<PaymentLink, 'text' | 'lines'>): string | undefined =>
  text || lines?.map(({ text }) => text).join(', ');

/** The request of a merchant's server for a payment link. */
export interface LinkInput {
  /** Minor units. */
  amount: number;
  currency: string;
  /** The text that the customer sees. */
  text?: string;
  /** The text for the customer's bank statement, which replaces the merchant's descriptor. */
  statement?: string;
  lines?: { text: string; quantity?: number; amount: number }[];
  reference?: string;
  redirect?: string;
  cancel?: string;
  /** ISO 8601, UTC. */
  expires?: string;
  uses?: number;
  email?: string;
  /** The merchant's own name for the customer, under which cards can be saved. */
  customer?: string;
  locale?: string;
  recurring?: boolean;
  /** Whether payments are captured with their authorization; the merchant's setting by default. */
  capture?: boolean;
  /** The data that the payment page asks customers for; the merchant's setting by default. */
  ask?: readonly PayerField[];
  /** The types of the merchant's methods that can pay the link beside cards; all of them by default. */
  methods?: readonly string[];
}

/**
 * A payment link that a merchant's server has made. Anybody with its URL can pay it, but nobody can change its terms.
 */
export interface PaymentLink extends Omit<LinkInput, 'lines' | 'expires'> {
  id: Id;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  lines?: LinkLine[];
  /**
   * The time until which the link can be paid, ISO 8601. The link itself is stored longer: the table's attribute
   * `expires` is the time at which DynamoDB deletes an item.
   */
  expiresAt?: string;
  /** How often the link can be paid. */
  uses: number;
  /** How often the link was paid so far. */
  paid: number;
  recurring: boolean;
  /** The time when the link was switched off, ISO 8601. */
  disabled?: string;
  /** The code of a till's link. Customers open the link by this code, which is not stored. */
  code?: string;
  /** The last transaction that has paid a link of a till. */
  paidBy?: Id;
}

export type LinkStatus = 'open' | 'used' | 'expired' | 'disabled';

/**
 * Whether a link can be paid now, and otherwise the reason. "Paid" comes before other reasons, as it is the most
 * important one to users.
 */
export function statusOf(
  { paid, uses, disabled, expiresAt }: Pick<PaymentLink, 'paid' | 'uses' | 'disabled' | 'expiresAt'>,
  now = Date.now(),
): LinkStatus {
  if (paid >= uses) return 'used';
  if (disabled !== undefined) return 'disabled';
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? 'expired' : 'open';
}

/**
 * The payment's link has ended: before this payment was stored, other payments used up the link, or it was switched
 * off.
 */
export class LinkEnded extends Outcome {
  override readonly name = 'LinkEnded';

  constructor() {
    super('The link has ended');
  }
}

/**
 * Makes a new link. By default it can be paid once, as most links are for one order of one customer, who must not pay
 * twice.
 */
export function openLink(
  { lines, expires, uses = 1, recurring = false, ...input }: LinkInput,
  of: Pick<PaymentLink, 'id' | 'merchantId' | 'test'>,
): PaymentLink {
  return {
    ...input,
    ...of,
    lines: lines?.map(({ text, quantity = 1, amount }) => ({ text, quantity, amount })),
    expiresAt: expires && new Date(expires).toISOString(),
    uses,
    recurring,
    paid: 0,
  };
}

const targets = ['redirect', 'cancel'] as const;

/** The faults that the schema cannot find. Fields that the schema has refused are undefined here. */
export function linkFaults(input: Partial<LinkInput>): Fault[] {
  const { amount, currency, lines, expires } = input;
  const faults: Fault[] = [];
  if (currency !== undefined && !isCurrency(currency))
    faults.push({ field: 'currency', message: 'Must be an ISO 4217 currency' });
  const sum = lines?.reduce((sum, line) => sum + (line?.amount ?? Number.NaN), 0);
  if (amount !== undefined && sum !== undefined && !Number.isNaN(sum) && sum !== amount)
    faults.push({ field: 'lines', message: `Must add up to the amount, ${amount}; they are ${sum}` });
  if (expires !== undefined && !isFuture(expires))
    faults.push({
      field: 'expires',
      message: 'Must be a date in the future, ISO 8601 in UTC, for example 2099-12-31T12:30:00Z',
    });
  for (const field of targets) {
    const url = input[field];
    if (url !== undefined && !schemeOf(url))
      faults.push({ field, message: webUrlFault(url, 'Must be an http or https URL') });
  }
  return faults;
}

/** Requires https for the pages that a live merchant's customers are sent to, as strangers can read http traffic. */
export const insecureFaults = (input: Pick<LinkInput, 'redirect' | 'cancel'>, test: boolean): Fault[] =>
  targets
    .filter((field) => !test && schemeOf(input[field] ?? '') === 'http:')
    .map((field) => ({ field, message: 'Must be https because the merchant is live' }));

/** `2030-02-30` is invalid, although `Date.parse` accepts it. */
function isFuture(text: string): boolean {
  const time = Date.parse(text);
  return time > Date.now() && new Date(time).toISOString().startsWith(text.slice(0, 19));
}

const schemeOf = (text: string): string | undefined => webUrl(text)?.protocol;
