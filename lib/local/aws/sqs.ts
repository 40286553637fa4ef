import type { Properties } from '../template.ts';
import { type AwsAnswer, AwsError, type AwsOptions } from './protocol.ts';
import { type Message, md5, type Queue, type Queues, systemAttributes } from './queues.ts';

type Options = Pick<AwsOptions, 'queues' | 'wakeUp'>;

/** SQS's JSON protocol. */
export async function answerSqs(action: string, input: Properties, options: Options): Promise<AwsAnswer> {
  const operation = Object.hasOwn(operations, action) && operations[action];
  if (!operation) throw new AwsError('InvalidAction', `Not supported locally: SQS ${action}`);
  return { body: await operation(input, options) };
}

type Operation = (input: Properties, options: Options) => Promise<unknown>;

const operations: Record<string, Operation> = {
  async ListQueues({ QueueNamePrefix = '' }, { queues }) {
    return {
      QueueUrls: queues.all.filter(({ name }) => name.startsWith(QueueNamePrefix)).map(({ url }) => url),
    };
  },

  async GetQueueUrl({ QueueName }, { queues }) {
    return { QueueUrl: queueOf(queues, QueueName).url };
  },

  async GetQueueAttributes({ QueueUrl, AttributeNames = [] }, { queues }) {
    const queue = queueOf(queues, QueueUrl);
    const { visible, hidden, delayed } = await queues.count(queue.name);
    const all: Record<string, string> = {
      QueueArn: queue.arn,
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
      ApproximateNumberOfMessagesDelayed: String(delayed),
      VisibilityTimeout: String(queue.visibility / 1000),
      DelaySeconds: String(queue.delay / 1000),
    };
    const wanted = Object.entries(all).filter(
      ([name]) => AttributeNames.includes('All') || AttributeNames.includes(name),
    );
    return { Attributes: Object.fromEntries(wanted) };
  },

  async SendMessage({ QueueUrl, ...entry }, { queues }) {
    return send(queues, queueOf(queues, QueueUrl), entry);
  },

  async SendMessageBatch({ QueueUrl, Entries = [] }, { queues }) {
    const queue = queueOf(queues, QueueUrl);
    if (Entries.length < 1 || Entries.length > 10) {
      throw new AwsError('TooManyEntriesInBatchRequest', 'A batch has 1 to 10 entries');
    }
    const bytes = Entries.reduce(
      (sum: number, { MessageBody = '' }) => sum + Buffer.byteLength(MessageBody),
      0,
    );
    if (bytes > limits.body) throw new AwsError('BatchRequestTooLong', 'The entries are too long together');
    const Successful = [];
    for (const entry of Entries as Properties[]) {
      Successful.push({ Id: entry.Id, ...(await send(queues, queue, entry)) });
    }
    return { Successful, Failed: [] };
  },

  async ReceiveMessage(input, { queues, wakeUp }) {
    const { name } = queueOf(queues, input.QueueUrl);
    const max = input.MaxNumberOfMessages ?? 1;
    if (!(max >= 1 && max <= 10)) throw invalid('MaxNumberOfMessages is 1 to 10');
    const hidden = input.VisibilityTimeout === undefined ? undefined : input.VisibilityTimeout * 1000;
    const end = Date.now() + Math.min(20, input.WaitTimeSeconds ?? 0) * 1000;
    const names = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
    for (;;) {
      const seen = wakeUp.count;
      const messages = await queues.receive(name, max, hidden);
      if (messages.length > 0) return { Messages: messages.map((message) => receivedOf(message, names)) };
      if (Date.now() >= end) return {};
      await wakeUp.wait(seen, Math.min(1000, end - Date.now()));
    }
  },

  async DeleteMessage({ QueueUrl, ReceiptHandle }, { queues }) {
    await queues.remove(queueOf(queues, QueueUrl).name, ReceiptHandle ?? '');
    return {};
  },

  async DeleteMessageBatch({ QueueUrl, Entries = [] }, { queues }) {
    const { name } = queueOf(queues, QueueUrl);
    for (const { ReceiptHandle } of Entries) await queues.remove(name, ReceiptHandle ?? '');
    return { Successful: Entries.map(({ Id }: Properties) => ({ Id })), Failed: [] };
  },
};

/** Finds a queue by its name or URL, of which the last part is the name. */
function queueOf(queues: Queues, urlOrName: unknown): Queue {
  const name = String(urlOrName ?? '').replace(/^.*\//s, '');
  const queue = queues.all.find((candidate) => candidate.name === name);
  if (!queue) throw new AwsError('QueueDoesNotExist', `There is no queue ${name}`);
  return queue;
}

/** SQS's limits, in bytes and seconds. */
const limits = { body: 1024 * 1024, delay: 900 };

async function send(queues: Queues, queue: Queue, input: Properties) {
  const { MessageBody: body, DelaySeconds: delay, MessageAttributes: attributes } = input;
  const { MessageGroupId: group } = input;
  if (typeof body !== 'string' || body === '') throw invalid('MessageBody is missing');
  if (Buffer.byteLength(body) > limits.body) throw invalid('MessageBody is too long');
  if (delay !== undefined && !(delay >= 0 && delay <= limits.delay))
    throw invalid('DelaySeconds is 0 to 900');
  if (group !== undefined && !/^[!-~]{1,128}$/.test(group)) throw invalid('MessageGroupId is not valid');
  const options = { attributes, group, ...(delay !== undefined && { delay: delay * 1000 }) };
  const { id } = await queues.send(queue.name, body, options);
  return { MessageId: id, MD5OfMessageBody: md5(body) };
}

function receivedOf(message: Message, names: string[]) {
  const attributes = Object.entries(systemAttributes(message)).filter(
    ([name]) => names.includes('All') || names.includes(name),
  );
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    MD5OfBody: md5(message.body),
    Body: message.body,
    ...(attributes.length > 0 && { Attributes: Object.fromEntries(attributes) }),
    ...(Object.keys(message.attributes).length > 0 && { MessageAttributes: message.attributes }),
  };
}

const invalid = (message: string) => new AwsError('InvalidParameterValue', message);
