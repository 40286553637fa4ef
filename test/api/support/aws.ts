import { send } from './http.ts';
import { waitUntil } from './wait-until.ts';

/** Calls AWS for tests, or its local stand-in: at `FLORIN_AWS_URL`, or at the `url` of a test file's own Florin. */
export function aws(url: string = process.env.FLORIN_AWS_URL ?? '') {
  const sqs = async (action: string, body: object) => {
    const answer = await send(url, 'POST', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
    });
    if (answer.status !== 200) throw new Error(`SQS ${action}: ${answer.text}`);
    return answer.body;
  };

  const queueUrl = async (name: string): Promise<string> => {
    const { QueueUrls } = await sqs('ListQueues', {});
    return QueueUrls.find((known: string) => known.includes(name));
  };

  /** Counts the messages in a queue, including those that a consumer has received and not deleted. */
  const waiting = async (name: string): Promise<number> => {
    const QueueUrl = await queueUrl(name);
    const { Attributes } = await sqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] });
    return (
      Number(Attributes.ApproximateNumberOfMessages) +
      Number(Attributes.ApproximateNumberOfMessagesNotVisible) +
      Number(Attributes.ApproximateNumberOfMessagesDelayed)
    );
  };

  return {
    waiting,

    /** Waits until no message is left in a queue. */
    async emptied(name: string, seconds?: number): Promise<void> {
      await waitUntil(
        () => waiting(name),
        (count) => count === 0,
        seconds,
      );
    },

    /** Puts events on the acquirer's queue, as an acquirer does. */
    async report(...events: object[]): Promise<void> {
      const QueueUrl = await queueUrl('AcquirerEvents');
      await Promise.all(
        events.map((event) => sqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(event) })),
      );
    },

    /** Moves the messages of a dead-letter queue back to their queue, as an operator does. */
    async redrive(from: string, to: string): Promise<void> {
      const [given, QueueUrl] = await Promise.all([queueUrl(from), queueUrl(to)]);
      for (;;) {
        const { Messages = [] } = await sqs('ReceiveMessage', { QueueUrl: given, MaxNumberOfMessages: 10 });
        if (Messages.length === 0) return;
        for (const { Body, ReceiptHandle } of Messages) {
          await sqs('SendMessage', { QueueUrl, MessageBody: Body });
          await sqs('DeleteMessage', { QueueUrl: given, ReceiptHandle });
        }
      }
    },

    /** Runs a function now, as its schedule does. */
    async invoke(
      name: string,
      event: object = {},
    ): Promise<{ error?: string; body: Record<string, unknown> }> {
      const answer = await send(`${url}/2015-03-31/functions/${name}/invocations`, 'POST', { body: event });
      return { error: answer.headers['x-amz-function-error'] as string | undefined, body: answer.body };
    },
  };
}
