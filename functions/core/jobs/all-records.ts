import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { logError } from '#observability/log.ts';
import { eachMessage, logFailure } from './messages.ts';
import { stopBefore } from './stop-before.ts';

const retries = requireVariable('RETRIES_URL');

/** The time for which a failed record waits in the queue before its next attempt, in seconds. */
const pause = 5;

/** In milliseconds: the time that is kept to pass the records that took too long to the queue. */
const reserve = 10_000;

/**
 * Works on all records of a batch at once, for work that needs no order. A failed record is sent to a queue, which
 * delivers it again for a day, so that it does not hold up later records. Only if the queue does not accept it,
 * Lambda repeats the batch from this record on. A record may come several times, so the work must be repeatable.
 */
export const allRecords =
  (work: (record: DynamoDBRecord) => Promise<void>) =>
  async (
    event: DynamoDBStreamEvent | SQSEvent,
    context?: Partial<Context>,
  ): Promise<DynamoDBBatchResponse | SQSBatchResponse> => {
    if (isOfQueue(event)) return eachMessage(work)(event, context);
    const { Records } = event;
    const end = stopBefore(context, reserve, 'The record took too long');
    const results = await Promise.allSettled(Records.map((record) => Promise.race([work(record), end.time])));
    end.cancel();
    const failed = Records.filter((record, i) => {
      const result = results[i];
      if (result?.status === 'rejected') logFailure(record.eventID ?? '', result.reason);
      return result?.status === 'rejected';
    });
    try {
      await sendMessages(
        retries,
        failed.map((record) => ({ body: record, delaySeconds: pause })),
      );
      return { batchItemFailures: [] };
    } catch (error) {
      logError(failed[0]?.eventID ?? '', error);
      return { batchItemFailures: [{ itemIdentifier: failed[0]?.dynamodb?.SequenceNumber ?? '' }] };
    }
  };

const isOfQueue = (event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent =>
  event.Records[0]?.eventSource === 'aws:sqs';
