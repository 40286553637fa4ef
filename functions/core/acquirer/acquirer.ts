import type { Id } from '#domain/id.ts';
import type { Rates } from '#domain/money/exchange.ts';
import type { Decline } from './decline.ts';

/** Money as the customer's side writes it, `value / 10^exponent` of the major unit. */
export interface Money {
  currency: string;
  exponent: number;
  value: number;
}

/** What an acquirer knows a card by after the first transaction; opaque to everybody else. */
export interface Credential {
  reference: string;
  /** What the simulated issuer was told about the card; test mode only. */
  simulated?: SimulatedCard;
}

/** Told nothing else, the simulated acquirer knows a card by the first transaction with it. */
export const ownCredential = (transactionId: Id): Credential => ({ reference: transactionId });

/** Whether it is only that: then it need not be kept with the transaction. */
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

/** What crosses to the acquirer when money is to be reserved. */
export interface AuthorizationRequest {
  /** Our transaction's id: the acquirer tells a repeat by it. */
  transactionId: Id;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The merchant's currency: a payment that cannot be exchanged to it is declined now, as a capture would fail. */
  fundingCurrency: string;
  rates: Rates;
  /** Made for the customer's first transaction, or kept from it. */
  credential: Credential;
  /** ISO 8601. */
  expiry: string;
}

export type AuthorizationResult = { approved: true } | { approved: false; decline: Decline };

/** The port to the acquirer. The simulated one answers for test merchants; adapters to real ones live beside it. */
export interface Acquirer {
  authorize(request: AuthorizationRequest): Promise<AuthorizationResult>;
  /** Gives up what was approved, where nothing has come of it. */
  abandon(request: AuthorizationRequest): Promise<void>;
}
