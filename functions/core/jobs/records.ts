import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logFailure } from './messages.ts';

/** Works on each record of a batch of the table's stream, one after the other. */
export const eachRecord =
  (work: (record: DynamoDBRecord) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const record of Records) {
      try {
        await work(record);
      } catch (error) {
        logFailure(record.eventID ?? '', error);
        // Lambda reads a stream in order: records behind the first failure are read again too.
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    return { batchItemFailures: [] };
  };
