import type { Payer } from '#domain/merchants/payer.ts';
import type { Expiry } from './card.ts';

/** A payment under way: all that it takes to go on with it. Of the card, what the vault has sealed for an hour. */
export interface Attempt {
  /** Goes with every request of the attempt, so that it pays once, whatever gets lost. */
  idempotencyKey: string;
  /** The scheme and last four digits of the card. */
  card?: string;
  /** When the vault has sealed the card. */
  since: number;
  /** When the customer last pressed a button for it. */
  pressed: number;
  /** When a request was sent that may have paid; none: whatever was sent is known to have paid nothing. */
  sent?: number;
  /** Real money: once it was sent, only the acquirer knows what became of it. */
  real?: boolean;
  /** The bank asks the customer, and may have their answer at any time; the hints that give the payment up. */
  left?: string[];
  body: {
    card: { saved?: string; number?: Sealed; code: Sealed; expiry?: Expiry };
    payer?: Payer;
    hints: string[];
    [name: string]: unknown;
  };
}

export interface Sealed {
  token: string;
}

export interface Paid {
  transactionId: string;
  /** As in an {@link Attempt}. */
  card?: string;
  /** The e-mail address that the customer has entered, for the receipt. */
  email?: string;
}

/** Lasts as long as the tab, and over a reload of it. */
interface Memory {
  attempt?: Attempt;
  paid?: Paid;
}

/** The vault's tokens are good for an hour; a bank may take some minutes of it. */
export const isTooOld = ({ since }: Attempt, now = Date.now()): boolean => now - since > 50 * 60_000;

/** For so long our server knows what became of a request that was sent with an idempotency key: a day, and some minutes less. */
const isLost = ({ sent = 0 }: Attempt): boolean => Date.now() - sent > 23.5 * 3_600_000;

/**
 * The name under which the tab remembers the open link. Without storage, which a browser may refuse, the tab remembers
 * nothing.
 */
const place = () => `florin ${location.pathname}${location.search}`;

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
    // Then a reload begins anew.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(place());
  } catch {
    // There was nothing.
  }
}
