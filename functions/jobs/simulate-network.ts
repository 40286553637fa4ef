import { scenarioOf } from '#acquirer/simulated-scheme-events.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { eachRecord } from '#jobs/records.ts';
import { getTransaction } from '#store/transactions/transactions.ts';

const queue = requireVariable('ACQUIRER_EVENTS_URL');

/**
 * Plays the card schemes in test mode: some test card numbers lead to a dispute or a fraud alert after a capture.
 * References derive from the transaction's id, so that a repeated record or a second capture changes nothing.
 */
export const handler = eachRecord(async ({ dynamodb }) => {
  const id = dynamodb?.NewImage?.transactionId?.S;
  const transaction = id && (await getTransaction(id));
  if (!transaction) return;
  const scenario = scenarioOf(transaction);
  await sendMessages(
    queue,
    scenario.map(({ event, delaySeconds }) => ({ body: event, delaySeconds })),
  );
});
