import type { Queues } from '../aws/queues.ts';
import type { Clock, Moved } from '../clock/clock.ts';
import { refuseLiveMode } from '../clock/live-mode.ts';
import { aheadOfMachine, isPast, machineTime, setAhead, setLocalTime } from '../clock/local-time.ts';
import { ClockRefusal, checkTime, form, iso, readTime } from '../clock/wish.ts';
import type { Invoke } from '../functions.ts';
import type { WakeUp } from '../wake-up.ts';
import { type Activity, holdsWithin } from './activity.ts';
import type { IdleJobs } from './idle-jobs.ts';
import type { KeptClock } from './kept-clock.ts';
import type { Scheduled } from './schedules.ts';
import { stopsOf } from './ticks.ts';

interface Options {
  kept: KeptClock;
  schedules: readonly Scheduled[];
  /** The readers of streams. */
  streams: readonly string[];
  queues: Queues;
  /** The queues that have a function. */
  queueNames: readonly string[];
  activity: Activity;
  idleJobs: IdleJobs;
  wakeUp: WakeUp;
  invoke: Invoke;
  /** Whether schedules, streams and queues run functions. */
  on: boolean;
  signal: AbortSignal;
  note(text: string): void;
  report(error: unknown): void;
}

/**
 * Sets the clock before any function runs: to where it was when Florin ended, or later if `wish` names a later time. It
 * never starts earlier than the kept data. Steps of `wish` count from this machine's time.
 *
 * @param isNew whether the table has no data, so that no work is due
 * @returns the time to which the clock has to be moved once the functions run, if there is one
 * @throws ClockRefusal
 */
export async function startClock(
  kept: KeptClock,
  wish: string | undefined,
  isNew: boolean,
): Promise<string | undefined> {
  setAhead(await kept.read());
  const target = wish ? readTime(wish, machineTime()) : undefined;
  if (target !== undefined && target > Date.now()) {
    checkTime(target, isNew ? target : Date.now(), machineTime());
    refuseLiveMode(process.env);
    if (!isNew) return iso(target);
    setLocalTime(target);
    await kept.write(aheadOfMachine());
  }
  if (aheadOfMachine() !== 0) refuseLiveMode(process.env);
  return undefined;
}

/** The longest that a move waits for running functions, in milliseconds of the machine's time. */
const patience = 60_000;

export function makeClock(options: Options): Clock {
  const { kept, schedules, streams, queues, queueNames, activity, idleJobs, wakeUp, invoke } = options;
  const { on, signal, note, report } = options;
  let last: Promise<unknown> = Promise.resolve();

  return {
    move(wish) {
      const moved = last.then(() => play(wish));
      last = moved.catch(() => {});
      return moved;
    },
  };

  async function play(wish: string): Promise<Moved> {
    if (isPast()) throw new ClockRefusal('The history of the sample merchant is being made. Try again soon.');
    const now = Date.now();
    const target = readTime(wish, now);
    if (target === undefined) throw new ClockRefusal(`\`to\` must be ${form}; got "${wish.slice(0, 60)}".`);
    checkTime(target, now, machineTime());
    refuseLiveMode(process.env);
    const stops = on ? stopsOf({ schedules, from: now, to: target }) : [];
    const ran: Record<string, number> = {};
    activity.isHurried = true;
    try {
      if (on) await settle();
      for (let at = now; on; ) {
        const next = stops[0]?.at ?? Number.POSITIVE_INFINITY;
        const message = queues.nextAfter(queueNames, at) ?? Number.POSITIVE_INFINITY;
        at = Math.min(next, message);
        if (at > target) break;
        const due = (at === next && stops.shift()?.functions) || [];
        for (const name of due) ran[name] = (ran[name] ?? 0) + 1;
        const busy = await fromFirstBusy(due, at);
        if (busy.length === 0 && at < message) continue;
        await advance(at);
        for (const name of busy) await invoke(name, { time: new Date(at).toISOString() }).catch(report);
        await settle();
      }
      await advance(target);
    } finally {
      activity.isHurried = false;
    }
    note(`The clock has moved to ${new Date().toISOString()}`);
    return { ran };
  }

  /**
   * The first job that has something to do at a time, and the jobs after it, which may then have, too. The clock does not
   * stop if no job has.
   */
  async function fromFirstBusy(names: readonly string[], time: number): Promise<readonly string[]> {
    for (const [n, name] of names.entries()) if (!(await idleJobs.isIdle(name, time))) return names.slice(n);
    return [];
  }

  /** Sets the clock at a moment when no function runs, as no time may pass for one that runs. */
  async function advance(time: number): Promise<void> {
    if (signal.aborted) throw new ClockRefusal('Florin has stopped. The clock has moved in part.');
    const ahead = time - machineTime();
    if (ahead <= aheadOfMachine()) return;
    // Kept before it is used, so that a kill cannot make the next start go back.
    await kept.write(ahead);
    if (!(await holdsWithin(patience, () => activity.running === 0)))
      throw new ClockRefusal('A function has run all the time. The clock has moved in part.');
    setLocalTime(machineTime() + ahead);
    wakeUp.wake();
  }

  /** Waits until streams and queues have nothing to do at this time. */
  async function settle(): Promise<void> {
    const until = performance.now() + patience;
    for (;;) {
      const { calls } = activity;
      wakeUp.wake();
      const seen = wakeUp.count;
      const isDone = await holdsWithin(
        Math.max(0, until - performance.now()),
        () =>
          signal.aborted ||
          (activity.running === 0 && activity.areEmpty(streams, seen) && !queues.hasVisible(queueNames)),
      );
      if (!isDone) return report(new Error('Streams or queues still had work when the clock moved on'));
      if (activity.calls === calls || signal.aborted) return;
    }
  }
}
