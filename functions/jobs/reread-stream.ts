import type { Context } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { type Position, readStream, timeOfRecord } from '#aws/table-stream.ts';
import { compileFilters } from '#basics/event-filter.ts';
import { parseTime } from '#basics/time.ts';
import { log } from '#observability/log.ts';

/** The jobs whose work is repeatable, and the variable with the address of each one's queue of records. */
const queues = { PublishEvents: 'EVENT_RETRIES_URL', SendMail: 'MAIL_RETRIES_URL' } as const;

interface Command {
  /** The job that works on the records again. */
  job?: unknown;
  /** Only records from this time on, ISO 8601. */
  from?: unknown;
  /** Only records up to this time; by default up to now. */
  to?: unknown;
  /** The position at which an earlier call has stopped. */
  after?: Position;
}

/** In milliseconds: the time that is kept for sending the records of a page. */
const reserve = 30_000;

/**
 * Sends records of the table's stream to a job again, through the queue of the job's failed records, so that the job
 * treats them like failed ones. An operator runs this after an error in the job has lost or damaged events or mails
 * (docs/recovery.md). Events and mails that exist are not made twice.
 *
 * @returns `after` if the time ran out before all records were read: pass it to the next call
 */
export async function handler(command: Command, context?: Partial<Context>) {
  const { job, after } = command;
  if (job !== 'PublishEvents' && job !== 'SendMail')
    throw new Error(`Expected {"job": "${Object.keys(queues).join('" or "')}"}`);
  const from = timeOf('from', command.from) ?? 0;
  const to = timeOf('to', command.to) ?? Date.now();
  const isOf = compileFilters(JSON.parse(requireVariable('FILTERS'))[job]);
  const result: { job: string; to: string; read: number; sent: number; after?: Position } = {
    job,
    to: new Date(to).toISOString(),
    read: 0,
    sent: 0,
  };
  for await (const { records, position } of readStream(to, after)) {
    const wanted = records.filter((record) => isOf(record) && isWithin(timeOfRecord(record), from, to));
    await sendMessages(
      requireVariable(queues[job]),
      wanted.map((record) => ({ body: record })),
    );
    result.read += records.length;
    result.sent += wanted.length;
    if ((context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) < reserve) {
      log('info', { reread: { ...result, after: position } });
      return { ...result, after: position };
    }
  }
  log('info', { reread: result });
  return result;
}

/** In milliseconds. DynamoDB rounds the times of records, at most to the minute. */
const precision = 60_000;

const isWithin = (time: number, from: number, to: number): boolean => time > from - precision && time <= to;

function timeOf(field: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  if (time === undefined)
    throw new Error(
      `\`${field}\` must be a time such as "2026-01-01T12:00:00Z"; got ${JSON.stringify(value)}`,
    );
  return time;
}
