import { Conflict, Unavailable } from '#domain/outcome.ts';
import { repeatWhileStale, retryWithBackoff, StaleRead } from '#store/table/retry.ts';

const throttled = () => Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });

afterEach(() => jest.restoreAllMocks());

test('the next attempt gets the state that the failed write returned', async () => {
  const given: unknown[] = [];
  const result = await repeatWhileStale(async (now?: string) => {
    given.push(now);
    if (given.length < 3) throw new StaleRead(`state ${given.length}`);
    return 'written';
  });
  expect([result, given]).toEqual(['written', [undefined, 'state 1', 'state 2']]);
});

test('an attempt is repeated after throttling, and stops at any other error', async () => {
  let attempts = 0;
  const attempt = async () => {
    attempts++;
    throw attempts < 3 ? throttled() : new Conflict('Taken');
  };
  await expect(retryWithBackoff(attempt)).rejects.toThrow('Taken');
  expect(attempts).toBe(3);
});

test.each([
  ['throttling is reported as unavailable', throttled, Unavailable],
  ['a change by another request is reported unchanged', () => new StaleRead(), StaleRead],
])('once the time is over, %s', async (_, failure, outcome) => {
  const start = Date.now();
  let attempts = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => start + attempts * 60_000);
  const attempt = async () => {
    attempts++;
    throw failure();
  };
  await expect(retryWithBackoff(attempt, () => true)).rejects.toBeInstanceOf(outcome);
  expect(attempts).toBe(1);
});
