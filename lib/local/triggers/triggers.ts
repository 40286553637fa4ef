import { setMaxListeners } from 'node:events';
import type { Queues } from '../aws/queues.ts';
import type { CallEngine } from '../dynamodb/engine.ts';
import type { Invoke } from '../functions.ts';
import type { Template } from '../template.ts';
import type { WakeUp } from '../wake-up.ts';
import type { Activity } from './activity.ts';
import { runByRate } from './clock.ts';
import { readMappings } from './mappings.ts';
import { pollQueue } from './queue-poller.ts';
import { readSchedules, type Scheduled } from './schedules.ts';
import { sharePages } from './shared-pages.ts';
import { pausesFor, pollStream } from './stream-poller.ts';
import { makeTrim } from './stream-trim.ts';

/** A function that runs without a request. */
export interface Triggered {
  function: string;
  by: 'stream' | 'queue' | 'schedule';
  /** The table, the queue, or the expression of the schedule. */
  source: string;
}

interface Options {
  template: Template;
  call: CallEngine;
  queues: Queues;
  invoke: Invoke;
  wakeUp: WakeUp;
  activity: Activity;
  /** Whether each write to the engine wakes the readers of streams, including writes of other processes. */
  watched: boolean;
  /** Whether the triggers run functions. Otherwise they are only listed. */
  on: boolean;
  note(text: string): void;
  report(error: unknown): void;
}

export interface Triggers {
  all: Triggered[];
  schedules: Scheduled[];
  /** The readers of streams, by the ids of their mappings. */
  streams: string[];
  /** The table of these streams; undefined if the template has no table with a stream. */
  table: string | undefined;
  /** The queues that have a function. */
  queues: string[];
  signal: AbortSignal;
  /** Starts no new runs, and waits for running ones, for a limited time. */
  stop(): Promise<void>;
}

/** The longest wait for running functions at the end. The next start repeats unfinished work. */
const grace = 3000;

/** Runs the functions of the template that have a stream, a queue or a rate. Functions with a time of day are only listed. */
export function startTriggers({ template, on, watched, ...options }: Options): Triggers {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every trigger listens to this signal. By default Node.js warns from the eleventh listener on.
  setMaxListeners(0, signal);
  const report = (error: unknown) => signal.aborted || options.report(error);
  const mappings = readMappings(template);
  const scheduled = readSchedules(template);
  const call = sharePages(options.call);
  const trim = makeTrim(options.call, mappings.streams);
  const optionsFor = (by: Triggered['by']) => ({
    ...options,
    invoke: withNotes(by, options),
    signal,
    report,
  });
  const running = !on
    ? []
    : [
        ...mappings.streams.map((mapping) =>
          pollStream({ ...optionsFor('stream'), call, mapping, trim, pauses: pausesFor(watched) }),
        ),
        ...mappings.queues.map((mapping) => pollQueue({ ...optionsFor('queue'), mapping })),
        ...scheduled.map((schedule) => runByRate({ ...optionsFor('schedule'), schedule })),
      ];

  return {
    all: [
      ...mappings.streams.map((mapping) => ({ ...mapping, by: 'stream' as const, source: mapping.table })),
      ...mappings.queues.map((mapping) => ({ ...mapping, by: 'queue' as const, source: mapping.queue })),
      ...scheduled.map((schedule) => ({ ...schedule, by: 'schedule' as const, source: schedule.expression })),
    ].map(({ function: name, by, source }) => ({ function: name, by, source })),

    schedules: scheduled,
    streams: mappings.streams.map(({ id }) => id),
    table: mappings.streams[0]?.table,
    queues: mappings.queues.map(({ queue }) => queue),
    signal,

    async stop() {
      stopping.abort();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((done) => {
        timer = setTimeout(done, grace);
      });
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer);
    },
  };
}

/** Prints a line for each call of a function, with the call's duration. */
function withNotes(by: Triggered['by'], { invoke, note }: Pick<Options, 'invoke' | 'note'>): Invoke {
  return async (id, event) => {
    const started = performance.now();
    const records = (event as { Records?: unknown[] }).Records?.length;
    const what = `${by} ${id}${records === undefined ? '' : ` ${records}`}`;
    try {
      const result = await invoke(id, event);
      note(`${what} ${Math.round(performance.now() - started)} ms`);
      return result;
    } catch (error) {
      note(`${what} failed ${Math.round(performance.now() - started)} ms`);
      throw error;
    }
  };
}
