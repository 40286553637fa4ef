import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { callEngine, credentials, signatureHeaders } from '../../lib/local/dynamodb/engine.ts';
import { start } from '../../lib/local/runner.ts';
import type { Running, StartOptions } from '../../lib/local/start-options.ts';
import type { Template } from '../../lib/local/template.ts';
import { template } from '../unit/local/fixture.ts';

const lambda = (id: string, Variables: object = {}, properties: object = {}) => ({
  [id]: {
    Type: 'AWS::Lambda::Function',
    Properties: { Handler: 'index.handler', Timeout: 5, Environment: { Variables }, ...properties },
    Metadata: { 'aws:asset:path': `asset.${id}` },
  },
});

const source = (id: string, EventSourceArn: object, properties: object = {}) => ({
  [`${id}Source`]: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      BatchSize: 10,
      EventSourceArn,
      FunctionName: { Ref: id },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...properties,
    },
  },
});

/** The fixture's stack, with a function for each kind of trigger. */
function withJobs(): Template {
  const { Resources, ...rest } = template();
  const arn = (id: string, name = 'Arn') => ({ 'Fn::GetAtt': [id, name] });
  return {
    ...rest,
    Resources: {
      ...Resources,
      ...lambda('OnInsert', { QUEUE: { Ref: 'Work' }, SETTING: 'template' }),
      ...source('OnInsert', arn('Table', 'StreamArn'), {
        BisectBatchOnFunctionError: true,
        DestinationConfig: { OnFailure: { Destination: arn('Dead') } },
        FilterCriteria: {
          Filters: [
            { Pattern: '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"sk":{"S":[{"prefix":"user#"}]}}}}' },
          ],
        },
        MaximumRetryAttempts: 1,
        StartingPosition: 'TRIM_HORIZON',
      }),
      ...lambda('OnMessage'),
      ...source('OnMessage', arn('Work')),
      ...lambda('Nightly'),
      ...lambda('Failing', {}, { DeadLetterConfig: { TargetArn: arn('Dead') } }),
      NightlySchedule: {
        Type: 'AWS::Events::Rule',
        Properties: { ScheduleExpression: 'cron(0 3 * * ? *)', Targets: [{ Id: 'a', Arn: arn('Nightly') }] },
      },
      Work: {
        Type: 'AWS::SQS::Queue',
        Properties: { RedrivePolicy: { deadLetterTargetArn: arn('Dead'), maxReceiveCount: 2 } },
      },
      Dead: { Type: 'AWS::SQS::Queue' },
    },
  };
}

const root = mkdtempSync(join(tmpdir(), 'florin-background-'));
const running: Running[] = [];
const notes: string[] = [];
const handlers: Record<string, (event: never) => unknown> = {};

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{}');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  notes.splice(0);
});
afterAll(() => rmSync(root, { recursive: true }));

async function run(options: StartOptions = {}): Promise<Running> {
  const started = await start({
    port: 0,
    posPort: 0,
    consolePort: 0,
    awsPort: 0,
    root,
    memory: true,
    visibilitySeconds: 0.3,
    synth: () => ({ template: withJobs(), directory: '/assembly' }),
    load: async (url) => ({
      handler: (event: never) => handlers[/asset\.(\w+)/.exec(url)?.[1] ?? '']?.(event),
    }),
    note: (text) => notes.push(text),
    report: () => {},
    ...options,
  });
  running.push(started);
  return started;
}

const put = (endpoint: string, sk: string) =>
  new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials }).send(
    new PutItemCommand({
      TableName: 'florin',
      Item: { pk: { S: 'merchant#1' }, sk: { S: sk }, bytes: { B: Buffer.from([1, 2]) } },
    }),
  );

async function waitUntil<T>(find: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 10_000; ; await sleep(20)) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error('The condition did not become true in time');
  }
}

async function sqs(
  { aws }: Running,
  action: string,
  queue: string,
  input: object = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(aws, {
    method: 'POST',
    headers: { 'x-amz-target': `AmazonSQS.${action}`, 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ QueueUrl: `${aws}/000000000000/${queue}`, ...input }),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

const lambdaInvoke = async ({ aws }: Running, name: string, body = '{}', headers = {}) =>
  fetch(`${aws}/2015-03-31/functions/${name}/invocations`, { method: 'POST', body, headers });

const deadLetters = async (florin: Running) =>
  (
    (await sqs(florin, 'ReceiveMessage', 'Dead', { MaxNumberOfMessages: 10 })) as {
      Messages?: { Body: string }[];
    }
  ).Messages;

test('a web page that somebody opens here can neither read the table nor write into it', async () => {
  const { dynamodb } = await run();
  const scan = (headers: Record<string, string>) =>
    fetch(dynamodb, {
      method: 'POST',
      headers: {
        ...signatureHeaders,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.Scan',
        ...headers,
      },
      body: '{"TableName":"florin"}',
    });
  expect((await scan({})).status).toBe(200);
  const refused = await scan({ origin: 'https://page.example' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await fetch(dynamodb, {
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('the table in `.florin/` is for its owner alone', async () => {
  await run({ memory: false });
  const folder = join(root, '.florin');
  const modes = ['', ...readdirSync(folder)].map((name) => statSync(join(folder, name)).mode & 0o077);
  expect(modes.length).toBeGreaterThan(2);
  expect(new Set(modes)).toEqual(new Set([0]));
});

test('the runner prints which jobs run when, and the address of its AWS services', async () => {
  const { triggered, aws } = await run();
  expect(triggered).toEqual([
    { function: 'OnInsert', by: 'stream', source: 'florin' },
    { function: 'OnMessage', by: 'queue', source: 'Work' },
    { function: 'Nightly', by: 'schedule', source: 'cron(0 3 * * ? *)' },
  ]);
  expect(aws).toMatch(/^http:\/\/localhost:\d+$/);
});

describe('the stream', () => {
  test('the stream delivers the records that match the filter once, in Lambda’s format', async () => {
    const events: DynamoDBStreamEvent[] = [];
    handlers.OnInsert = (event) => void events.push(event);
    const { dynamodb } = await run();
    await put(dynamodb, 'user#1');
    await put(dynamodb, 'user#1'); // no insertion
    await put(dynamodb, 'app#1');
    await put(dynamodb, 'user#2');
    await waitUntil(() => events.flatMap(({ Records }) => Records).length === 2);
    await sleep(300);
    const records = events.flatMap(({ Records }) => Records);
    expect(records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S)).toEqual(['user#1', 'user#2']);
    expect(records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: 'arn:aws:dynamodb:eu-west-1:000000000000:table/florin/stream/local',
      dynamodb: { NewImage: { bytes: { B: 'AQI=' } }, SequenceNumber: expect.stringMatching(/^\d+$/) },
    });
    expect(notes).toContainEqual(expect.stringMatching(/^stream OnInsert \d \d+ ms$/));
  });

  test('the stream gives up a failing record after its retries, and continues with the next ones', async () => {
    const done: string[] = [];
    handlers.OnInsert = ({ Records }: DynamoDBStreamEvent) => {
      for (const { dynamodb } of Records) {
        const sk = dynamodb?.Keys?.sk?.S ?? '';
        if (sk === 'user#bad') return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber }] };
        done.push(sk);
      }
      return undefined;
    };
    const florin = await run();
    for (const sk of ['user#1', 'user#bad', 'user#2']) await put(florin.dynamodb, sk);
    const [letter] = await waitUntil(() => deadLetters(florin));
    expect(JSON.parse(letter?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { batchSize: 1, shardId: expect.stringContaining('shardId') },
    });
    await waitUntil(() => done.includes('user#2'));
    expect(done).toEqual(['user#1', 'user#2']);
  });

  test('the stream is not polled while nothing is written, and delivers the write of another process immediately', async () => {
    const seen: string[] = [];
    handlers.OnInsert = ({ Records }: DynamoDBStreamEvent) => {
      seen.push(...Records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S ?? ''));
    };
    const { dynamodb } = await run();
    await put(dynamodb, 'user#1');
    await waitUntil(() => seen.length === 1);
    await sleep(1000); // gives the runner time to store its position, which is a write
    const requests = jest.spyOn(globalThis, 'fetch');
    try {
      await sleep(4000);
      expect(requests.mock.calls).toEqual([]);
      await put(dynamodb, 'user#2');
      await waitUntil(() => seen.length === 2);
    } finally {
      requests.mockRestore();
    }
  });

  test('the stream continues at its last position after a restart', async () => {
    const seen: string[] = [];
    handlers.OnInsert = ({ Records }: DynamoDBStreamEvent) => {
      seen.push(...Records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S ?? ''));
    };
    const { dynamodb } = await run({ triggers: false });
    const first = await run({ dynamodbEndpoint: dynamodb });
    await put(dynamodb, 'user#1');
    await waitUntil(() => seen.length === 1);
    await first.stop();
    await put(dynamodb, 'user#2');
    await run({ dynamodbEndpoint: dynamodb });
    await put(dynamodb, 'user#3');
    await waitUntil(() => seen.includes('user#3'));
    expect(seen).toEqual(['user#1', 'user#2', 'user#3']);
  });
});

test('a record whose batch fails while the runner stops is delivered after a restart', async () => {
  const { dynamodb } = await run({ triggers: false });
  const first = await run({ dynamodbEndpoint: dynamodb });
  let stopped: Promise<void> | undefined;
  handlers.OnInsert = async () => {
    stopped ??= first.stop();
    await stopped; // the runner waits three seconds for the function, and then ends without it
    throw new Error('no');
  };
  await put(dynamodb, 'user#1');
  await waitUntil(() => stopped !== undefined);
  await stopped;
  let seen = 0;
  handlers.OnInsert = ({ Records }: DynamoDBStreamEvent) => {
    seen += Records.length;
  };
  await run({ dynamodbEndpoint: dynamodb });
  await waitUntil(() => seen === 1);
});

test('background jobs can be turned off', async () => {
  let ran = 0;
  handlers.OnInsert = handlers.OnMessage = () => void ran++;
  const florin = await run({ triggers: false });
  await put(florin.dynamodb, 'user#1');
  await sqs(florin, 'SendMessage', 'Work', { MessageBody: 'x' });
  await sleep(1500);
  expect(ran).toBe(0);
});

test('with streams turned off, a table has no stream, and queues still work', async () => {
  const seen: unknown[] = [];
  handlers.OnMessage = (event: SQSEvent) => void seen.push(event);
  const florin = await run({ streams: false });
  const { Table } = await callEngine(florin.dynamodb)('DescribeTable', { TableName: 'florin' });
  expect(Table.LatestStreamArn).toBeUndefined();
  expect(florin.triggered.map(({ by }) => by)).not.toContain('stream');
  await sqs(florin, 'SendMessage', 'Work', { MessageBody: 'x' });
  await waitUntil(() => seen.length === 1);
});

describe('the queue', () => {
  const bodies = ({ Records }: SQSEvent) => Records.map(({ body }) => body);

  test('the queue delivers a failed message again, and then moves it to the dead letters', async () => {
    const seen: string[] = [];
    handlers.OnMessage = (event: SQSEvent) => {
      seen.push(...bodies(event));
      const bad = event.Records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    };
    const florin = await run();
    for (const MessageBody of ['good', 'bad', 'fine'])
      await sqs(florin, 'SendMessage', 'Work', { MessageBody });
    expect(await waitUntil(() => deadLetters(florin))).toMatchObject([{ Body: 'bad' }]);
    expect(seen.sort()).toEqual(['bad', 'bad', 'fine', 'good']);
    const { Attributes } = await sqs(florin, 'GetQueueAttributes', 'Work', { AttributeNames: ['All'] });
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
    });
  });

  test('the queue delivers the whole batch again if the function throws', async () => {
    let calls = 0;
    const seen: string[] = [];
    handlers.OnMessage = (event: SQSEvent) => {
      if (++calls === 1) throw new Error('no');
      seen.push(...bodies(event));
    };
    const florin = await run();
    await sqs(florin, 'SendMessage', 'Work', { MessageBody: 'again' });
    await waitUntil(() => seen.length > 0);
    expect(seen).toEqual(['again']);
  });

  test('stopping waits for the current batch', async () => {
    let ended = false;
    let began = false;
    handlers.OnMessage = async () => {
      began = true;
      await sleep(200);
      ended = true;
    };
    const florin = await run({ visibilitySeconds: 30 });
    await sqs(florin, 'SendMessage', 'Work', { MessageBody: 'slow' });
    await waitUntil(() => began);
    await florin.stop();
    expect(ended).toBe(true);
  });

  test('SQS takes a delay, a group and a visibility timeout, and deletes a batch', async () => {
    const florin = await run({ triggers: false, visibilitySeconds: 60 });
    const ask = (action: string, input: object) => sqs(florin, action, 'Work', input);
    const receive = async (input: object) =>
      ((await ask('ReceiveMessage', input)).Messages ?? []) as { Body: string; ReceiptHandle: string }[];
    const Entries = ['a1', 'a2', 'b1'].map((MessageBody) => {
      const [MessageGroupId] = MessageBody;
      return { Id: MessageBody, MessageBody, MessageGroupId };
    });
    await ask('SendMessage', { MessageBody: 'later', DelaySeconds: 30 });
    await ask('SendMessageBatch', { Entries });
    const all = { MaxNumberOfMessages: 10 };
    const bodies = async (input: object) => (await receive(input)).map(({ Body }) => Body);
    expect(await bodies({ ...all, VisibilityTimeout: 0 })).toEqual(['a1', 'b1', 'a2']);
    const again = await receive(all);
    expect(again).toHaveLength(3);
    const receipts = again.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
    await ask('DeleteMessageBatch', { Entries: receipts });
    expect((await ask('GetQueueAttributes', { AttributeNames: ['All'] })).Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '1',
    });
  });

  test('SendMessageBatch refuses entries that are too long together', async () => {
    const MessageBody = 'x'.repeat(512 * 1024);
    const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody }));
    expect(await sqs(await run(), 'SendMessageBatch', 'Work', { Entries })).toMatchObject({
      status: 400,
      __type: 'com.amazonaws.sqs#BatchRequestTooLong',
    });
  });

  test.each([
    ['SendMessage', 'Nowhere', { MessageBody: 'x' }, 'QueueDoesNotExist'],
    ['SendMessage', 'Work', {}, 'InvalidParameterValue'],
    ['SendMessage', 'Work', { MessageBody: 'x', DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['SendMessage', 'Work', { MessageBody: 'x', MessageGroupId: 'a b' }, 'InvalidParameterValue'],
    ['constructor', 'Work', {}, 'InvalidAction'],
  ])('%s to %s %j: %s', async (action, queue, input, type) => {
    expect(await sqs(await run(), action, queue, input)).toMatchObject({
      status: 400,
      __type: `com.amazonaws.sqs#${type}`,
    });
  });
});

describe('Lambda', () => {
  test('Lambda runs a function on request', async () => {
    handlers.Nightly = (event: object) => ({ got: event });
    const florin = await run();
    const answer = await lambdaInvoke(florin, 'Nightly', '{"time":"now"}');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-amz-function-error')).toBeNull();
    expect(await answer.json()).toEqual({ got: { time: 'now' } });
    const arn = encodeURIComponent('arn:aws:lambda:eu-west-1:000000000000:function:Nightly');
    expect((await lambdaInvoke(florin, arn)).status).toBe(200);
    expect((await lambdaInvoke(florin, 'Nightly', '{}', { 'x-amz-invocation-type': 'Event' })).status).toBe(
      202,
    );
  });

  test('Lambda makes three attempts of an asynchronous call, and then moves the event to the dead letters', async () => {
    const seen: object[] = [];
    handlers.Failing = (event: object) => {
      seen.push(event);
      throw new Error('no');
    };
    const florin = await run();
    const event = { time: '2026-11-21T03:00:00Z' };
    const later = { 'x-amz-invocation-type': 'Event' };
    expect((await lambdaInvoke(florin, 'Failing', JSON.stringify(event), later)).status).toBe(202);
    const [letter] = await waitUntil(() => deadLetters(florin));
    expect(JSON.parse(letter?.Body ?? '')).toEqual(event);
    expect(seen).toEqual([event, event, event]);
  });

  test('Lambda returns the error of a function', async () => {
    handlers.Nightly = () => {
      throw new RangeError('too much');
    };
    const florin = await run();
    const answer = await lambdaInvoke(florin, 'Nightly');
    expect([answer.status, answer.headers.get('x-amz-function-error')]).toEqual([200, 'Unhandled']);
    expect(await answer.json()).toMatchObject({ errorType: 'RangeError', errorMessage: 'too much' });
    expect((await lambdaInvoke(florin, 'Nobody')).status).toBe(404);
    expect((await lambdaInvoke(florin, 'Nightly', '{')).status).toBe(400);
  });

  test('Lambda rejects requests from web pages', async () => {
    handlers.Nightly = () => 'ran';
    expect(
      (await lambdaInvoke(await run(), 'Nightly', '{}', { origin: 'https://evil.example' })).status,
    ).toBe(403);
  });
});

describe('SES', () => {
  const send = ({ aws }: Running, changes: object = {}) =>
    fetch(`${aws}/v2/email/outbound-emails`, {
      method: 'POST',
      body: JSON.stringify({
        FromEmailAddress: 'florin@example.com',
        Destination: { ToAddresses: ['bob@example.com'] },
        Content: {
          Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'Text' }, Html: { Data: '<p>' } } },
        },
        ...changes,
      }),
    });

  test('SES writes an e-mail to a file, and prints its path', async () => {
    const florin = await run();
    const answer = await send(florin);
    expect([answer.status, await answer.json()]).toEqual([200, { MessageId: expect.any(String) }]);
    const [file = ''] = readdirSync(florin.mail);
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(join(florin.mail, file), 'utf8')).toContain('\r\nSubject: Hi\r\n');
    expect(notes).toEqual([`E-mail to bob@example.com: ${join(florin.mail, file)}`]);
  });

  test('SES writes text and HTML parts, HTML last, in lines of ASCII', async () => {
    const florin = await run();
    const text = `Ærlig – ${'“Café” '.repeat(40)}`;
    const content = { Subject: { Data: text }, Body: { Text: { Data: text }, Html: { Data: `<p>${text}` } } };
    await send(florin, { Content: { Simple: content } });
    const [file = ''] = readdirSync(florin.mail);
    const lines = readFileSync(join(florin.mail, file), 'latin1').split('\r\n');
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{0,76}$/);
    expect(lines.filter((line) => /^Content-Type: text/.test(line))).toEqual([
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ]);
  });

  test('SES writes e-mails to .florin/mail if data is kept', async () => {
    expect((await run({ memory: false })).mail).toBe(join(root, '.florin/mail'));
  });

  test.each([
    { FromEmailAddress: undefined },
    { Destination: {} },
    { Destination: { ToAddresses: ['bob'] } },
    { Destination: { ToAddresses: ['bob@example.com\r\nBcc: eve@example.com'] } },
    { Content: { Raw: { Data: '' } } },
  ])('SES refuses %j', async (changes) => {
    const florin = await run();
    const answer = await send(florin, changes);
    expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([400, 'BadRequestException']);
  });
});

test('functions find their queues and services, and settings from outside', async () => {
  handlers.Nightly = () => undefined;
  handlers.OnInsert = () => ({ ...process.env });
  process.env.SETTING = 'outside';
  process.env.QUEUE = 'outside';
  const florin = await run();
  delete process.env.SETTING;
  delete process.env.QUEUE;
  expect(await (await lambdaInvoke(florin, 'OnInsert')).json()).toMatchObject({
    QUEUE: `${florin.aws}/000000000000/Work`,
    SETTING: 'outside',
    AWS_ENDPOINT_URL_SQS: florin.aws,
    AWS_ENDPOINT_URL_SES: florin.aws,
  });
});
