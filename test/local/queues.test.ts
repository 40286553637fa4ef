import { openQueues, type Queues, queueEvent, readQueues } from '../../lib/local/aws/queues.ts';
import { type Engine, startDynoxide } from '../../lib/local/dynamodb/dynoxide.ts';
import { callEngine, makeLocalTable } from '../../lib/local/dynamodb/engine.ts';
import type { Template } from '../../lib/local/template.ts';
import { makeWakeUp } from '../../lib/local/wake-up.ts';

const template: Template = {
  endpoint: 'http://localhost:3002',
  Resources: {
    Work: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 90,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
      },
    },
    Dead: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead-letters' } },
    Later: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 5 } },
  },
};

let engine: Engine;
let now = 1_700_000_000_000;

beforeAll(async () => {
  engine = await startDynoxide({ root: process.cwd(), onExit: () => {} });
  await makeLocalTable(callEngine(engine.endpoint));
  await makeLocalTable(callEngine(engine.endpoint)); // must do nothing if the table exists
});
afterAll(() => engine.stop());

/** Opens the queues from the engine's data alone, as a new process does. */
const open = () => openQueues(readQueues(template), callEngine(engine.endpoint), makeWakeUp(), () => now);
let queues: Queues;

beforeEach(async () => {
  queues = await open();
});

afterEach(async () => {
  now += 1_000_000_000;
  for (const name of ['Work', 'dead-letters'])
    for (const { receipt } of await queues.receive(name, 100)) await queues.remove(name, receipt);
});

test('readQueues reads the queues of the template', () => {
  expect(readQueues(template)).toEqual([
    {
      name: 'Work',
      arn: 'arn:aws:sqs:eu-west-1:000000000000:Work',
      url: 'http://localhost:3002/000000000000/Work',
      visibility: 90_000,
      delay: 0,
      redrive: { to: 'dead-letters', after: 2 },
    },
    expect.objectContaining({ name: 'dead-letters', visibility: 30_000 }),
    expect.objectContaining({ name: 'Later', delay: 5000 }),
  ]);
  expect(readQueues(template, 0.5).map(({ visibility }) => visibility)).toEqual([500, 500, 500]);
});

test('a received message is hidden for the visibility timeout', async () => {
  const { id } = await queues.send('Work', 'hello');
  const [message] = await queues.receive('Work', 10);
  expect(message).toMatchObject({ id, body: 'hello', receives: 1 });
  now += 89_999;
  expect(await queues.receive('Work', 10)).toEqual([]);
  now += 1;
  expect(await queues.receive('Work', 10)).toMatchObject([{ id, receives: 2 }]);
});

test('a message can be deleted only with its newest receipt', async () => {
  await queues.send('Work', 'hello');
  const [first] = await queues.receive('Work', 10);
  now += 90_000;
  const [second] = await queues.receive('Work', 10);
  await queues.remove('Work', first?.receipt ?? '');
  expect(await queues.count('Work')).toEqual({ visible: 0, hidden: 1, delayed: 0 });
  await queues.remove('Work', second?.receipt ?? '');
  await queues.remove('Work', 'nonsense');
  expect(await queues.count('Work')).toEqual({ visible: 0, hidden: 0, delayed: 0 });
  expect(await (await open()).count('Work')).toEqual({ visible: 0, hidden: 0, delayed: 0 });
});

test('a deletion without a receipt has no effect', async () => {
  await queues.send('Work', 'hello');
  await queues.remove('Work', '');
  expect(await queues.count('Work')).toMatchObject({ visible: 1 });
});

test('messages that were not deleted, even received ones, are available in order after a restart', async () => {
  for (const body of ['first', 'second', 'third']) {
    now++;
    await queues.send('Work', body);
  }
  const [done] = await queues.receive('Work', 2);
  await queues.remove('Work', done?.receipt ?? '');
  queues = await open();
  expect(await queues.receive('Work', 10)).toMatchObject([{ body: 'second' }, { body: 'third' }]);
});

test('a message that was received too often moves to the dead letters once', async () => {
  const { id } = await queues.send('Work', 'poison');
  for (let i = 0; i < 2; i++) {
    expect(await queues.receive('Work', 10)).toHaveLength(1);
    now += 90_000;
  }
  const both = [queues.receive('Work', 10), queues.receive('Work', 10)];
  expect((await Promise.all(both)).flat()).toEqual([]);
  expect(await queues.count('Work')).toEqual({ visible: 0, hidden: 0, delayed: 0 });
  queues = await open();
  expect(await queues.receive('dead-letters', 10)).toMatchObject([{ id, body: 'poison', receives: 1 }]);
});

test.each([
  ['delayed message', 'Work', { delay: 5000 }],
  ['message in a delayed queue', 'Later', {}],
])('a %s is not available before its time', async (_, name, options) => {
  await queues.send(name, 'later', options);
  expect(await queues.count(name)).toEqual({ visible: 0, hidden: 0, delayed: 1 });
  now += 4999;
  expect(await queues.receive(name, 10)).toEqual([]);
  now += 1;
  expect(await queues.receive(name, 10)).toHaveLength(1);
});

test('more messages than the engine reads at the same time are available after a restart', async () => {
  for (let n = 0; n < 4; n++) await queues.send('Work', 'x'.repeat(350_000));
  queues = await open();
  expect(await queues.count('Work')).toMatchObject({ visible: 4 });
});

test('each message goes to one of several concurrent receivers, also while a dead letter is moved', async () => {
  await queues.send('Work', 'poison');
  for (let i = 0; i < 2; i++) {
    await queues.receive('Work', 10);
    now += 90_000;
  }
  await Promise.all(Array.from({ length: 30 }, (_, i) => queues.send('Work', String(i))));
  const received = await Promise.all(Array.from({ length: 3 }, () => queues.receive('Work', 10)));
  expect(received.map(({ length }) => length)).toEqual([10, 10, 10]);
  expect(new Set(received.flat().map(({ body }) => body)).size).toBe(30);
});

test('queueEvent gives a received message the form of Lambda’s events', async () => {
  const attributes = { kind: { DataType: 'String', StringValue: 'x' } };
  const { id } = await queues.send('Work', 'hello', { attributes });
  now += 7;
  const messages = await queues.receive('Work', 10);
  expect(queueEvent(messages, 'arn:queue')).toEqual({
    Records: [
      {
        messageId: id,
        receiptHandle: messages[0]?.receipt,
        body: 'hello',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: String(now - 7),
          SenderId: '000000000000',
          ApproximateFirstReceiveTimestamp: String(now),
        },
        messageAttributes: { kind: expect.objectContaining({ stringValue: 'x', dataType: 'String' }) },
        md5OfBody: '5d41402abc4b2a76b9719d911017c592',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:queue',
        awsRegion: 'eu-west-1',
      },
    ],
  });
});

test('messages of the group with the fewest messages in flight come first', async () => {
  const send = (body: string, group?: string) => queues.send('Work', body, { group });
  for (const n of [1, 2, 3, 4]) await send(`busy ${n}`, 'busy');
  await send('quiet 1', 'quiet');
  const bodies = async (max: number) => (await queues.receive('Work', max)).map(({ body }) => body);
  expect(await bodies(2)).toEqual(['busy 1', 'quiet 1']);
  await send('quiet 2', 'quiet');
  await send('other');
  expect(await bodies(2)).toEqual(['other', 'busy 2']);
  expect(await bodies(9)).toEqual(['quiet 2', 'busy 3', 'busy 4']);
});
