import type { Expiry } from './card.ts';

/** A payment under way: all that it takes to go on with it. Of the card, what the vault has sealed for an hour. */
export interface Attempt {
  /** Goes with every request of the attempt, so that it pays once, whatever gets lost. */
  idempotencyKey: string;
  since: number;
  body: {
    card: { number: Sealed; code: Sealed; expiry: Expiry };
    hints: string[];
    [name: string]: unknown;
  };
}

export interface Sealed {
  token: string;
}

export interface Paid {
  transactionId: string;
  at: number;
}

/** Lasts as long as the tab, and over a reload of it. */
interface Memory {
  attempt?: Attempt;
  paid?: Paid;
}

/** The vault's tokens are good for an hour; a bank may take some minutes of it. */
const lifetime = 50 * 60_000;

/** What the tab remembers of this very link. Without storage (a browser may refuse it) it remembers nothing. */
const place = `florin ${location.pathname}${location.search}`;

export function recall(): Memory {
  try {
    const memory: Memory = JSON.parse(sessionStorage.getItem(place) ?? '{}');
    return memory.attempt && Date.now() - memory.attempt.since > lifetime ? {} : memory;
  } catch {
    return {};
  }
}

export function remember(memory: Memory): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(memory));
  } catch {
    // Then a reload begins anew.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // There was nothing.
  }
}
