import type { RefundReason } from '#schemas/movement-details.ts';

/** A movement of money that a user has confirmed, and whose outcome is not known yet. */
export interface Intent {
  kind: 'capture' | 'refund' | 'void';
  amount: number;
  /** The reason for a refund. */
  reason?: RefundReason | undefined;
  /** The `Idempotency-Key` of every request for this intent: the money moves once, however often it is sent. */
  key: string;
  /** The time of the first request, in milliseconds. */
  at: number;
}

/** In milliseconds. The server keeps keys for 24 hours. After that, the same key could move money again. */
export const keyLife = 23 * 3_600_000;

/** Whether the server may have forgotten the key of a movement. Then the movement must not be sent again. */
export const isTooOld = ({ at }: Pick<Intent, 'at'>, now = Date.now()): boolean => now - at >= keyLife;

let owner = '';

/**
 * Returns the intents of one user. The server knows a key only for one user. If another user signed in later and sent
 * the same key, the money would move a second time.
 */
export function ownIntents(userId: string): void {
  owner = userId;
}

/** The user whose intents these are; empty for a till. */
export const ownerOfIntents = (): string => owner;

const begin = () => `florin.intent.${owner}.`;

const nameOf = (transactionId: string): string => begin() + transactionId;

/** Stores the intent before it is sent, so that a reload in the middle cannot create it a second time. */
export function keepIntent(transactionId: string, intent: Intent): void {
  try {
    sessionStorage.setItem(nameOf(transactionId), JSON.stringify(intent));
  } catch {
    // Without storage, the intent exists as long as the page.
  }
}

export function keptIntent(transactionId: string): Intent | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(transactionId));
    const intent = text ? (JSON.parse(text) as Intent) : undefined;
    return intent && isTooOld(intent) ? undefined : intent;
  } catch {
    return undefined;
  }
}

export function forgetIntent(transactionId: string): void {
  try {
    sessionStorage.removeItem(nameOf(transactionId));
  } catch {
    // Nothing was stored.
  }
}

/**
 * Deletes all intents when a device becomes another till, as the server does not recognize the keys of another till.
 */
export function forgetIntents(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(begin())) sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
