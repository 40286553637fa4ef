import { callAws, jsonAction } from './call.ts';

export interface Message {
  /** The content, sent as JSON. */
  body: object;
  /** The time for which SQS hides the message. */
  delaySeconds?: number;
  /**
   * SQS prefers messages of groups that have fewer messages in flight:
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
   */
  group?: string;
}

/** The most messages that SQS takes in one request, and their most bytes together, below SQS's limit of 1 MiB. */
export const batchSize = 10;
const batchBytes = 900_000;
const batchesAtOnce = 10;
const attempts = 3;

/** Sends messages to a queue, each at least once. After an error some of them may be unsent. */
export async function sendMessages(queueUrl: string, messages: readonly Message[]): Promise<void> {
  const batches = batchesOf(messages.map(textOf));
  for (const some of chunks(batches, batchesAtOnce))
    await Promise.all(some.map((batch) => sendBatch(queueUrl, batch, attempts)));
}

interface Text extends Omit<Message, 'body'> {
  text: string;
}

const textOf = ({ body, ...message }: Message): Text => ({ ...message, text: JSON.stringify(body) });

function batchesOf(messages: readonly Text[]): Text[][] {
  const batches: Text[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = Buffer.byteLength(message.text);
    const last = batches.at(-1);
    bytes += size;
    if (last && last.length < batchSize && bytes <= batchBytes) last.push(message);
    else {
      batches.push([message]);
      bytes = size;
    }
  }
  return batches;
}

/** SQS accepts or rejects each message of a batch separately. The rejected ones are sent again. */
async function sendBatch(QueueUrl: string, messages: readonly Text[], tries: number): Promise<void> {
  const Entries = messages.map(({ text, delaySeconds, group }, i) => ({
    Id: String(i),
    MessageBody: text,
    DelaySeconds: delaySeconds,
    MessageGroupId: group,
  }));
  const { ok, status, body } = await callAws<{ Failed?: { Id: string; Code: string }[] }>('sqs', {
    headers: jsonAction('AmazonSQS.SendMessageBatch', '1.0'),
    body: { QueueUrl, Entries },
  });
  if (!ok) throw new Error(`SQS SendMessageBatch failed: ${status} ${body.__type}`);
  const left = (body.Failed ?? []).map(({ Id }) => messages[Number(Id)] as Text);
  if (left.length === 0) return;
  if (tries === 1) throw new Error(`SQS left ${left.length} messages: ${body.Failed?.[0]?.Code}`);
  await sendBatch(QueueUrl, left, tries - 1);
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
