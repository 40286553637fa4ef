import {
  decisionOf,
  endingOf,
  failureOf,
  type SchemeEvent,
  scenarioOf,
} from '#acquirer/simulated/scheme-events.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Dispute } from '#domain/disputes/dispute.ts';
import type { Line, Transaction } from '#domain/transactions/transaction.ts';
import type { Change } from '#jobs/change.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import { getTransaction } from '#store/transactions/transactions.ts';

const queue = requireVariable('ACQUIRER_EVENTS_URL');

/**
 * Plays the card schemes in test mode: some test card numbers lead to a dispute or a fraud alert after a capture.
 * References derive from the transaction's id, so that a repeated record or a second capture changes nothing.
 *
 * @param line of a capture of a test merchant
 */
export async function playSchemes({ transactionId }: Pick<Line, 'transactionId'>): Promise<void> {
  const transaction = transactionId && (await getTransaction(transactionId));
  if (transaction) await send(scenarioOf(transaction));
}

/**
 * Plays the failure of a refund in test mode, if the customer has chosen it at the simulated bank. The money that comes back
 * has a line of a refund, too.
 *
 * @param line of a refund of a test merchant
 */
export async function playRefund({
  id,
  transactionId,
  amount,
}: Pick<Line, 'id' | 'transactionId' | 'amount'>): Promise<void> {
  const transaction = transactionId && amount.amount > 0 && (await getTransaction(transactionId));
  if (transaction) await send(failureOf(transaction, id));
}

/** Plays the end of a new authorization in test mode, if the customer has chosen it at the simulated bank. */
export async function playEnding({ now, before }: Change): Promise<void> {
  if (before || now?.sk !== transactionKey('').sk) return;
  const { pk, method, pendingAmount } = now as Item & Transaction;
  if (pendingAmount > 0) await send(endingOf({ id: pk.slice('tx#'.length), method }));
}

/** Plays the bank's decision in test mode, once the evidence for a dispute was submitted. */
export async function playDecision(now: Item | undefined, before: Item | undefined): Promise<void> {
  const [dispute, was] = [now, before] as (Partial<Dispute> | undefined)[];
  if (!dispute?.transactionId || !dispute.evidence?.submitted || was?.evidence?.submitted) return;
  const transaction = await getTransaction(dispute.transactionId);
  if (transaction?.test) await send(decisionOf(transaction));
}

const send = (events: readonly SchemeEvent[]): Promise<void> =>
  sendMessages(
    queue,
    events.map(({ event, delaySeconds }) => ({ body: event, delaySeconds })),
  );
