import { millisecondsOf } from './clock.ts';
import type { Scheduled } from './schedules.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The first tick of a schedule after a time, both in milliseconds since 1970. The ticks of `rate(15 minutes)` are the
 * full quarters of an hour. It knows the forms of `cron(…)` that the stack uses: a time of day, on all days or on weekdays.
 *
 * @throws Error if the schedule has another form
 */
export function nextTick(expression: string, after: number): number {
  const rate = millisecondsOf(expression);
  if (rate !== undefined) return (Math.floor(after / rate) + 1) * rate;
  const [, minutes, hours, from, to] =
    /^cron\((\d+) (\d+) (?:\* \* \?|\? \* (?:\*|([A-Z]{3})-([A-Z]{3}))) \*\)$/.exec(expression) ?? [];
  if (minutes === undefined) throw new Error(`The schedule ${expression} is not supported locally`);
  const [first, last] = from && to ? [weekdays.indexOf(from), weekdays.indexOf(to)] : [0, 6];
  for (let midnight = Math.floor(after / day) * day; ; midnight += day) {
    const tick = midnight + (Number(hours) * 60 + Number(minutes)) * minute;
    const weekday = new Date(midnight).getUTCDay();
    if (tick > after && weekday >= first && weekday <= last) return tick;
  }
}

/**
 * `RefreshRates` does not run in a move: the bank has no rates of a day that has not come, so the last ones stay in force.
 * `WatchPage` does not run either, because the page is that of the present. `CheckLedger` compares, seals and erases what is due,
 * so its last tick does what all of them would have done.
 */
const skipped = ['RefreshRates', 'WatchPage'];
const onceInAMove = ['CheckLedger'];

/** A time at which functions have to run, in milliseconds since 1970. */
export interface Stop {
  at: number;
  functions: string[];
}

interface Move {
  schedules: readonly Scheduled[];
  from: number;
  to: number;
}

/**
 * When scheduled functions run while the clock moves, in the order of time. A function with a time of day runs at each of
 * its ticks. One that runs every few minutes does all that was due before, so it runs once an hour, once a day if the move
 * is longer than two days, and at the end: its ticks of a year would take hours.
 */
export function stopsOf({ schedules, from, to }: Move): Stop[] {
  const pause = to - from > 2 * day ? day : hour;
  const stops = new Map<number, string[]>();
  for (const { function: name, expression } of schedules) {
    if (skipped.includes(name)) continue;
    const isRate = millisecondsOf(expression) !== undefined;
    const ticks: number[] = [];
    const next = (at: number) => (isRate ? (Math.floor(at / pause) + 1) * pause : nextTick(expression, at));
    for (let tick = next(from); tick <= to; tick = next(tick)) ticks.push(tick);
    if (isRate && ticks.at(-1) !== to) ticks.push(to);
    for (const tick of onceInAMove.includes(name) ? ticks.slice(-1) : ticks)
      stops.set(tick, [...(stops.get(tick) ?? []), name]);
  }
  return [...stops].map(([at, functions]) => ({ at, functions })).sort((a, b) => a.at - b.at);
}
