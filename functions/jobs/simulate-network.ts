import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { scenarioOf } from '#acquirer/scenarios.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { logError } from '#observability/log.ts';
import { getTransaction } from '#store/transactions.ts';

const queue = requireVariable('ACQUIRER_EVENTS_URL');

/**
 * Plays the card schemes in test mode: some test card numbers lead to a dispute or a fraud alert once money was
 * captured. References come from the transaction's id, so that a repeat, or a second capture, brings nothing new.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await simulate(record);
    } catch (error) {
      logError(record.eventID ?? '', error);
      // A stream is read in order: what comes behind the first failure is read again with it.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function simulate({ dynamodb }: DynamoDBRecord): Promise<void> {
  const id = dynamodb?.NewImage?.transactionId?.S;
  const transaction = id && (await getTransaction(id));
  if (!transaction) return;
  const scenario = scenarioOf(transaction);
  await sendMessages(
    queue,
    scenario.map(({ event, delaySeconds }) => ({ body: event, delaySeconds })),
  );
}
