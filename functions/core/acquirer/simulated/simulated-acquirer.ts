import { hasCardExpired } from '#domain/cards/card-expiry.ts';
import type { Id } from '#domain/id.ts';
import { canExchange, exchange, exchangeBetween, type Rates } from '#domain/money/exchange.ts';
import { type Money, toMinorUnits } from '#domain/money/money.ts';
import type { Decline } from '../decline.ts';

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
  /** `recovering`: the first try of each order is declined, and the next one is not. */
  status?: 'valid' | 'invalid' | 'expired' | 'disabled' | 'lost' | 'recovering';
  limit?: Money;
  balance?: Money;
}

/** The request to an acquirer to reserve money. */
export interface AuthorizationRequest {
  /** The transaction's id in Florin. The acquirer recognizes a repeated request by it. */
  transactionId: Id;
  /** Names the order that the payment pays. It is the same for each try. */
  order: string;
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

/** The acquirer of test mode. Acquirers of real money have the port `Acquirer`. */
export interface SimulatedAcquirer {
  authorize(request: AuthorizationRequest): Promise<AuthorizationResult>;
  /** Releases an approved authorization that no transaction uses. */
  abandon(request: AuthorizationRequest): Promise<void>;
}

/** The simulated card accounts; see `store/cards/accounts.ts`. */
export interface Accounts {
  /** Holds an amount on an account. Returns false if the account has less than the amount. */
  hold(reference: string, transactionId: Id, amount: number, balance: number): Promise<boolean>;
  /** Releases the hold of a transaction, if it has one. */
  release(reference: string, transactionId: Id, amount: number): Promise<void>;
}

/** The acquirer of test mode: does what the payment's `test` options say (wire contract, section 3). */
export const simulatedAcquirer = (accounts: Accounts): SimulatedAcquirer => ({
  async authorize(request) {
    const decline = await declineOf(request, accounts);
    return decline ? { approved: false, decline } : { approved: true };
  },
  async abandon({ transactionId, amount, currency, rates, credential: { reference, simulated } }) {
    const { balance } = simulated ?? {};
    if (balance) await accounts.release(reference, transactionId, costIn(balance, amount, currency, rates));
  },
});

const byStatus: Partial<Record<NonNullable<SimulatedCard['status']>, Decline>> = {
  invalid: 'PAYMENT_CARD_NUMBER_INVALID',
  expired: 'PAYMENT_CARD_EXPIRED',
  disabled: 'PAYMENT_CARD_DISABLED',
  lost: 'PAYMENT_CARD_LOST',
};

const noFunds = 'PAYMENT_INSUFFICIENT_FUNDS';

async function declineOf(request: AuthorizationRequest, accounts: Accounts): Promise<Decline | undefined> {
  const { transactionId, order, amount, currency, fundingCurrency, rates, credential, expiry } = request;
  const card = credential.simulated ?? {};
  if (!canExchange(rates, currency, fundingCurrency)) return 'PAYMENT_CURRENCY_REJECTED';
  if (card.scheme === 'unsupported') return 'PAYMENT_CARD_SCHEME_UNSUPPORTED';
  if (card.scheme === 'unknown') return 'PAYMENT_CARD_SCHEME_UNKNOWN';
  if (card.code === 'invalid') return 'PAYMENT_CARD_SECURITY_CODE_INVALID';
  if (hasCardExpired(expiry)) return 'PAYMENT_CARD_EXPIRED';
  const status = card.status && byStatus[card.status];
  if (status) return status;
  if (card.limit && costIn(card.limit, amount, currency, rates) > toMinorUnits(card.limit))
    return 'PAYMENT_AMOUNT_LIMIT';
  // The first try takes the place of the order, and a repeat of the same transaction finds its own place again.
  if (card.status === 'recovering' && (await accounts.hold(order, transactionId, 1, 1))) return noFunds;
  if (!card.balance || amount === 0) return undefined;
  const cost = costIn(card.balance, amount, currency, rates);
  const held = await accounts.hold(credential.reference, transactionId, cost, toMinorUnits(card.balance));
  return held ? undefined : noFunds;
}

/** Converts an amount to the currency of the card's account. Without a rate the result is more than any card holds. */
function costIn(money: Money, amount: number, currency: string, rates: Rates): number {
  if (money.currency === currency) return amount;
  const at = exchangeBetween(rates, currency, money.currency);
  return at ? exchange(amount, at) : Number.POSITIVE_INFINITY;
}

/**
 * Accepts evidence for a dispute of test money, and stores none of it. The card of the payment decides the outcome.
 */
export const acceptEvidence = async (): Promise<{ state: 'submitted' }> => ({ state: 'submitted' });
