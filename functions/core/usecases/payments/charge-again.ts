import type { StoredCredential } from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { type Credential, ownCredential } from '#acquirer/simulated/simulated-acquirer.ts';
import type { Caller } from '#domain/caller.ts';
import type { Card } from '#domain/cards/card.ts';
import { isOfAccount } from '#domain/cards/customer-card.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { statementFaults } from '#domain/merchants/descriptor.ts';
import { takesPayments } from '#domain/merchants/integration.ts';
import { expiryOf } from '#domain/merchants/unvouched-merchant.ts';
import { Conflict, Declined, OperationOpen, Refused, refuse, requireFound } from '#domain/outcome.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import { unvouchedFaults } from '#domain/transactions/custom.ts';
import { summaryOfOrder } from '#domain/transactions/order-data.ts';
import { reserve } from '#idempotency/reservation.ts';
import type { Requests } from '#schemas/index.ts';
import { getCard, type SavedCard } from '#store/cards/cards.ts';
import { refuseLaterCharges } from '#store/cards/charge-sources.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import type { Write } from '#store/table/transact.ts';
import { findCharge, nameCharge } from '#store/transactions/charge-references.ts';
import { getOperation } from '#store/transactions/operations.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction } from '#store/transactions/transactions.ts';
import { asMember } from '../accounts/membership.ts';
import { type Authorized, authorize } from './authorize.ts';
import { requireSameCharge, stateOfCharge } from './charge-once.ts';

type Order = Requests['transactionCreate'];

interface ChargeRequest {
  caller: Caller;
  merchantId: Id;
  order: Order;
  idempotency?: Idempotency;
  /** The writes that go into the same database transaction, given the transaction's id and how the payment ended. */
  record(id: Id, decline: Decline | undefined, advice?: DeclineAdvice): readonly Write[];
}

/**
 * Charges the card of an earlier transaction, or a saved card, without the customer: a recurring transaction. A request
 * whose reference names an earlier payment from the same source charges nobody again, unless that payment was declined.
 *
 * @throws NotFound, NoAccess; ReferenceUsed if the earlier payment has another amount or currency; Refused if there is no such card; Declined if the merchant takes no payments
 */
export async function chargeAgain({
  caller,
  merchantId,
  order,
  idempotency,
  record,
}: ChargeRequest): Promise<{ id: Id } & Omit<Authorized, 'challenged'>> {
  const source = sourceOf(order);
  const { reference } = order;
  const reading = Promise.all([
    source.read(),
    asMember(merchantId, caller, findMerchant(merchantId)).then(requireFound),
    currentRates(),
    reference === undefined ? undefined : findCharge(source.id, reference),
  ]);
  const [reserved, [previous, merchant, rates, earlier]] = await reserve(idempotency, newId(), reading);
  if (previous?.merchantId !== merchantId || previous.error !== undefined)
    return refuse(source.field, source.must);
  let id = reserved;
  let declined: Id | undefined;
  if (earlier) {
    const { transactionId } = earlier;
    const state = await stateOfCharge(transactionId);
    if (state !== 'declined') requireSameCharge(reference ?? '', earlier, order);
    if (state === 'made') return { id: transactionId, repeated: true };
    if (state === 'open') id = transactionId;
    else declined = transactionId;
  }
  // An operation that was opened before the merchant was disabled may have been paid, so Florin continues it.
  if (!takesPayments(merchant) && !(await getOperation(id))) throw new Declined(27);
  const faults = unvouchedFaults(merchant.unvouched, { custom: order.custom });
  if (faults.length > 0) throw new Refused(faults);
  const unfit = merchant.test
    ? []
    : statementFaults(order.descriptor, 'descriptor', merchant.acquirer?.prefix);
  if (unfit.length > 0 && !(await getOperation(id))) throw new Refused(unfit);
  const { card, credential } = previous;
  if (!card) return refuse(source.field, 'Must be of a payment by card: other methods need their customer');
  if (!credential)
    return refuse(source.field, 'Must be of a payment whose customer agreed to later payments');
  if (!isOfAccount(credential, merchant.acquirer) && !(await getOperation(id)))
    refuse(
      source.field,
      'The card is stored at an earlier account of the merchant: ask the customer for a new card',
    );
  // Card networks fine merchants who try again after such advice. An operation that was opened before goes on.
  if (previous.refusesCharges && !(await getOperation(id)))
    throw new Declined(8, { advice: 'do_not_try_again' });
  const { currency, amount, descriptor, custom, capture = false } = order;
  if (reference !== undefined && earlier?.transactionId !== id) {
    const charge = { transactionId: id, amount, currency };
    const named = await nameCharge(source.id, reference, charge, declined, expiryOf(merchant.unvouched));
    requireSameCharge(reference, named, order);
    id = named.transactionId;
  }
  const charged = { kind: source.field === 'cardId' ? 'card' : 'transaction', id: source.id } as const;
  const authorizing = authorize(merchant, rates, {
    id,
    amount,
    currency,
    descriptor,
    card: { ...card, code: { present: false } },
    credential: credential as Credential,
    live: merchant.test ? undefined : { instrument: { credential: credential as StoredCredential } },
    reference,
    recurring: true,
    order: summaryOfOrder({ custom }),
    capture,
    details: { custom },
    source: charged,
    record: (decline, advice) => [...record(id, decline, advice), ...refuseLaterCharges(charged, advice)],
  });
  const { challenged, ...authorized } = await authorizing.catch(async (error): Promise<Authorized> => {
    // Another request with the same reference has stored the payment in the meantime.
    if (reference !== undefined && error instanceof Conflict && (await stateOfCharge(id)) === 'made')
      return { repeated: true };
    throw error;
  });
  // No customer is present to answer a challenge, so the adapter declines it.
  if (challenged) throw new OperationOpen(id);
  return { id, ...authorized };
}

/** The object that the card comes from: a saved card, or an earlier transaction. */
interface Source {
  id: Id;
  field: string;
  must: string;
  read(): Promise<
    | (Pick<SavedCard, 'merchantId' | 'credential' | 'refusesCharges'> & { card?: Card; error?: number })
    | undefined
  >;
}

/** Chooses the earlier transaction, by either of its field names, or the saved card. */
function sourceOf({ transactionId, authorizationId, cardId }: Order): Source {
  const id = transactionId ?? authorizationId;
  if (id === undefined)
    return {
      id: cardId ?? '',
      field: 'cardId',
      must: 'Must be a card of this merchant',
      read: () => getCard(cardId ?? ''),
    };
  const field = transactionId === undefined ? 'authorizationId' : 'transactionId';
  return {
    id,
    field,
    must: 'Must be a successful transaction of this merchant',
    read: () => getChargeable(id),
  };
}

/**
 * Returns a transaction with the acquirer's credential for its card, and the account that the card is saved at. The
 * simulated acquirer always has a credential. A real acquirer keeps a card only if its owner has agreed. Nobody charges the
 * card of a customer who was erased on request.
 */
export async function getChargeable(id: Id): Promise<TransactionWithTrail | undefined> {
  const transaction = await getTransaction(id);
  if (!transaction) return undefined;
  const { test, credential, erased, acquirer: at } = transaction;
  if (erased === true) return { ...transaction, credential: undefined };
  if (test) return { ...transaction, credential: credential ?? ownCredential(id) };
  return credential && at
    ? { ...transaction, credential: { ...credential, at: { acquirer: at.acquirer, account: at.account } } }
    : transaction;
}
