import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError } from '#observability/log.ts';

/** Works on each record of a batch of the table's stream, one after the other. */
export const eachRecord =
  (work: (record: DynamoDBRecord) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const record of Records) {
      try {
        await work(record);
      } catch (error) {
        logError(record.eventID ?? '', error);
        // Lambda reads a stream in order: records behind the first failure are read again too.
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    return { batchItemFailures: [] };
  };

/**
 * Works on all records at once, for work that needs no order. Records behind the first failure are processed again, so
 * the work must be repeatable.
 */
export const allRecords =
  (work: (record: DynamoDBRecord) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const results = await Promise.allSettled(Records.map(work));
    const failures = Records.filter((record, i) => {
      const result = results[i];
      if (result?.status === 'rejected') logError(record.eventID ?? '', result.reason);
      return result?.status === 'rejected';
    });
    const [first] = failures;
    const batchItemFailures = first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [];
    return { batchItemFailures };
  };
