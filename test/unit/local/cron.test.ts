import { readSchedule } from '../../../lib/local/triggers/cron.ts';

const isDue = (expression: string, time: string) => readSchedule(expression)(new Date(time));

test('weekdays at half past three', () => {
  const schedule = 'cron(30 15 ? * MON-FRI *)';
  expect(isDue(schedule, '2025-01-03T15:30:00Z')).toBe(true); // a Friday
  expect(isDue(schedule, '2025-01-04T15:30:00Z')).toBe(false);
  expect(isDue(schedule, '2025-01-05T15:30:00Z')).toBe(false);
  expect(isDue(schedule, '2025-01-06T15:30:00Z')).toBe(true);
  expect(isDue(schedule, '2025-01-06T15:31:00Z')).toBe(false);
  expect(isDue(schedule, '2025-01-06T14:30:00Z')).toBe(false);
});

test.each([
  ['cron(0 3 * * ? *)', '2025-02-28T03:00:00Z', true],
  ['cron(0 3 * * ? *)', '2025-02-28T03:01:00Z', false],
  ['cron(0/15 * * * ? *)', '2025-01-01T01:45:00Z', true],
  ['cron(0/15 * * * ? *)', '2025-01-01T01:44:00Z', false],
  ['cron(0 8,20 1-7 FEB ? 2025)', '2025-02-07T20:00:00Z', true],
  ['cron(0 8,20 1-7 FEB ? 2025)', '2025-02-08T20:00:00Z', false],
  ['cron(0 8,20 1-7 2 ? 2025)', '2026-02-07T20:00:00Z', false],
  ['cron(0 0 ? * 1 *)', '2025-01-05T00:00:00Z', true], // Sunday is the first
  ['rate(5 minutes)', '2025-01-01T00:05:00Z', true],
  ['rate(5 minutes)', '2025-01-01T00:06:00Z', false],
  ['rate(1 day)', '2025-01-01T00:00:00Z', true],
  ['rate(1 day)', '2025-01-01T12:00:00Z', false],
])('%s at %s: %s', (expression, time, due) => {
  expect(isDue(expression, time)).toBe(due);
});

test.each([
  'cron(0 3 * * *)',
  'cron(0 3 L * ? *)',
  'cron(60 3 * * ? *)',
  'rate(0 minutes)',
  'at(2025-01-01T00:00)',
])('says that it does not understand %s', (expression) => {
  expect(() => readSchedule(expression)).toThrow(/schedule|rate/);
});
