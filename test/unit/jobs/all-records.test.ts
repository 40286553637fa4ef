import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { awsService } from '../aws-service.ts';

interface Sent {
  id: string;
  delay: number;
}

/** The messages of each request to the queue. */
let requests: Sent[][];
let isDown: boolean;
const sqs = awsService(({ Entries }) => {
  if (isDown) return [400, { __type: 'InternalError' }];
  requests.push(
    Entries.map(({ MessageBody, DelaySeconds }: { MessageBody: string; DelaySeconds: number }) => ({
      id: JSON.parse(MessageBody).eventID,
      delay: DelaySeconds,
    })),
  );
  return [200, {}];
});

let allRecords: typeof import('../../../functions/core/jobs/all-records.ts').allRecords;
let logged: jest.SpyInstance;

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: await sqs.listen(),
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    RETRIES_URL: 'https://sqs.example/1/EventRetries',
  });
  ({ allRecords } = await import('../../../functions/core/jobs/all-records.ts'));
});
beforeEach(() => {
  [requests, isDown] = [[], false];
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const record = (eventID: string, text = ''): DynamoDBRecord => ({
  eventID,
  eventSource: 'aws:dynamodb',
  dynamodb: { SequenceNumber: `at ${eventID}`, NewImage: { text: { S: text } } },
});
const batch = (ids: string) => ({ Records: [...ids].map((id) => record(id)) });

const failing = (ids: string) =>
  allRecords(async ({ eventID = '' }) => {
    if (ids.includes(eventID)) throw new Error(`${eventID} failed`);
  });

const messages = {
  Records: ['a', 'b'].map((id) => ({
    messageId: `message ${id}`,
    body: JSON.stringify(record(id)),
    eventSource: 'aws:sqs',
  })),
} as SQSEvent;

const slowly: ReturnType<typeof allRecords> = (event, context) =>
  allRecords(async ({ eventID }) => {
    if (eventID === 'b') await sleep(60_000, undefined, { ref: false });
  })(event, context);

test('failed records go to the queue, each is counted, and later records of the stream are read', async () => {
  expect(await failing('bd')(batch('abcd'))).toEqual({ batchItemFailures: [] });
  expect(requests).toEqual([
    [
      { id: 'b', delay: 5 },
      { id: 'd', delay: 5 },
    ],
  ]);
  expect(logged.mock.calls.join('').match(/"FailedMessages":1/g)).toHaveLength(2);
});

test('a batch without a failure sends nothing', async () => {
  expect(await failing('')(batch('abcd'))).toEqual({ batchItemFailures: [] });
  expect(requests).toEqual([]);
});

test('if the queue does not take a failed record, Lambda repeats the batch from there', async () => {
  isDown = true;
  expect(await failing('bd')(batch('abcd'))).toEqual({ batchItemFailures: [{ itemIdentifier: 'at b' }] });
});

test('a record that takes too long goes to the queue before the function’s time is over', async () => {
  const answer = await slowly(batch('abc'), { getRemainingTimeInMillis: () => 10_050 });
  expect([answer, requests]).toEqual([{ batchItemFailures: [] }, [[{ id: 'b', delay: 5 }]]]);
});

test('a record from the queue is the record of the stream, and the queue keeps it if it fails again', async () => {
  expect(await failing('b')(messages)).toEqual({ batchItemFailures: [{ itemIdentifier: 'message b' }] });
  expect(requests).toEqual([]);
});

test('a record from the queue that takes too long fails alone', async () => {
  const answer = await slowly(messages, { getRemainingTimeInMillis: () => 1_050 });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message b' }] });
});

test('requests to the queue stay below the largest that SQS takes', async () => {
  const large = [...'abcde'].map((id) => record(id, 'x'.repeat(400_000)));
  await failing('abcde')({ Records: large });
  const sent = requests.map((request) => request.map(({ id }) => id).join(''));
  expect(sent.sort()).toEqual(['ab', 'cd', 'e']);
});
