import type { Id } from '#domain/id.ts';
import type { Rates } from '#domain/money/exchange.ts';
import type { Decline } from './decline.ts';

/** Money as the customer's side writes it. In major units it is `value / 10^exponent`. */
export interface Money {
  currency: string;
  exponent: number;
  value: number;
}

/** The acquirer's reference to a card after its first transaction. Nobody but the acquirer can read it. */
export interface Credential {
  reference: string;
  /** The test options of the card, for the simulated issuer; test mode only. */
  simulated?: SimulatedCard;
}

/** The simulated acquirer's default reference to a card: the id of its first transaction. */
export const ownCredential = (transactionId: Id): Credential => ({ reference: transactionId });

/** Whether a credential names only this transaction. Then it need not be stored with the transaction. */
export const isOwn = ({ reference, simulated }: Credential, transactionId: Id): boolean =>
  reference === transactionId && simulated === undefined;

/** The `card` of the contract's `test` options. */
export interface SimulatedCard {
  scheme?: 'supported' | 'unsupported' | 'unknown';
  code?: 'valid' | 'invalid';
  status?: 'valid' | 'invalid' | 'expired' | 'disabled' | 'lost';
  limit?: Money;
  balance?: Money;
}

/** The request to an acquirer to reserve money. */
export interface AuthorizationRequest {
  /** The transaction's id in Florin. The acquirer recognizes a repeated request by it. */
  transactionId: Id;
  /** Minor units. */
  amount: number;
  currency: string;
  /**
   * The merchant's currency. A payment that cannot be exchanged to it is declined at once, as its capture would fail.
   */
  fundingCurrency: string;
  rates: Rates;
  /**
   * The credential of this payment itself, for a card's first transaction, or the stored one of an earlier
   * transaction.
   */
  credential: Credential;
  /** ISO 8601. */
  expiry: string;
}

export type AuthorizationResult = { approved: true } | { approved: false; decline: Decline };

/**
 * The port to the acquirer of test mode. The simulated acquirer implements it; real acquirers have the port
 * `LiveAcquirer`.
 */
export interface Acquirer {
  authorize(request: AuthorizationRequest): Promise<AuthorizationResult>;
  /** Releases an approved authorization that no transaction uses. */
  abandon(request: AuthorizationRequest): Promise<void>;
}
