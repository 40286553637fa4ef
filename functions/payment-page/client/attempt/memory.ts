import type { CardExpiry } from '#domain/cards/card-expiry.ts';
import type { Payer } from '#domain/merchants/payer.ts';

/**
 * A payment under way, with all data that is needed to continue it. It contains no card data but the vault's
 * tokens, which are valid for an hour.
 */
export interface Attempt {
  /** Sent with every request of the attempt, so that the attempt pays once even if answers are lost. */
  idempotencyKey: string;
  /** The means of payment, for people: the scheme and last four digits of the card, or the name of the method. */
  card?: string;
  /** Set for a payment by another method than a card. */
  method?: MethodState;
  /** When the vault sealed the card. As all times here, in milliseconds since 1970. */
  since: number;
  /** When the customer last pressed a button for this attempt. */
  pressed: number;
  /** When a request was sent that may have paid; absent if all requests so far have certainly paid nothing. */
  sent?: number;
  /** Whether the payment moves real money. Once it was sent, only the acquirer knows its outcome. */
  real?: boolean;
  /**
   * The hints that give the payment up. Set while the customer is at their bank. The bank may have the customer's
   * answer already.
   */
  left?: string[];
  body: {
    card?: { saved?: string; number?: SealedFields; code: SealedFields; expiry?: CardExpiry };
    payer?: Payer;
    hints: string[];
    [name: string]: unknown;
  };
}

/** The progress of a payment by a method. */
export interface MethodState {
  /** The type of the method; absent in another browser than the one that has begun the payment. */
  type?: string;
  /** The name for people. */
  name?: string;
  /** The page or the app in which the customer agrees. */
  url?: string;
  /** Whether the customer agrees on the page at `url`, and comes back from there. */
  isPage?: boolean;
  /** Whether the customer has come back, or has given the payment up. */
  isBack?: boolean;
  isLeft?: boolean;
  /** The minutes that the customer has to agree, and when they end by the clock of this device. */
  minutes?: number;
  agreeUntil?: number;
  /** When Florin gives the payment up; absent before the method has asked the customer. */
  until?: number;
  /** The sealed `state` with which the customer has come back to a browser that knows nothing else of the payment. */
  state?: string;
}

export interface SealedFields {
  token: string;
}

export interface Paid {
  transactionId: string;
  /** The means of payment, as in an {@link Attempt}. */
  card?: string;
  /** The e-mail address that the customer has entered, for the receipt. */
  email?: string;
}

/** The data that a tab remembers until it is closed, also over reloads. */
interface Memory {
  attempt?: Attempt;
  paid?: Paid;
}

/**
 * Whether an attempt is too old to continue. The vault's tokens are valid for an hour, and ten minutes are kept for
 * the customer's bank. A method has a time of its own, and after it a few minutes in which Florin gives the payment up.
 */
export const isTooOld = ({ since, method }: Attempt, now = Date.now()): boolean =>
  method ? now - (method.until ?? now) > 3 * 60_000 : now - since > 50 * 60_000;

/** Florin's server remembers a request with an idempotency key for a day. Half an hour is left as a margin. */
const isLost = ({ sent = 0 }: Attempt): boolean => Date.now() - sent > 23.5 * 3_600_000;

/**
 * The name under which the tab remembers the open link. The name leaves out the language and the colours: otherwise, a
 * customer who opens the same link in another language could pay a second time. If the browser refuses storage, the tab
 * remembers nothing.
 */
function place(): string {
  const query = new URLSearchParams(location.search);
  query.delete('locale');
  query.delete('appearance');
  query.sort();
  return `florin ${location.pathname}?${query}`;
}

export function recall(): Memory {
  try {
    const memory: Memory = JSON.parse(sessionStorage.getItem(place()) ?? '{}');
    return memory.attempt && isTooOld(memory.attempt) && isLost(memory.attempt) ? {} : memory;
  } catch {
    return {};
  }
}

export function remember(memory: Memory): void {
  try {
    sessionStorage.setItem(place(), JSON.stringify(memory));
  } catch {
    // Without storage, a reload starts a new payment.
  }
}

export const forget = (): void => remember({});
