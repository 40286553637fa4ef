import { createHash, randomUUID } from 'node:crypto';
import { type CallEngine, localTable } from '../dynamodb/engine.ts';
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
  /** The time for which a received message is hidden, in milliseconds. */
  visibility: number;
  /** The time for which a new message is hidden, in milliseconds. */
  delay: number;
  /** The dead-letter queue, and the number of receptions after which a message goes there. */
  redrive?: { to: string; after: number };
}

export interface Message {
  id: string;
  body: string;
  /** The sender's attributes, in SQS's form. */
  attributes: Properties;
  /** The message's group. The queue serves all groups equally. */
  group?: string;
  /** The time of sending; like all times here in milliseconds since 1970. */
  sent: number;
  visible: number;
  /** The number of receptions so far. */
  receives: number;
  firstReceived?: number;
  /** The receipt handle of the latest reception. */
  receipt: string;
}

export interface SendOptions {
  delay?: number;
  attributes?: Properties;
  group?: string;
}

export interface Queues {
  all: readonly Queue[];
  send(name: string, body: string, options?: SendOptions): Promise<Message>;
  /** Takes up to `max` messages that are visible, and hides them for a time. */
  receive(name: string, max: number, visibility?: number): Promise<Message[]>;
  /** Deletes the message that was received with this receipt, unless it was received again since. */
  remove(name: string, receipt: string): Promise<void>;
  count(name: string): Promise<{ visible: number; hidden: number; delayed: number }>;
  /** Whether a message of these queues is visible now. */
  hasVisible(names: readonly string[]): boolean;
  /** The time after `time` when the next message of these queues becomes visible; undefined if none will. */
  nextAfter(names: readonly string[], time: number): number | undefined;
}

/** @param visibilitySeconds overrides the visibility timeouts of the template */
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
 * Opens the queues. Like SQS, they hide a received message for a time, and deliver it again unless it is deleted by
 * then. The DynamoDB engine keeps messages that are not deleted, so that the next start delivers them, however this
 * process ends.
 */
export async function openQueues(
  all: readonly Queue[],
  call: CallEngine,
  wakeUp: WakeUp,
  now = Date.now,
): Promise<Queues> {
  const kept = keptIn(call);
  const messages = new Map<string, Message[]>();
  for (const { name } of all) messages.set(name, await kept.read(name));

  return {
    all,

    async send(name, body, { delay = queueOf(name).delay, attributes = {}, group } = {}) {
      const sent = now();
      const id = randomUUID();
      const message = { id, body, attributes, group, sent, visible: sent + delay, receives: 0, receipt: '' };
      await put(name, message);
      if (delay > 0) wakeUp.wakeAt(message.visible);
      else wakeUp.wake();
      return message;
    },

    async receive(name, max, visibility = queueOf(name).visibility) {
      const { redrive } = queueOf(name);
      const received: Message[] = [];
      const taken = new Set<string>();
      // If another reader takes the chosen messages while one of them is moved, other messages are chosen.
      for (;;) {
        const left = messagesOf(name).filter(({ id }) => !taken.has(id));
        const chosen = chooseNext(left, max - received.length, now());
        if (chosen.length === 0) break;
        for (const message of chosen) {
          taken.add(message.id);
          if (message.visible > now()) continue;
          if (redrive && message.receives >= redrive.after) {
            // The message is hidden while it moves, so that no other reader moves it, too.
            message.visible = now() + visibility;
            await move(message, name, redrive.to);
          } else {
            message.receives++;
            message.firstReceived ??= now();
            message.visible = now() + visibility;
            message.receipt = randomUUID();
            received.push({ ...message });
          }
        }
      }
      if (received.length > 0) wakeUp.wakeAt(now() + visibility);
      return received;
    },

    async remove(name, receipt) {
      const message = messagesOf(name).find((candidate) => receipt !== '' && candidate.receipt === receipt);
      if (message) await drop(name, message);
    },

    async count(name) {
      const counts = { visible: 0, hidden: 0, delayed: 0 };
      for (const { visible, receives } of messagesOf(name))
        counts[visible <= now() ? 'visible' : receives > 0 ? 'hidden' : 'delayed']++;
      return counts;
    },

    hasVisible: (names) => names.flatMap(messagesOf).some(({ visible }) => visible <= now()),

    nextAfter(names, time) {
      const later = names.flatMap(messagesOf).flatMap(({ visible }) => (visible > time ? [visible] : []));
      return later.length === 0 ? undefined : later.reduce((a, b) => Math.min(a, b));
    },
  };

  function queueOf(name: string): Queue {
    const queue = all.find((candidate) => candidate.name === name);
    if (!queue) throw new Error(`There is no queue ${name}`);
    return queue;
  }

  function messagesOf(name: string): Message[] {
    return messages.get(queueOf(name).name) ?? [];
  }

  async function put(name: string, message: Message): Promise<void> {
    await kept.write(name, message);
    messagesOf(name).push(message);
  }

  async function drop(name: string, message: Message): Promise<void> {
    await kept.remove(name, message);
    forget(name, message);
  }

  /**
   * Moves a message to another queue. The engine gets the copy before the original is deleted, so that a kill loses
   * nothing; in memory the message is always in one of the two queues.
   */
  async function move(message: Message, from: string, to: string): Promise<void> {
    const moved = { ...message, receives: 0, visible: now() };
    await kept.write(to, moved);
    await kept.remove(from, message);
    forget(from, message);
    messagesOf(to).push(moved);
    wakeUp.wake();
  }

  function forget(name: string, message: Message): void {
    messages.set(
      name,
      messagesOf(name).filter((candidate) => candidate !== message),
    );
  }
}

/**
 * Chooses visible messages, the oldest first, and prefers groups of which the fewest messages are being handled, as
 * SQS does for messages with groups:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
function chooseNext(messages: readonly Message[], max: number, now: number): Message[] {
  const busy = new Map<string, number>();
  const waiting = new Map<string, Message[]>();
  for (const message of messages) {
    const { id, group = id, visible, receives } = message;
    if (visible > now) {
      if (receives > 0) busy.set(group, (busy.get(group) ?? 0) + 1);
    } else if (waiting.has(group)) waiting.get(group)?.push(message);
    else waiting.set(group, [message]);
  }
  const order: Message[] = [];
  while (waiting.size > 0 && order.length < max) {
    let [next = '', least] = ['', Number.POSITIVE_INFINITY];
    for (const group of waiting.keys()) {
      const count = busy.get(group) ?? 0;
      if (count < least) [next, least] = [group, count];
      if (least === 0) break;
    }
    const group = waiting.get(next) ?? [];
    order.push(...group.splice(0, 1));
    if (group.length === 0) waiting.delete(next);
    busy.set(next, least + 1);
  }
  return order;
}

/** Stores the messages in the engine. */
function keptIn(call: CallEngine) {
  const keyOf = (name: string, { sent, id }: Message) => ({
    pk: { S: `queue#${name}` },
    sk: { S: `${String(sent).padStart(15, '0')}#${id}` },
  });
  return {
    async read(name: string): Promise<Message[]> {
      const messages: Message[] = [];
      let ExclusiveStartKey: unknown;
      do {
        const { Items, LastEvaluatedKey } = await call('Query', {
          TableName: localTable,
          KeyConditionExpression: 'pk = :pk',
          ConsistentRead: true,
          ExclusiveStartKey,
          ExpressionAttributeValues: { ':pk': { S: `queue#${name}` } },
        });
        for (const { message } of Items) messages.push(JSON.parse(message.S));
        ExclusiveStartKey = LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return messages;
    },

    async write(name: string, message: Message): Promise<void> {
      const Item = { ...keyOf(name, message), message: { S: JSON.stringify(message) } };
      await call('PutItem', { TableName: localTable, Item });
    },

    async remove(name: string, message: Message): Promise<void> {
      await call('DeleteItem', { TableName: localTable, Key: keyOf(name, message) });
    },
  };
}

/** Makes the event that a function gets: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
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
