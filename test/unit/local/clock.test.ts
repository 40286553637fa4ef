import { jobs } from '../../../lib/jobs.ts';
import { EngineError } from '../../../lib/local/dynamodb/engine.ts';
import { millisecondsOf, runByRate } from '../../../lib/local/triggers/clock.ts';
import { keptClock } from '../../../lib/local/triggers/kept-clock.ts';
import { nextTick, stopsOf } from '../../../lib/local/triggers/ticks.ts';

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

const schedules = jobs.flatMap(({ name, trigger }) =>
  'schedule' in trigger ? [{ function: name, expression: trigger.schedule }] : [],
);

test('a tick is the first one after a time, on the days of its schedule', () => {
  const friday = Date.UTC(2026, 11, 4, 15, 30);
  const next = (expression: string, after: number) => new Date(nextTick(expression, after)).toISOString();
  expect(next('cron(30 15 ? * MON-FRI *)', friday - 1)).toBe('2026-12-04T15:30:00.000Z');
  expect(next('cron(30 15 ? * MON-FRI *)', friday)).toBe('2026-12-07T15:30:00.000Z');
  expect(next('cron(0 3 * * ? *)', friday)).toBe('2026-12-05T03:00:00.000Z');
  expect(next('rate(15 minutes)', friday)).toBe('2026-12-04T15:45:00.000Z');
  expect(() => nextTick('cron(0 3 1 * ? *)', friday)).toThrow('is not supported locally');
});

test('a move stops at each tick in order, and runs frequent jobs once an hour, or once a day if it is long', () => {
  const from = Date.UTC(2026, 11, 4, 12);
  const countsOf = (to: number) => {
    const stops = stopsOf({ schedules, from, to });
    const times = stops.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect([times[0], times.at(-1)].every((time) => time && time > from && time <= to)).toBe(true);
    const names = stops.flatMap(({ functions }) => functions);
    return Object.fromEntries(
      ['FinishOperations', 'PayOut', 'CheckLedger', 'RefreshRates'].map((name) => [
        name,
        names.filter((each) => each === name).length,
      ]),
    );
  };
  const day = 86_400_000;
  expect(countsOf(from + day)).toEqual({ FinishOperations: 24, PayOut: 1, CheckLedger: 1, RefreshRates: 0 });
  const year = { FinishOperations: 366, PayOut: 365, CheckLedger: 1, RefreshRates: 0 };
  expect(countsOf(from + 365 * day)).toEqual(year);
});

test('a start reads the kept clock again after passing errors of the engine, and ends after any other error', async () => {
  const failing = (type: string, times: number) => {
    let left = times;
    return async () => {
      if (left-- > 0) throw new EngineError('GetItem', type, 'failed');
      return { Item: { ahead: { N: '5000' } } };
    };
  };
  expect(await keptClock(failing('InternalServerError', 2)).read()).toBe(5000);
  await expect(keptClock(failing('InternalServerError', 9)).read()).rejects.toThrow('InternalServerError');
  await expect(keptClock(failing('ResourceNotFoundException', 1)).read()).rejects.toThrow('NotFound');
});
