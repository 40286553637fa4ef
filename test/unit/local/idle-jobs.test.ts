import { endings } from '../../../functions/core/store/table/keys.ts';
import { makeIdleJobs } from '../../../lib/local/triggers/idle-jobs.ts';

const noon = Date.UTC(2030, 0, 1, 12);

/** A table with the places of items in lists. */
function tableWith(places: Record<string, string[]>) {
  const activity = { records: 0 };
  const queried: string[] = [];
  const call = async (_: string, input: object) => {
    const pk = (input as { ExpressionAttributeValues: { ':pk': { S: string } } }).ExpressionAttributeValues[
      ':pk'
    ].S;
    queried.push(pk);
    return { Items: [...(places[pk] ?? [])].sort().map((S) => ({ listSk: { S } })) };
  };
  return { jobs: makeIdleJobs({ call, table: 'Table', activity }), activity, queried };
}

const at = (time: number) => `${new Date(time).toISOString()}#6b0cfd3321940e3b57574e13`;

test('a job is idle until the first item of any of its lists is due', async () => {
  const { jobs } = tableWith({
    [endings[3] ?? '']: [at(noon + 9000), at(noon)],
    [endings[15] ?? '']: [at(noon + 1)],
  });
  expect(await jobs.isIdle('WatchAuthorizations', noon - 1)).toBe(true);
  expect(await jobs.isIdle('WatchAuthorizations', noon)).toBe(true);
  expect(await jobs.isIdle('WatchAuthorizations', noon + 1)).toBe(false);
  expect(await jobs.isIdle('FinishOperations', noon + 1)).toBe(true);
});

test('the lists of a job are read again after each record of the stream, and not before', async () => {
  const places: Record<string, string[]> = {};
  const { jobs, activity, queried } = tableWith(places);
  for (let n = 0; n < 3; n++) expect(await jobs.isIdle('WatchAuthorizations', noon + n)).toBe(true);
  expect(queried).toEqual(endings);
  places[endings[0] ?? ''] = [at(noon)];
  activity.records += 1;
  expect(await jobs.isIdle('WatchAuthorizations', noon + 3)).toBe(false);
  expect(queried).toHaveLength(2 * endings.length);
});

test('no job is idle that works on anything else, or if nobody reads the stream', async () => {
  for (const name of ['PayOut', 'SummarizeDay', 'ReconcileAcquirer', 'CheckLedger'])
    expect(await tableWith({}).jobs.isIdle(name, noon)).toBe(false);
  const activity = { records: 0 };
  const call = async () => ({ Items: [] });
  const jobs = makeIdleJobs({ call, table: undefined, activity });
  expect(await jobs.isIdle('WatchAuthorizations', noon)).toBe(false);
});
