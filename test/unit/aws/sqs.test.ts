import { type Message, sendMessages } from '../../../functions/core/aws/sqs.ts';
import { awsService } from '../aws-service.ts';

interface Entry {
  Id: string;
  MessageBody: string;
  DelaySeconds?: number;
  MessageGroupId?: string;
}

/** The batches that the queue has received. */
let batches: Entry[][] = [];
/** How often the queue leaves each message, by its body, before it takes the message. */
let left: Record<string, number> = {};
let refusal: string | undefined;

const aws = awsService(({ QueueUrl, Entries }) => {
  if (refusal) return [400, { __type: refusal }];
  expect(QueueUrl).toBe(queue);
  batches.push(Entries);
  const Failed = (Entries as Entry[]).flatMap(({ Id, MessageBody }) => {
    const times = left[MessageBody] ?? 0;
    left[MessageBody] = times - 1;
    return times > 0 ? [{ Id, Code: 'ServiceUnavailable' }] : [];
  });
  return [200, { Failed }];
});

const queue = 'https://sqs.example/1/queue';

beforeAll(async () => {
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_SQS: await aws.listen(), AWS_REGION: 'eu-west-1' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
  });
});
beforeEach(() => {
  [batches, left, refusal] = [[], {}, undefined];
});

const numbered = (count: number): Message[] => Array.from({ length: count }, (_, n) => ({ body: { n } }));

const received = () =>
  batches
    .flat()
    .map(({ MessageBody }) => JSON.parse(MessageBody).n)
    .sort((one, other) => one - other);

test('a batch has ten messages at most, and each message is sent once', async () => {
  await sendMessages(queue, numbered(123));
  expect(batches.map(({ length }) => length).sort((one, other) => other - one)).toEqual([
    ...[...Array(12).fill(10), 3],
  ]);
  expect(received()).toEqual(numbered(123).map((_, n) => n));
  await sendMessages(queue, []);
  expect(batches).toHaveLength(13);
});

test('a batch has 900,000 bytes at most', async () => {
  const message = (bytes: number): Message => ({ body: { x: 'é'.repeat((bytes - 8) / 2) } });
  await sendMessages(queue, [message(450_000), message(450_000)]);
  expect(batches).toHaveLength(1);
  await sendMessages(queue, [message(450_000), message(450_002), message(10)]);
  expect(
    batches
      .slice(1)
      .map(({ length }) => length)
      .sort(),
  ).toEqual([1, 2]);
});

test('a message has its delay and its group', async () => {
  await sendMessages(queue, [{ body: { n: 1 }, delaySeconds: 7, group: 'shop' }, { body: { n: 2 } }]);
  expect(batches).toEqual([
    [
      { Id: '0', MessageBody: '{"n":1}', DelaySeconds: 7, MessageGroupId: 'shop' },
      { Id: '1', MessageBody: '{"n":2}' },
    ],
  ]);
});

test('only messages that the queue has left are sent again, three times in all', async () => {
  left = { '{"n":1}': 2 };
  await sendMessages(queue, numbered(3));
  expect(received()).toEqual([0, 1, 1, 1, 2]);
  left = { '{"n":1}': 3 };
  await expect(sendMessages(queue, numbered(3))).rejects.toThrow('SQS left 1 messages: ServiceUnavailable');
});

test('a refused batch is an error', async () => {
  refusal = 'AccessDenied';
  await expect(sendMessages(queue, numbered(1))).rejects.toThrow('SendMessageBatch failed: 400 AccessDenied');
});
