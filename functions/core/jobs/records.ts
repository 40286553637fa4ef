import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError } from '#observability/log.ts';

/** Does the work for each record of a batch of the table's stream, one after the other. */
export const eachRecord =
  (work: (record: DynamoDBRecord) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const record of Records) {
      try {
        await work(record);
      } catch (error) {
        logError(record.eventID ?? '', error);
        // A stream is read in order: what comes behind the first failure is read again with it.
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    return { batchItemFailures: [] };
  };
