import { createHash, randomUUID } from 'node:crypto';
import { type CallEngine, isError, localTable } from '../dynamodb/engine.ts';
import {
  accountId,
  type Properties,
  physicalId,
  queueUrl,
  region,
  resolve,
  resourcesOf,
  type Template,
} from '../template.ts';
import type { WakeUp } from '../wake-up.ts';

/** A queue of the template. */
export interface Queue {
  name: string;
  arn: string;
  url: string;
  /** Milliseconds for which a message that was received is hidden. */
  visibility: number;
  /** Milliseconds for which a new message is hidden. */
  delay: number;
  /** Where a message goes that was received so often. */
  redrive?: { to: string; after: number };
}

export interface Message {
  id: string;
  body: string;
  /** What the sender added, as SQS has it. */
  attributes: Properties;
  /** All times in milliseconds since 1970. */
  sent: number;
  visible: number;
  /** How often it was received. */
  receives: number;
  firstReceived?: number;
  /** Names this reception of it. */
  receipt: string;
}

export interface SendOptions {
  delay?: number;
  attributes?: Properties;
}

export interface Queues {
  all: readonly Queue[];
  send(name: string, body: string, options?: SendOptions): Promise<Message>;
  /** Takes up to `max` messages that are visible, and hides them for a time. */
  receive(name: string, max: number, visibility?: number): Promise<Message[]>;
  /** Deletes what was received with this receipt, unless it was received again since. */
  remove(name: string, receipt: string): Promise<void>;
  count(name: string): Promise<{ visible: number; hidden: number; delayed: number }>;
}

/**
 * @param visibilitySeconds instead of what the template says
 */
export function readQueues(template: Template, visibilitySeconds?: number): Queue[] {
  return resourcesOf(template, 'AWS::SQS::Queue').map(([id, { Properties }]) => {
    const {
      VisibilityTimeout = 30,
      DelaySeconds = 0,
      RedrivePolicy,
    } = resolve(template, Properties ?? {}) as Properties;
    const name = physicalId(template, id);
    return {
      name,
      arn: `arn:aws:sqs:${region}:${accountId}:${name}`,
      url: queueUrl(template, name),
      visibility: (visibilitySeconds ?? VisibilityTimeout) * 1000,
      delay: DelaySeconds * 1000,
      ...(RedrivePolicy && {
        redrive: {
          to: RedrivePolicy.deadLetterTargetArn.replace(/^.*:/, ''),
          after: Number(RedrivePolicy.maxReceiveCount),
        },
      }),
    };
  });
}

/**
 * Queues in the DynamoDB engine, so that messages outlive this process, however it ends. Like SQS: a message that
 * was received is hidden for a time, and delivered again unless it is deleted until then.
 */
export function makeQueues(all: readonly Queue[], call: CallEngine, wakeUp: WakeUp, now = Date.now): Queues {
  const queues: Queues = {
    all,

    async send(name, body, { delay = queueOf(name).delay, attributes = {} } = {}) {
      const sent = now();
      const message = {
        id: randomUUID(),
        body,
        attributes,
        sent,
        visible: sent + delay,
        receives: 0,
        receipt: '',
      };
      await write(name, message);
      if (delay > 0) wakeUp.wakeAt(message.visible);
      else wakeUp.wake();
      return message;
    },

    async receive(name, max, visibility = queueOf(name).visibility) {
      const { redrive } = queueOf(name);
      const received: Message[] = [];
      for await (const found of messages(name, now())) {
        if (redrive && found.receives >= redrive.after) {
          // First there, then here: killed between the two, it is done again, with the same result.
          await write(redrive.to, { ...found, receives: 0, visible: now() });
          await remove(name, found, found.receipt);
          continue;
        }
        const message = await hide(name, found, visibility);
        if (message && received.push(message) >= max) break;
      }
      if (received.length > 0) wakeUp.wakeAt(now() + visibility);
      return received;
    },

    async remove(name, receipt) {
      const [sent, id] = receipt.split('#');
      if (id) await remove(name, { sent: Number(sent), id }, receipt);
    },

    async count(name) {
      const counts = { visible: 0, hidden: 0, delayed: 0 };
      for await (const { visible, receives } of messages(name)) {
        counts[visible <= now() ? 'visible' : receives > 0 ? 'hidden' : 'delayed']++;
      }
      return counts;
    },
  };
  return queues;

  function queueOf(name: string): Queue {
    const queue = all.find((candidate) => candidate.name === name);
    if (!queue) throw new Error(`There is no queue ${name}`);
    return queue;
  }

  /** In the order in which they were sent; those that are visible at `time`, or all. */
  async function* messages(name: string, time?: number): AsyncGenerator<Message> {
    let start: unknown;
    do {
      const { Items, LastEvaluatedKey } = await call('Query', {
        TableName: localTable,
        KeyConditionExpression: 'pk = :pk',
        ConsistentRead: true,
        ExclusiveStartKey: start,
        ExpressionAttributeValues: {
          ':pk': { S: `queue#${name}` },
          ...(time !== undefined && { ':now': { N: String(time) } }),
        },
        ...(time !== undefined && { FilterExpression: 'visible <= :now' }),
      });
      for (const item of Items) yield messageOf(item);
      start = LastEvaluatedKey;
    } while (start);
  }

  async function write(name: string, message: Message): Promise<void> {
    await call('PutItem', { TableName: localTable, Item: itemOf(name, message) });
  }

  /** Undefined if somebody else was faster. */
  async function hide(name: string, found: Message, visibility: number): Promise<Message | undefined> {
    const message = {
      ...found,
      receives: found.receives + 1,
      visible: now() + visibility,
      firstReceived: found.firstReceived ?? now(),
      receipt: `${found.sent}#${found.id}#${randomUUID()}`,
    };
    const done = await conditionally('PutItem', {
      Item: itemOf(name, message),
      ConditionExpression: 'receipt = :seen AND visible = :visible',
      ExpressionAttributeValues: { ':seen': { S: found.receipt }, ':visible': { N: String(found.visible) } },
    });
    return done ? message : undefined;
  }

  async function remove(name: string, message: Pick<Message, 'id' | 'sent'>, receipt: string): Promise<void> {
    await conditionally('DeleteItem', {
      Key: keyOf(name, message),
      ConditionExpression: 'receipt = :receipt',
      ExpressionAttributeValues: { ':receipt': { S: receipt } },
    });
  }

  async function conditionally(action: string, input: object): Promise<boolean> {
    try {
      await call(action, { TableName: localTable, ...input });
      return true;
    } catch (error) {
      if (isError(error, 'ConditionalCheckFailedException')) return false;
      throw error;
    }
  }
}

const keyOf = (name: string, { sent, id }: Pick<Message, 'id' | 'sent'>) => ({
  pk: { S: `queue#${name}` },
  sk: { S: `${String(sent).padStart(15, '0')}#${id}` },
});

const itemOf = (name: string, message: Message) => ({
  ...keyOf(name, message),
  message: { S: JSON.stringify(message) },
  visible: { N: String(message.visible) },
  receipt: { S: message.receipt },
});

const messageOf = (item: Properties): Message => JSON.parse(item.message.S);

/** The event that a function gets, as https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html has it. */
export const queueEvent = (messages: readonly Message[], arn: string) => ({
  Records: messages.map((message) => ({
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes).map(([name, { StringValue, BinaryValue, DataType }]) => [
        name,
        {
          stringValue: StringValue,
          binaryValue: BinaryValue,
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
        },
      ]),
    ),
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  })),
});

export const systemAttributes = ({ receives, sent, firstReceived }: Message) => ({
  ApproximateReceiveCount: String(receives),
  SentTimestamp: String(sent),
  SenderId: accountId,
  ApproximateFirstReceiveTimestamp: String(firstReceived ?? ''),
});

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
