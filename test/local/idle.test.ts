import type { Queues } from '../../lib/local/aws/queues.ts';
import { makeActivity } from '../../lib/local/triggers/activity.ts';
import type { QueueMapping, StreamMapping } from '../../lib/local/triggers/mappings.ts';
import { pollQueue } from '../../lib/local/triggers/queue-poller.ts';
import { pausesFor, pollStream } from '../../lib/local/triggers/stream-poller.ts';

/** Records the length of each pause of a poller, skips the pause, and stops the poller after `most` pauses. */
function pauses(most: number) {
  const stop = new AbortController();
  const all: number[] = [];
  const wakeUp = {
    count: 0,
    wake: () => {},
    wakeAt: () => {},
    async wait(_seen: number, milliseconds: number) {
      if (all.push(milliseconds) === most) stop.abort();
    },
  };
  const report = (error: unknown) => {
    throw error;
  };
  return {
    all,
    wakeUp,
    activity: makeActivity(),
    signal: stop.signal,
    report,
    invoke: async () => undefined,
  };
}

test.each([
  [
    'that is not watched is read less and less often, down to every 8 seconds',
    false,
    [1000, 2000, 4000, 8000, 8000],
  ],
  ['that is watched is read once a minute', true, [60_000, 60_000]],
])('an empty stream of an engine %s', async (_, watched, expected) => {
  const { all, ...poller } = pauses(expected.length);
  const answers: Record<string, object> = {
    DescribeTable: { Table: { LatestStreamArn: 'arn', LatestStreamLabel: 'label' } },
    GetItem: {},
    DescribeStream: { StreamDescription: { Shards: [{ ShardId: 'shard' }] } },
    GetShardIterator: { ShardIterator: 'iterator' },
    GetRecords: { Records: [], NextShardIterator: 'iterator' },
  };
  const mapping = { id: 'Id', table: 'Table', function: 'Work', start: 'TRIM_HORIZON' } as StreamMapping;
  const call = async (action: string) => answers[action] as never;
  const queues = {} as Queues;
  await pollStream({ ...poller, mapping, call, queues, trim: async () => {}, pauses: pausesFor(watched) });
  expect(all).toEqual(expected);
});

test.each([
  ['empty', { visible: 0, hidden: 0, delayed: 0 }, 60_000],
  ['waiting for a message to be visible again', { visible: 0, hidden: 1, delayed: 0 }, 1000],
  ['waiting for a delayed message', { visible: 0, hidden: 0, delayed: 1 }, 1000],
])('the pause between two polls of a queue that is %s', async (_, counts, pause) => {
  const { all, ...poller } = pauses(2);
  const queues = { receive: async () => [], count: async () => counts } as unknown as Queues;
  await pollQueue({ ...poller, mapping: { queue: 'Work', batchSize: 10 } as QueueMapping, queues });
  expect(all).toEqual([pause, pause]);
});

test('a queue gives its function at most as many batches at the same time as its mapping allows', async () => {
  const { all, ...poller } = pauses(1);
  let batches = 0;
  const queues = {
    receive: async () => (batches < 3 ? [{ id: String(++batches), body: '', attributes: {} }] : []),
    count: async () => ({ visible: 0, hidden: 0, delayed: 0 }),
    remove: async () => {},
  } as unknown as Queues;
  const invoke = () =>
    new Promise<undefined>((done) => poller.signal.addEventListener('abort', () => done(undefined)));
  const mapping = { queue: 'Work', batchSize: 1, atOnce: 2 } as QueueMapping;
  await pollQueue({ ...poller, invoke, mapping, queues });
  expect([batches, all]).toEqual([2, [200]]);
});
