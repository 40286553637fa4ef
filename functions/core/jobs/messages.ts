import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log, logError } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';

/**
 * Works on each message of a batch. A failed message is counted and reported to SQS, which delivers it again and in the
 * end moves it to the dead-letter queue. The other messages of the batch are not affected.
 *
 * @param work receives the message's JSON and its id, which stays the same when the message comes again
 */
export async function eachMessage<Message>(
  { Records }: SQSEvent,
  work: (message: Message, id: string) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await work(JSON.parse(body), messageId);
        return [];
      } catch (error) {
        logFailure(messageId, error);
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

/** Logs and counts a failed message, or a failed record of the stream. @param id of the message or record */
export function logFailure(id: string, error: unknown): void {
  logError(id, error);
  log('error', { requestId: id, ...embeddedMetrics({ name: 'FailedMessages', value: 1 }) });
}
