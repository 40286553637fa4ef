import type { PaymentProgress, ReceivedEvent } from '#acquirer/events.ts';
import type { Id } from '#domain/id.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { log } from '#observability/log.ts';
import { transactionOfPayment } from '#store/reconciliation/acquirer-references.ts';
import { getOperation } from '#store/transactions/operations.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { recordAcquirerPayout } from '../ledger/record-acquirer-payout.ts';
import { adoptPayment } from './adopt-payment.ts';
import { applyAccountEvent } from './apply-account-event.ts';
import { applyMovementEvent } from './apply-movement-event.ts';
import { applyOperationEvent } from './apply-operation-event.ts';
import { followPayout } from './follow-payout.ts';
import { logForeign } from './log-foreign.ts';
import { reportFraud } from './report-fraud.ts';
import { requireTransaction } from './require-transaction.ts';
import { syncDispute } from './sync-dispute.ts';

/** Applies an event of an acquirer of real money. An event that comes again has no further effect. */
export async function applyAcquirerEvent(event: ReceivedEvent): Promise<void> {
  const by = { acquirer: event.acquirer, account: event.account };
  switch (event.type) {
    case 'operation.changed':
      await applyOperationEvent(event);
      return applyRaise(event);
    case 'movement.answered':
      return applyMovementEvent(event);
    case 'account.changed':
      return applyAccountEvent(by);
    case 'payout.paid':
    case 'payout.failed':
      await recordAcquirerPayout(by, event.reference, event.type === 'payout.failed');
      return followPayout(by, event.reference);
    case 'payout.changed':
      return followPayout(by, event.reference, event.isLate);
    default: {
      // The open operation is checked first, since its transaction is written when it closes.
      const isEarly = event.type === 'payment.changed' && (await isOpen(event));
      const transactionId = await transactionOfPayment(event.acquirer, event.payment);
      if (transactionId) await applyToPaymentOfAccount(transactionId, event);
      else if (isEarly)
        throw new Error(`${event.payment} is not settled yet`); // The error makes the queue deliver the event again.
      // The account may have payments of other systems.
      else log('info', { event: event.type, ignored: event.payment });
    }
  }
}

/**
 * An event about reserved money can mean that somebody has raised the amount in the acquirer's dashboard. Florin then
 * asks the acquirer.
 */
async function applyRaise(event: OperationChanged): Promise<void> {
  const { acquirer, account, reference, authorized } = event;
  const transactionId = reference && authorized && (await transactionOfPayment(acquirer, reference));
  if (!transactionId) return;
  const transaction = await requireTransaction(transactionId);
  if (isSameAccount(transaction.acquirer, event) && isRaised(transaction, authorized))
    await adoptPayment(transaction.merchantId, { acquirer, account }, reference);
}

type OperationChanged = Extract<ReceivedEvent, { type: 'operation.changed' }>;

/** Whether more is authorized than Florin has asked for. */
const isRaised = ({ amount, operation }: Transaction, authorized = 0): boolean =>
  authorized > amount + (operation?.kind === 'increment' ? operation.amount : 0);

/** Whether the event is about the payment of an open operation. An operation never uses a payment with another id. */
async function isOpen({ operation: id, payment }: { operation?: Id; payment: string }): Promise<boolean> {
  const operation = id === undefined ? undefined : await getOperation(id);
  const own = operation?.kind === 'authorize' ? operation.reference : undefined;
  return operation?.state === 'open' && (own ?? payment) === payment;
}

/**
 * Applies an event to a transaction of the reporting account. An event about another account's payment has no effect,
 * and is counted.
 */
async function applyToPaymentOfAccount(transactionId: Id, event: OfPayment): Promise<void> {
  const transaction = await requireTransaction(transactionId);
  if (isSameAccount(transaction.acquirer, event)) await applyToTransaction(transaction, event);
  else logForeign(event);
}

type OfPayment = Exclude<Extract<ReceivedEvent, { payment: string }>, { type: 'movement.answered' }>;

async function applyToTransaction(transaction: TransactionWithTrail, event: OfPayment): Promise<void> {
  const { id: transactionId, merchantId } = transaction;
  const account = { acquirer: event.acquirer, account: event.account };
  switch (event.type) {
    case 'dispute.changed':
      return syncDispute(account, event.reference);
    case 'fraud.reported': {
      const { reference, reported, reason } = event;
      return reportFraud(event.acquirer, reference, { transactionId, reported, reason });
    }
    // Earlier versions had several types for this change. Such an event may still wait in the queue.
    default:
      if (!isKnown(transaction, event)) await adoptPayment(merchantId, account, event.payment);
  }
}

/** Whether an event reports only what Florin has asked for. */
function isKnown(
  transaction: TransactionWithTrail,
  { authorized, captured, ended }: PaymentProgress,
): boolean {
  const { amount, capturedAmount, pendingAmount, operation } = transaction;
  if (captured === undefined || isRaised(transaction, authorized)) return false;
  const asked = capturedAmount + (operation?.kind === 'capture' ? operation.amount : 0);
  if (asked === amount) return captured <= asked;
  return captured <= capturedAmount && (!ended || (pendingAmount === 0 && !operation));
}
