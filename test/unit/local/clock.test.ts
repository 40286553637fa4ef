import { millisecondsOf, runByRate } from '../../../lib/local/triggers/clock.ts';

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(15 minutes)', 900_000],
  ['cron(0 3 * * ? *)', undefined],
])('the schedule %s has an interval of %p ms', (expression, pause) => {
  expect(millisecondsOf(expression)).toBe(pause);
});

test('a function with a rate runs no more once the runner stops', async () => {
  const schedule = { function: 'Work', expression: 'rate(1 minute)' };
  const invoke = async () => {
    throw new Error('It has run');
  };
  const report = (error: unknown) => {
    throw error;
  };
  await runByRate({ schedule, invoke, report, signal: AbortSignal.abort() });
});
