import { deliver, failureOf, type StreamRecord } from '../../../lib/local/triggers/stream-batches.ts';
import { streamEvent } from '../../../lib/local/triggers/stream-poller.ts';

const record = (sequence: number, seconds = 1000): StreamRecord => ({
  eventID: `e${sequence}`,
  awsRegion: 'elsewhere',
  dynamodb: { SequenceNumber: String(sequence), ApproximateCreationDateTime: seconds },
});
const records = (count: number) => Array.from({ length: count }, (_, i) => record(i + 1));
const numbers = (batch: readonly StreamRecord[]) =>
  batch.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

/** Delivers the records. @returns the attempts, and the settled and discarded records */
async function run(
  all: StreamRecord[],
  work: (numbers: number[], attempt: number) => unknown,
  changes: Partial<Parameters<typeof deliver>[1]['mapping']> = {},
  signal = new AbortController().signal,
) {
  const attempts: number[][] = [];
  const settled: number[] = [];
  const discarded: [number[], string, number][] = [];
  const slept: number[] = [];
  await deliver(all, {
    mapping: {
      batchSize: 10,
      bisect: true,
      partial: true,
      retries: 2,
      maximumAge: Number.POSITIVE_INFINITY,
      ...changes,
    },
    signal,
    attempt: async (batch) => {
      attempts.push(numbers(batch));
      return work(numbers(batch), attempts.length);
    },
    settle: async ({ dynamodb }) => void settled.push(Number(dynamodb.SequenceNumber)),
    discard: async (batch, reason, count) => void discarded.push([numbers(batch), reason, count]),
    report: () => {},
    sleep: async (milliseconds) => slept.push(milliseconds),
    now: () => 1_001_000,
  });
  return { attempts, settled, discarded, slept };
}

const failing = (...bad: number[]) => ({
  batchItemFailures: bad.map((sequence) => ({ itemIdentifier: String(sequence) })),
});
const fail = () => {
  throw new Error('no');
};

test('records are delivered in batches and in order', async () => {
  const { attempts, settled, slept } = await run(records(5), () => undefined, { batchSize: 2 });
  expect(attempts).toEqual([[1, 2], [3, 4], [5]]);
  expect(settled).toEqual([2, 4, 5]);
  expect(slept).toEqual([]);
});

test('delivery continues from the first record that failed', async () => {
  const { attempts, settled, discarded } = await run(records(4), (_, attempt) =>
    attempt === 1 ? failing(4, 3) : failing(),
  );
  expect(attempts).toEqual([
    [1, 2, 3, 4],
    [3, 4],
  ]);
  expect(settled).toEqual([2, 4]);
  expect(discarded).toEqual([]);
});

test('one bad record is discarded after its retries, and the records before it are delivered once', async () => {
  const { attempts, settled, discarded } = await run(records(6), (batch) =>
    batch.includes(4) ? failing(4) : undefined,
  );
  expect(discarded).toEqual([[[4], 'RetryAttemptsExhausted', 3]]);
  expect(settled.at(-1)).toBe(6);
  expect(attempts.filter((batch) => batch.length === 1 && batch[0] === 4)).toHaveLength(3);
  expect(attempts.flat().filter((n) => n < 4)).toEqual([1, 2, 3]);
});

test('a batch that fails as a whole is halved', async () => {
  const { attempts, discarded } = await run(records(4), (batch) => batch.includes(3) && fail());
  expect(attempts).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [3], [4]]);
  expect(discarded).toEqual([[[3], 'RetryAttemptsExhausted', 3]]);
});

test('without halving, a failing batch is retried and discarded as a whole', async () => {
  const { attempts, discarded, slept } = await run(records(3), fail, { bisect: false });
  expect(attempts).toHaveLength(3);
  expect(discarded).toEqual([[[1, 2, 3], 'RetryAttemptsExhausted', 3]]);
  expect(slept.slice(0, 2)).toEqual([100, 200]);
});

test.each([
  ['an unknown record', { batchItemFailures: [{ itemIdentifier: '99' }] }],
  ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }],
  ['text instead of a list', { batchItemFailures: 'all' }],
])('a result whose failures are %s counts as a failure of the whole batch', async (_, result) => {
  const { attempts } = await run(records(2), (__, attempt) => (attempt === 1 ? result : undefined), {
    bisect: false,
  });
  expect(attempts).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('the failures in a result are ignored if the mapping does not ask for them', async () => {
  const { settled } = await run(records(2), () => failing(1), { partial: false });
  expect(settled).toEqual([2]);
});

test('a record that is too old is discarded without an attempt', async () => {
  const { attempts, discarded } = await run([record(1, 10), record(2, 1000)], () => undefined, {
    maximumAge: 60_000,
  });
  expect(discarded).toEqual([[[1], 'RecordAgeExceeded', 1]]);
  expect(attempts).toEqual([[2]]);
});

test('delivery makes no new attempt after the signal to stop', async () => {
  const stopping = new AbortController();
  const { attempts, settled } = await run(
    records(4),
    () => {
      stopping.abort();
      return failing(2);
    },
    { batchSize: 2 },
    stopping.signal,
  );
  expect(attempts).toEqual([[1, 2]]);
  expect(settled).toEqual([1]);
});

test('the event and the dead letter have the same fields as in AWS', () => {
  expect(streamEvent([record(7)], 'arn:stream')).toEqual({
    Records: [
      {
        eventID: 'e7',
        awsRegion: 'eu-west-1',
        eventSourceARN: 'arn:stream',
        dynamodb: { SequenceNumber: '7', ApproximateCreationDateTime: 1000 },
      },
    ],
  });
  const about = {
    functionArn: 'arn:function',
    streamArn: 'arn:stream',
    shardId: 'shard',
    reason: 'RetryAttemptsExhausted',
    attempts: 6,
    requestId: 'id',
    timestamp: 'now',
  };
  expect(failureOf([record(7), record(9, 2000)], about)).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 6 },
    DDBStreamBatchInfo: {
      shardId: 'shard',
      startSequenceNumber: '7',
      endSequenceNumber: '9',
      approximateArrivalOfFirstRecord: '1970-01-01T00:16:40.000Z',
      batchSize: 2,
      streamArn: 'arn:stream',
    },
  });
});
