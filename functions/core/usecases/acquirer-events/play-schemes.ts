import { scenarioOf } from '#acquirer/simulated/scheme-events.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Line } from '#domain/transactions/transaction.ts';
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
  if (!transaction) return;
  await sendMessages(
    queue,
    scenarioOf(transaction).map(({ event, delaySeconds }) => ({ body: event, delaySeconds })),
  );
}
