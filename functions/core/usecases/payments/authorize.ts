import { type Decline, declines } from '#acquirer/decline.ts';
import {
  type AuthorizationRequest,
  type Credential,
  isOwn,
  type SimulatedAcquirer,
  simulatedAcquirer,
} from '#acquirer/simulated/simulated-acquirer.ts';
import type { Card } from '#domain/cards/card.ts';
import type { CardConsent, CustomerCard } from '#domain/cards/customer-card.ts';
import type { Id } from '#domain/id.ts';
import { descriptorFor } from '#domain/merchants/descriptor.ts';
import type { Payer } from '#domain/merchants/payer.ts';
import type { UsedMethod } from '#domain/methods/method.ts';
import type { Rates } from '#domain/money/exchange.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import { LinkEnded, type PaymentLink } from '#domain/transactions/link.ts';
import type { OrderSummary } from '#domain/transactions/order-data.ts';
import { capture } from '#domain/transactions/test-movements.ts';
import { openTransaction, type Transaction } from '#domain/transactions/transaction.ts';
import { holdOnAccount, releaseOnAccount } from '#store/cards/accounts.ts';
import type { ChargeSource } from '#store/cards/charge-sources.ts';
import { endCodeTry, keepCard, tryCode } from '#store/cards/customer-cards.ts';
import type { StoredMerchant } from '#store/merchants/merchants.ts';
import { admitWrite } from '#store/merchants/unvouched-writes.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { createTransaction, requireNew } from '#store/transactions/create-transaction.ts';
import { getOperation } from '#store/transactions/operations.ts';
import type { Details } from '#store/transactions/transaction-item.ts';
import { transactionExists } from '#store/transactions/transactions.ts';
import { authorizeLive } from '../acquirer-operations/authorize-at-acquirer.ts';
import type { LiveAuthorization } from '../acquirer-operations/open-authorization.ts';
import { endOf, resolveCapture } from '../acquirer-operations/resolve-capture.ts';

/** A payment to authorize. */
export interface Authorization extends Pick<AuthorizationRequest, 'amount' | 'currency'> {
  /** The id of the transaction. The acquirer recognizes a repeated request by this id. */
  id: Id;
  /** Absent for another method. */
  card?: Card;
  method?: UsedMethod;
  credential: Credential;
  /** The customer's saved card, with the security code that the customer has typed. */
  saved?: CustomerCard;
  /** Set if the customer wants the card to be saved. Florin saves it if the payment succeeds. */
  consent?: CardConsent;
  descriptor?: string;
  /** The merchant's own name for a later payment. */
  reference?: string;
  tds?: Transaction['tds'];
  /** Whether the merchant's server makes the payment, without the customer. */
  recurring: boolean;
  /** The payment link that the payment pays. */
  linkId?: Id;
  /** The payment link behind a till's code. */
  till?: PaymentLink;
  /** The name and e-mail address that the customer has typed, if the merchant asks for them. */
  payer?: Payer;
  /** The order in short. */
  order?: OrderSummary;
  /**
   * Whether the whole amount is captured at once. If the acquirer of real money does not answer in time, a worker
   * makes the capture.
   */
  capture: boolean;
  details: Omit<Details, 'credential'>;
  /** For a later payment: the saved card or the transaction that it charges. */
  source?: ChargeSource;
  /** The reason to decline the payment without asking the acquirer. */
  declined?: Decline;
  /** The instrument that the acquirer charges, and the terms; absent for cards of test merchants. */
  live: Pick<LiveAuthorization, 'instrument' | 'requireTds' | 'left' | 'brought'> | undefined;
  /** The writes that go into the same database transaction, given how the payment ended. */
  record(decline: Decline | undefined, advice?: DeclineAdvice): readonly Write[];
}

/** The outcome of a payment. */
export interface Authorized {
  decline?: Decline;
  /** The bank's advice with the decline. */
  advice?: DeclineAdvice;
  challenged?: boolean;
  captured?: boolean;
  /** Set if another request has given the first answer. */
  repeated?: boolean;
}

/**
 * Asks the acquirer to authorize the payment, and stores the transaction, even if it is declined.
 *
 * @throws LinkEnded; Refused if the saved card was deleted, in which case nothing is held; OperationOpen if the
 *   acquirer of a live merchant has not answered
 */
export async function authorize(
  merchant: StoredMerchant,
  rates: Rates,
  { details, record, declined, live, saved, consent, ...payment }: Authorization,
): Promise<Authorized> {
  const {
    id,
    currency,
    amount,
    card,
    method,
    credential,
    tds,
    recurring,
    linkId,
    payer,
    order,
    till,
    reference,
  } = payment;
  const descriptor = descriptorFor(merchant, payment.descriptor);
  if (!merchant.test && !live) throw new Error('A payment of real money needs `live`');
  if (live) {
    // Only the request that begins the payment counts, and not those that ask for the answer.
    if (merchant.unvouched && !(await getOperation(id))) await admitWrite(merchant.unvouched.app);
    const draft = {
      ...details,
      descriptor,
      card,
      method,
      recurring,
      linkId,
      payer,
      order,
      reference,
      till,
      consent,
      capture: payment.capture,
      source: payment.source,
    };
    const {
      operation,
      first,
      capture: opened,
    } = await authorizeLive(merchant, {
      id,
      amount,
      currency,
      draft,
      saved,
      record,
      ...live,
    });
    if (opened) return resolveCapture(opened, record);
    if (operation.captureId) return endOf(operation);
    const { decline, advice } = operation;
    return { decline, advice, challenged: operation.state === 'open', repeated: !first };
  }
  if (!card) throw new Error('A payment without `live` is by card');
  await admitWrite(merchant.unvouched?.app);
  const acquirer = simulatedAcquirer(accounts);
  const request = {
    transactionId: id,
    order: `${merchant.id}#${linkId ?? reference ?? order?.reference ?? id}`,
    amount,
    currency,
    fundingCurrency: merchant.currency,
    rates,
    credential,
    expiry: card.expiry,
  };
  // If a copy of the request has ended its attempt already, this write fails. A new attempt would never be ended, and
  // would count as a wrong code.
  if (saved) await transact([requireNew(id), ...tryCode(saved, id)]);
  const decline = declined ?? (await ask(acquirer, request));
  const transaction = openTransaction(merchant, {
    id,
    currency,
    amount,
    descriptor,
    card,
    tds,
    recurring,
    linkId,
    payer,
    order,
    reference,
    error: decline && declines[decline],
  });
  const captured = payment.capture && !decline && amount > 0;
  const movement = captured ? capture(transaction, { amount, reference }, rates, Date.now()) : undefined;
  await createTransaction(
    transaction,
    { ...details, credential: isOwn(credential, id) ? undefined : credential },
    {
      merchant,
      movement,
      till,
      alongside: [
        ...record(decline),
        ...endCodeTry(saved?.id, id, decline),
        ...(decline ? [] : keepCard(transaction, credential, consent)),
      ],
    },
  ).catch(async (error) => {
    // A copy of the request may have stored the transaction, which then owns the hold.
    if (error instanceof LinkEnded && !(await transactionExists(id))) {
      await acquirer.abandon(request);
      if (saved) await transact(endCodeTry(saved.id, id, 'PAYMENT_REJECTED'));
    }
    throw error;
  });
  return { decline, captured };
}

/** The simulated bank accounts of test merchants. */
const accounts = { hold: holdOnAccount, release: releaseOnAccount };

async function ask(acquirer: SimulatedAcquirer, request: AuthorizationRequest): Promise<Decline | undefined> {
  const result = await acquirer.authorize(request);
  return result.approved ? undefined : result.decline;
}
