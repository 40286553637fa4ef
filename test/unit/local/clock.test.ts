import { millisecondsOf } from '../../../lib/local/triggers/clock.ts';

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(15 minutes)', 900_000],
  ['cron(0 3 * * ? *)', undefined],
])('the schedule %s has an interval of %p ms', (expression, pause) => {
  expect(millisecondsOf(expression)).toBe(pause);
});
