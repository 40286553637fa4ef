import { arrive } from '../../../lib/operator/load/arrivals.ts';
import { Measures, rowsOf } from '../../../lib/operator/load/measures.ts';

/** Makes calls that do not return until they are released. */
function held() {
  const dues: number[] = [];
  const releases: (() => void)[] = [];
  const call = (due: number) => {
    dues.push(due);
    return new Promise<void>((resolve) => releases.push(resolve));
  };
  return { dues, releases, call };
}

test('a slow response delays no other call', async () => {
  const { dues, releases, call } = held();
  const all = arrive({ rate: 100, seconds: 0.1, most: 1000 }, call);
  // No call returns until ten calls have begun.
  while (dues.length < 10) await new Promise((resolve) => setTimeout(resolve, 1));
  for (const release of releases) release();
  expect(await all).toEqual({ started: 10, skipped: 0 });
  for (const [index, due] of dues.entries()) expect(due - (dues[0] ?? 0)).toBeCloseTo(index * 10, 3);
});

test('a call is skipped and counted while the largest allowed number of calls is in progress', async () => {
  const { dues, releases, call } = held();
  // All calls are due at once. Each skipped call waits for one turn of the event loop.
  const all = arrive({ rate: 1_000_000, seconds: 0.000_01, most: 3 }, call);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(dues).toHaveLength(3);
  for (const release of releases) release();
  expect(await all).toEqual({ started: 3, skipped: 7 });
});

test('the times include the delay of a call that begins late, and failures are counted by reason', async () => {
  const measures = new Measures();
  await measures.time('GET /', async () => undefined, performance.now() - 500);
  const refused = Object.assign(new Error('GET /: 429'), { status: 429 });
  for (let time = 0; time < 2; time++)
    await expect(measures.time('GET /', () => Promise.reject(refused))).rejects.toBe(refused);
  const [row] = rowsOf(measures);
  expect(row).toMatchObject({ name: 'GET /', succeeded: 1, failed: 2, failures: { 429: 2 } });
  expect(row?.p50).toBeGreaterThanOrEqual(500);
});
