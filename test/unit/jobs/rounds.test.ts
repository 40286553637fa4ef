import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { changeOf } from '../../../functions/core/jobs/change.ts';
import { eachMessage } from '../../../functions/core/jobs/messages.ts';
import { stopBefore } from '../../../functions/core/jobs/stop-before.ts';
import { workOff } from '../../../functions/core/jobs/work-off.ts';

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

describe('due items', () => {
  /** Works off these rounds, in each of which the function has so much time left. */
  async function worked(rounds: number[][], times: number[]) {
    const done: number[][] = [];
    const context = { getRemainingTimeInMillis: () => times.shift() ?? 0 } as Context;
    const result = await workOff(context, {
      ...{ job: 'Test', lastRound: 100 },
      read: async () => rounds.shift() ?? [],
      idOf: String,
      look: async (due: readonly number[]) => done.push([...due]),
    });
    return { ...result, done };
  }

  test('are worked off round by round until none is due', async () => {
    expect(await worked([[1, 2], [3]], [900, 800, 700, 600])).toEqual({ looked: 3, done: [[1, 2], [3]] });
    expect(logged.mock.calls.join('')).toContain('"JobsFinished":1');
  });

  test('are worked on once in a run, also if they stay due', async () => {
    expect(await worked([[1], [1, 2], [1, 2]], [900, 800, 700, 600])).toEqual({
      looked: 2,
      done: [[1], [2]],
    });
  });

  test('wait for the next run if there is no time for another round', async () => {
    expect(await worked([[1], [2], [3]], [900, 101, 100])).toEqual({ looked: 2, done: [[1], [2]] });
  });
});

describe('messages of a queue', () => {
  const event = {
    Records: ['a', 'b'].map((messageId) => ({ messageId, body: JSON.stringify({ is: messageId }) })),
  } as SQSEvent;

  test('that take too long fail alone, before the function’s time is over', async () => {
    const slowly = ({ is }: { is: string }) =>
      is === 'b' ? sleep(60_000, undefined, { ref: false }) : Promise.resolve();
    const context = { getRemainingTimeInMillis: () => 1_050 };
    expect(await eachMessage(slowly)(event, context)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'b' }],
    });
    expect(logged.mock.calls.join('')).toContain('The message took too long');
  });
});

test('a change has the states of its item before and after, with bytes as bytes, and its time in milliseconds', () => {
  const image = { pk: { S: 'p' }, bytes: { B: 'AQI=' }, list: { L: [{ M: { b: { B: 'Aw==' } } }] } };
  const read = { pk: 'p', bytes: Buffer.from([1, 2]), list: [{ b: Buffer.from([3]) }] };
  const dynamodb = { ApproximateCreationDateTime: 1_700_000_000.25, NewImage: image };
  const record = { eventID: 'e', dynamodb } as unknown as DynamoDBRecord;
  expect(changeOf(record)).toEqual({ id: 'e', at: 1_700_000_000_250, now: read, before: undefined });
  const removed = { eventID: 'e', dynamodb: { OldImage: image } } as unknown as DynamoDBRecord;
  expect(changeOf(removed)).toEqual({ id: 'e', at: 0, now: undefined, before: read });
});

describe('a function’s time', () => {
  const within = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

  test('is over before its end, by the reserve', async () => {
    const started = performance.now();
    await expect(stopBefore(within(5_050), 5_000, 'Too long').time).rejects.toThrow('Too long');
    expect(performance.now() - started).toBeLessThan(4_000);
    await expect(stopBefore(within(50), 100, 'Too long').time).rejects.toThrow('Too long');
  });

  test('is never over outside of Lambda, or after it is cancelled', async () => {
    const ended = jest.fn();
    const [endless, cancelled] = [stopBefore(undefined, 0, ''), stopBefore(within(20), 0, '')];
    for (const { time } of [endless, cancelled]) time.catch(ended);
    cancelled.cancel();
    await new Promise((done) => setTimeout(done, 50));
    expect(ended).not.toHaveBeenCalled();
  });
});
