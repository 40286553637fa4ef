import { setTimeout as sleep } from 'node:timers/promises';
import type { Invoke } from '../functions.ts';
import type { Scheduled } from './schedules.ts';

interface Options {
  schedule: Scheduled;
  invoke: Invoke;
  signal: AbortSignal;
  report(error: unknown): void;
}

/**
 * Runs a function at the intervals of its `rate(…)`. A function with a time of day runs only when somebody invokes
 * it, as a laptop is seldom on at that time.
 */
export async function runByRate({ schedule, invoke, signal, report }: Options): Promise<void> {
  const pause = millisecondsOf(schedule.expression);
  if (pause === undefined) return;
  for (;;) {
    // An aborted signal ends the sleep. The timer does not keep the process alive.
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    await invoke(schedule.function, { time: new Date().toISOString() }).catch(report);
  }
}

/** The milliseconds of `rate(1 minute)` or `rate(5 minutes)`. */
export function millisecondsOf(expression: string): number | undefined {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(expression) ?? [];
  return minutes === undefined ? undefined : Number(minutes) * 60_000;
}
