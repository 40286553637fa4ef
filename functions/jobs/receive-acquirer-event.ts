import disputeOpened from 'check:disputeOpened';
import disputeResolved from 'check:disputeResolved';
import fraudReported from 'check:fraudReported';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { heldBy } from '#domain/dispute.ts';
import { type Id, newId } from '#domain/id.ts';
import { type Check, faultsOf } from '#http/validate.ts';
import { eachMessage } from '#jobs/messages.ts';
import { log } from '#observability/log.ts';
import type { Requests } from '#schemas/index.ts';
import {
  disputeByReference,
  recordFraud,
  recordOpening,
  recordOutcome,
  settle,
} from '#store/acquirer-events.ts';
import { currentRates } from '#store/rates.ts';
import { whileMoved } from '#store/retry.ts';
import { getTransaction, type TransactionWithTrail } from '#store/transactions.ts';

/**
 * Takes what the card schemes report, through the acquirer: disputes and fraud alerts. Events may come twice, in any
 * order and at once; each is applied once, by the acquirer's reference.
 */
export const handler = (events: SQSEvent): Promise<SQSBatchResponse> =>
  eachMessage<{ type?: unknown }>(events, async (event) => {
    log('info', { event: String(event.type) });
    await whileMoved(() => apply(event));
  });

async function apply(event: { type?: unknown }): Promise<void> {
  if (event.type === 'dispute.opened') return open(checked(disputeOpened, event));
  if (event.type === 'dispute.resolved') return resolve(checked(disputeResolved, event));
  if (event.type === 'fraud.reported') return report(checked(fraudReported, event));
  throw new Error('Unknown event type');
}

function checked<T>(check: Check, event: unknown): T {
  const faults = faultsOf(check, event);
  if (faults.length > 0)
    throw new Error(`Invalid event: ${faults.map(({ field, message }) => `${field} ${message}`)}`);
  return event as T;
}

async function open({
  reference,
  transactionId,
  amount,
  reason,
  due,
}: Requests['disputeOpened']): Promise<void> {
  const [known, transaction] = await Promise.all([
    disputeByReference(reference),
    requireTransaction(transactionId),
  ]);
  if (!known?.opened) {
    const { merchantId } = transaction;
    const dispute = { id: newId(), merchantId, transactionId, amount, reason, due };
    await recordOpening(reference, transaction, dispute, heldBy(transaction, amount));
  }
  await settleIfDecided(reference);
}

async function resolve({ reference, outcome }: Requests['disputeResolved']): Promise<void> {
  await recordOutcome(reference, outcome);
  await settleIfDecided(reference);
}

/** Whichever fact comes last finds the other one here. */
async function settleIfDecided(reference: string): Promise<void> {
  const known = await disputeByReference(reference);
  if (!known?.opened || !known.outcome || known.settled) return;
  const [transaction, rates] = await Promise.all([
    requireTransaction(known.opened.transactionId),
    currentRates(),
  ]);
  await settle(reference, transaction, known.opened, known.outcome, rates);
}

async function report({
  reference,
  transactionId,
  reported,
  reason,
}: Requests['fraudReported']): Promise<void> {
  const { merchantId } = await requireTransaction(transactionId);
  await recordFraud(reference, { id: newId(), merchantId, transactionId, reported, reason });
}

async function requireTransaction(id: Id): Promise<TransactionWithTrail> {
  const transaction = await getTransaction(id);
  if (!transaction) throw new Error(`No transaction ${id}`);
  return transaction;
}
