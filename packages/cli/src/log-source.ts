import { type Flag, type Input, text } from './command.ts';
import { UsageError } from './failures.ts';

/** A line of the log that `florin logs tail` prints. */
export interface Line {
  /** In ISO 8601. */
  time: string;
  /** The status of the answer; null without an answer. */
  status: number | null;
  isFailed: boolean;
  /** The line for programs (JSON) and for people. */
  value: object;
  text: string;
}

/** A part of the log. Each read returns the new lines, oldest first. */
export interface Source {
  /** A description of the part: `the deliveries of merchant 5f…`. */
  what: string;
  /** The command continues without this part if the first read fails. */
  isOptional?: true;
  look(): Promise<Line[]>;
}

/** The lines that are wanted. */
export interface Wanted {
  /** In milliseconds since 1970. */
  from: number;
  /** Whether to show only answers that are refusals or errors, and requests without an answer. */
  failed: boolean;
  /** The milliseconds from one query of a stage's log to the next. */
  pace: number;
  /** The least and the most status of the answer. */
  status?: readonly [least: number, most: number];
}

export const wantedFlags: Record<string, Flag> = {
  failed: { type: 'boolean', says: 'only failed attempts, and answers from 400 on' },
  status: { type: 'string', value: 'N', says: 'only this status, 404 or 5xx for example' },
  from: { type: 'string', value: 'DATE', says: 'begins at this day or time (UTC); 10 minutes ago' },
  every: { type: 'string', value: 'N', says: 'asks AWS every so many seconds, 2 to 3600; 10' },
};

const back = 10 * 60_000;

export function wantedOf(input: Input): Wanted {
  const from = text(input, 'from');
  return {
    from: from === undefined ? Date.now() - back : timeOf(from),
    failed: input.values.failed === true,
    pace: 1000 * secondsOf(text(input, 'every') ?? '10'),
    ...statusOf(text(input, 'status')),
  };
}

/** Reads a day, or a time, which is in UTC unless it has another zone. */
function timeOf(from: string): number {
  const [, time, zone] = /^[\d-]{10}(T[\d:.]{5,12})?(Z|[+-]\d\d:\d\d)?$/.exec(from) ?? [];
  const milliseconds = Date.parse(time && !zone ? `${from}Z` : from);
  if (/^\d{4}-/.test(from) && !Number.isNaN(milliseconds)) return milliseconds;
  throw new UsageError('`--from` must be a day or a time, 2026-01-31 or 2026-01-31T12:00 for example.');
}

function secondsOf(every: string): number {
  const seconds = /^\d{1,4}$/.test(every) ? Number(every) : 0;
  if (seconds >= 2 && seconds <= 3600) return seconds;
  throw new UsageError('`--every` must be a number of seconds, 2 to 3600.');
}

function statusOf(status: string | undefined): Pick<Wanted, 'status'> {
  if (status === undefined) return {};
  if (!/^[1-5](\d\d|xx)$/.test(status))
    throw new UsageError('`--status` must be a status or a kind of status, 404 or 5xx for example.');
  return { status: [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))] };
}

export function isWanted({ status, isFailed }: Line, { failed, status: only }: Wanted): boolean {
  if (failed && !isFailed) return false;
  return !only || (status !== null && status >= only[0] && status <= only[1]);
}
