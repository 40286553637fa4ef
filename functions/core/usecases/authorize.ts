import type { AuthorizationRequest, Credential } from '#acquirer/acquirer.ts';
import { type Decline, declines } from '#acquirer/decline.ts';
import { acquirerFor } from '#acquirer/registry.ts';
import type { Card } from '#domain/card.ts';
import type { Rates } from '#domain/exchange.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { openTransaction, type Transaction } from '#domain/transaction.ts';
import { holdOnAccount } from '#store/accounts.ts';
import type { StoredMerchant } from '#store/merchants.ts';
import type { Write } from '#store/transact.ts';
import { createTransaction, type Details } from '#store/transactions.ts';

/** A payment that is to be authorized. */
export interface Authorization extends Pick<AuthorizationRequest, 'amount' | 'currency'> {
  /** The transaction's, as it was reserved: the acquirer tells a repeat by it. */
  id: Id;
  card: Card;
  credential: Credential;
  descriptor?: string;
  tds?: Transaction['tds'];
  /** Made from the server, without the customer. */
  recurring: boolean;
  details: Omit<Details, 'credential'>;
  /** Why it is declined before the acquirer is asked. */
  declined?: Decline;
  /** What is written in the same database transaction, given how the payment ended. */
  record(decline: Decline | undefined): readonly Write[];
}

/**
 * Asks the acquirer to reserve the money, and stores the transaction, also one that was declined.
 *
 * @returns why it was declined, undefined where it was not
 */
export async function authorize(
  merchant: StoredMerchant,
  rates: Rates,
  { details, record, declined, ...payment }: Authorization,
): Promise<Decline | undefined> {
  const decline = declined ?? (await ask(merchant, rates, payment));
  const { id, currency, amount, card, credential, tds, recurring } = payment;
  const transaction = openTransaction(merchant, {
    id,
    currency,
    amount,
    descriptor: payment.descriptor ?? merchant.descriptor,
    card,
    tds,
    recurring,
    error: decline && declines[decline],
  });
  await createTransaction(transaction, { ...details, credential }, { merchant, alongside: record(decline) });
  return decline;
}

async function ask(
  merchant: Merchant,
  rates: Rates,
  {
    id,
    amount,
    currency,
    credential,
    card,
  }: Pick<Authorization, 'id' | 'amount' | 'currency' | 'credential' | 'card'>,
): Promise<Decline | undefined> {
  const result = await acquirerFor(merchant, holdOnAccount).authorize({
    transactionId: id,
    amount,
    currency,
    fundingCurrency: merchant.currency,
    rates,
    credential,
    expiry: card.expiry,
  });
  return result.approved ? undefined : result.decline;
}
