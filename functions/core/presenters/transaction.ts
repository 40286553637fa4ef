import type { Card } from '#domain/cards/card.ts';
import { idDate } from '#domain/id.ts';
import { processingError } from '#domain/processing-error.ts';
import { detailsOf } from '#domain/transactions/movement-details.ts';
import { refundableUntil } from '#domain/transactions/movement-rules.ts';
import type { AcceptedMovement, DeclinedMovement, OpenMovement } from '#domain/transactions/operation.ts';
import {
  type DisputeStep,
  movesNoMoney,
  noFee,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { presentOrder } from './order.ts';

/** A transaction as the API shows it, with its trail, oldest entry first. */
export function present(transaction: TransactionWithTrail) {
  const { id, descriptor, error, trail } = transaction;
  const { merchantId, test, currency, amount, card, custom, tds, recurring, linkId, payer } = transaction;
  const {
    operation,
    accepted = [],
    declinedRefunds: declined,
    acquirer,
    order,
    reference,
    advice,
  } = transaction;
  const captureBefore = acquirer?.captureBefore ?? transaction.captureBefore;
  const { pendingAmount, capturedAmount, refundedAmount, voidedAmount, disputedAmount } = transaction;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    currency,
    amount,
    descriptor,
    pendingAmount,
    capturedAmount,
    refundedAmount,
    voidedAmount,
    disputedAmount,
    card: card ? presentCard(card) : null,
    method: presentMethod(transaction),
    custom: custom ?? null,
    tds: tds ?? null,
    recurring,
    linkId: linkId ?? null,
    payer: payer ? { name: payer.name ?? null, email: payer.email ?? null } : null,
    ...presentOrder(order),
    successful: error === undefined,
    error: error === undefined ? false : processingError(error, advice),
    trail: [
      ...trail.map((entry) => presentEntry(entry, descriptor)),
      ...accepted.map((movement) => presentAccepted(movement, descriptor)),
    ],
    ...(reference === undefined ? {} : { reference }),
    ...(captureBefore && pendingAmount > 0 ? { captureBefore } : {}),
    ...(operation ? { operation: presentOperation(operation) } : {}),
    ...(declined ? presentAllDeclined(declined) : {}),
  };
}

/**
 * Shows a movement that is on its way, after the entries of the trail. It becomes an entry with the acquirer's figures,
 * or disappears if the acquirer declines it.
 */
const presentAccepted = ({ id, kind, amount, until, ...rest }: AcceptedMovement, descriptor: string) => ({
  [kind]: true,
  created: idDate(id),
  amount,
  balance: 0,
  fee: noFee,
  descriptor,
  ...detailsOf(rest),
  pending: true,
  until: new Date(until).toISOString(),
});

/** The movements that were on their way and then declined: the refunds, and the others. */
function presentAllDeclined(declined: readonly DeclinedMovement[]) {
  const refunds = declined.filter(({ kind }) => !kind).map(presentDeclined);
  const others = declined.flatMap((one) => (one.kind ? [{ [one.kind]: true, ...presentDeclined(one) }] : []));
  return {
    ...(refunds.length > 0 ? { declinedRefunds: refunds } : {}),
    ...(others.length > 0 ? { declinedMovements: others } : {}),
  };
}

const presentDeclined = ({ id, kind: _, amount, at, ...details }: DeclinedMovement) => ({
  created: idDate(id),
  amount,
  declined: new Date(at).toISOString(),
  ...detailsOf(details),
});

/** Shows an open movement in the shape of the trail entry that follows once the movement is approved. */
const presentOperation = ({ id, kind, amount, ...rest }: OpenMovement) => ({
  id,
  [kind]: true,
  created: idDate(id),
  amount,
  ...detailsOf(rest),
});

/**
 * `lineId` is absent for entries that move no money: increments, voids, and disputes that end without a movement.
 * While the acquirer's figures are due, `lineId` is absent, too.
 */
const presentEntry = (
  { id, kind, amount, balance, fee, dispute, figuresOf, lineId = id, ...entry }: TrailEntry,
  descriptor: string,
) => ({
  ...(dispute ? { dispute: { id: dispute.id, [dispute.step]: true } } : { [kind]: true }),
  created: idDate(id),
  amount,
  balance,
  fee,
  descriptor: entry.descriptor ?? descriptor,
  ...detailsOf(entry),
  ...(figuresOf ? { figuresDue: true } : hasLine({ kind, dispute, balance }) ? { lineId } : {}),
});

const hasLine = ({ kind, dispute, balance }: Pick<TrailEntry, 'kind' | 'dispute' | 'balance'>): boolean =>
  !(movesNoMoney(kind) || (dispute && hasEnded(dispute.step) && balance === 0));

const hasEnded = (step: DisputeStep): boolean => step === 'won' || step === 'lost';

/** The method of a payment: of each payment by card it is `card`. */
export function presentMethod({ id, method }: Pick<Transaction, 'id' | 'method'>) {
  if (!method) return { type: 'card', name: 'Card' };
  const { type, name, partialCapture, partialRefund, refundDays = null } = method;
  const until = refundableUntil(id, method);
  const refundUntil = until === undefined ? null : new Date(until).toISOString();
  return { type, name, rules: { partialCapture, partialRefund, refundDays, refundUntil } };
}

/** DynamoDB does not keep the order of a map's fields, so this fixes the order. */
const presentCard = ({ bin, last4, expiry, scheme, code }: Card): Card => ({
  bin,
  last4,
  expiry,
  scheme,
  code: { present: code.present },
});
