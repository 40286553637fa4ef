import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log, logError } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';

/**
 * Does what each message of a batch asks for. One that fails is counted, and told to SQS, which brings it again and
 * in the end moves it to the dead-letter queue; the others of its batch are done all the same.
 *
 * @param work given the message's JSON, and its id, which is the same when it comes again
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
        logError(messageId, error);
        log('error', { requestId: messageId, ...embedded({ name: 'FailedMessages', value: 1 }) });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}
