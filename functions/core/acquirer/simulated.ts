import { hasCardExpired } from '#domain/cards/card-expiry.ts';
import type { Id } from '#domain/id.ts';
import { canExchange, exchange, exchangeBetween, type Rates } from '#domain/money/exchange.ts';
import { toMinorUnits } from '#domain/money/money.ts';
import type { Acquirer, AuthorizationRequest, Money, SimulatedCard } from './acquirer.ts';
import type { Decline } from './decline.ts';

/** The simulated card accounts; see `store/cards/accounts.ts`. */
export interface Accounts {
  /** Holds an amount on an account. Returns false if the account has less than the amount. */
  hold(reference: string, transactionId: Id, amount: number, balance: number): Promise<boolean>;
  /** Releases the hold of a transaction, if it has one. */
  release(reference: string, transactionId: Id, amount: number): Promise<void>;
}

/** The acquirer of test mode: does what the payment's `test` options say (wire contract, section 3). */
export const simulatedAcquirer = (accounts: Accounts): Acquirer => ({
  async authorize(request) {
    const decline = await declineOf(request, accounts);
    return decline ? { approved: false, decline } : { approved: true };
  },
  async abandon({ transactionId, amount, currency, rates, credential: { reference, simulated } }) {
    const { balance } = simulated ?? {};
    if (balance) await accounts.release(reference, transactionId, costIn(balance, amount, currency, rates));
  },
});

const byStatus: Record<NonNullable<SimulatedCard['status']>, Decline | undefined> = {
  valid: undefined,
  invalid: 'PAYMENT_CARD_NUMBER_INVALID',
  expired: 'PAYMENT_CARD_EXPIRED',
  disabled: 'PAYMENT_CARD_DISABLED',
  lost: 'PAYMENT_CARD_LOST',
};

async function declineOf(request: AuthorizationRequest, accounts: Accounts): Promise<Decline | undefined> {
  const { transactionId, amount, currency, fundingCurrency, rates, credential, expiry } = request;
  const card = credential.simulated ?? {};
  if (!canExchange(rates, currency, fundingCurrency)) return 'PAYMENT_CURRENCY_REJECTED';
  if (card.scheme === 'unsupported') return 'PAYMENT_CARD_SCHEME_UNSUPPORTED';
  if (card.scheme === 'unknown') return 'PAYMENT_CARD_SCHEME_UNKNOWN';
  if (card.code === 'invalid') return 'PAYMENT_CARD_SECURITY_CODE_INVALID';
  if (hasCardExpired(expiry)) return 'PAYMENT_CARD_EXPIRED';
  const status = byStatus[card.status ?? 'valid'];
  if (status) return status;
  if (card.limit && costIn(card.limit, amount, currency, rates) > toMinorUnits(card.limit))
    return 'PAYMENT_AMOUNT_LIMIT';
  if (!card.balance || amount === 0) return undefined;
  const cost = costIn(card.balance, amount, currency, rates);
  const held = await accounts.hold(credential.reference, transactionId, cost, toMinorUnits(card.balance));
  return held ? undefined : 'PAYMENT_INSUFFICIENT_FUNDS';
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
