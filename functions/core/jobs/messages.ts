import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log, logError } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { stopBefore } from './stop-before.ts';

/** In milliseconds: the time that is kept to report messages that took too long. */
const reserve = 1_000;

/**
 * Works on each message of a batch. A failed message is counted and reported to SQS, which delivers it again and in the
 * end moves it to the dead-letter queue. The other messages of the batch are not affected.
 * A message that takes too long fails alone before the function's time is over.
 *
 * @param work receives the message's JSON and its id, which stays the same when the message comes again
 */
export const eachMessage =
  <Message>(work: (message: Message, id: string) => Promise<unknown>) =>
  async ({ Records }: SQSEvent, context?: Partial<Context>): Promise<SQSBatchResponse> => {
    const end = stopBefore(context, reserve, 'The message took too long');
    const failures = await Promise.all(
      Records.map(async ({ messageId, body }) => {
        try {
          await Promise.race([work(JSON.parse(body), messageId), end.time]);
          return [];
        } catch (error) {
          logFailure(messageId, error);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    end.cancel();
    return { batchItemFailures: failures.flat() };
  };

/** Logs and counts a failed message, or a failed record of the stream. @param id of the message or record */
export function logFailure(id: string, error: unknown): void {
  logError(id, error);
  log('error', { requestId: id, ...embeddedMetrics({ name: 'FailedMessages', value: 1 }) });
}
