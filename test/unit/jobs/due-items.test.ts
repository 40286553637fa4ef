import type { Context } from 'aws-lambda';
import { processDueItems } from '../../../functions/core/jobs/due-items.ts';

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

describe('due items', () => {
  /** Runs these rounds, each with its remaining time of the function. */
  async function runRounds(rounds: number[][], times: number[]) {
    const done: number[][] = [];
    const context = { getRemainingTimeInMillis: () => times.shift() ?? 0 } as Context;
    const result = await processDueItems(context, {
      ...{ job: 'Test', lastRound: 100 },
      read: async () => rounds.shift() ?? [],
      idOf: String,
      work: async (due: readonly number[]) => done.push([...due]),
    });
    return { ...result, done };
  }

  test('due items are processed round by round until none is due', async () => {
    expect(await runRounds([[1, 2], [3]], [900, 800, 700, 600])).toEqual({ looked: 3, done: [[1, 2], [3]] });
    const line = JSON.parse(logged.mock.calls.join(''));
    expect(line).toMatchObject({ looked: 3, job: 'Test', JobsFinished: 1 });
    // There is an alarm for each job.
    expect(line._aws.CloudWatchMetrics).toMatchObject([{ Dimensions: [['job']] }]);
  });

  test('due items are processed once in a run, also if they stay due', async () => {
    expect(await runRounds([[1], [1, 2], [1, 2]], [900, 800, 700, 600])).toEqual({
      looked: 2,
      done: [[1], [2]],
    });
  });

  test('wait for the next run if there is no time for another round', async () => {
    expect(await runRounds([[1], [2], [3]], [900, 101, 100])).toEqual({ looked: 2, done: [[1], [2]] });
  });
});
