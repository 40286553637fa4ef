import type { Properties } from '../template.ts';
import { failuresOf, type StreamMapping } from './mappings.ts';

/** A record of a stream, as the engine gives it. */
export interface StreamRecord {
  eventID: string;
  dynamodb: Properties & { SequenceNumber: string; ApproximateCreationDateTime: number };
  [name: string]: unknown;
}

export type Reason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

interface Options {
  mapping: Pick<StreamMapping, 'batchSize' | 'bisect' | 'maximumAge' | 'partial' | 'retries'>;
  signal: AbortSignal;
  /** Calls the function with a batch. */
  attempt(batch: StreamRecord[]): Promise<unknown>;
  /** Stores that the records up to this one need not be delivered again. */
  settle(last: StreamRecord): Promise<void>;
  /** Receives the records that the mapping gives up after its last attempt. */
  discard(batch: StreamRecord[], reason: Reason, attempts: number): Promise<void>;
  report(error: unknown): void;
  sleep(milliseconds: number): Promise<unknown>;
  now(): number;
}

/** The pause before the second attempt, in milliseconds. It doubles with each attempt, up to `longest`. */
const patience = 100;
const longest = 60_000;

const sequenceOf = ({ dynamodb }: StreamRecord) => dynamodb.SequenceNumber;
const timeOf = ({ dynamodb }: StreamRecord) => dynamodb.ApproximateCreationDateTime * 1000;

/**
 * Calls a function with records in their order, as Lambda does: no record overtakes one that fails. A batch that
 * fails is repeated from its first failed record, in halves if the mapping allows that, until it succeeds or is given
 * up.
 */
export async function deliver(records: readonly StreamRecord[], options: Options): Promise<void> {
  const { mapping, signal, attempt, settle, discard, report, sleep, now } = options;
  const waiting = chunks(records, mapping.batchSize);
  let attempts = 0;

  for (let batch = waiting[0]; batch && !signal.aborted; batch = waiting[0]) {
    const old = batch.filter((record) => now() - timeOf(record) > mapping.maximumAge);
    const done = old.length > 0 ? 0 : await attemptBatch(batch);
    if (old.length > 0) await give(batch, old.length, 'RecordAgeExceeded');
    else if (done === batch.length) await advance(batch, done);
    else {
      if (done > 0) await advance(batch, done);
      const rest = batch.slice(done);
      if (done === 0 && mapping.bisect && rest.length > 1) {
        // Halving a batch does not count as an attempt.
        const half = Math.ceil(rest.length / 2);
        waiting.splice(0, 1, rest.slice(0, half), rest.slice(half));
        attempts = 0;
      } else if (++attempts > mapping.retries) {
        await give(rest, rest.length, 'RetryAttemptsExhausted');
      }
      if (waiting.length > 0) await sleep(Math.min(longest, patience * 2 ** Math.max(0, attempts - 1)));
    }
  }

  /** Attempts a batch. Returns the number of records before the first one that failed. */
  async function attemptBatch(batch: StreamRecord[]): Promise<number> {
    try {
      const failed = failuresOf(await attempt(batch), batch.map(sequenceOf), mapping);
      const first = batch.findIndex((record) => failed.has(sequenceOf(record)));
      return first < 0 ? batch.length : first;
    } catch (error) {
      report(error);
      return 0;
    }
  }

  async function advance(batch: StreamRecord[], count: number): Promise<void> {
    attempts = 0;
    const last = batch[count - 1];
    if (last) await settle(last);
    if (count === batch.length) waiting.shift();
    else waiting[0] = batch.slice(count);
  }

  async function give(batch: StreamRecord[], count: number, reason: Reason): Promise<void> {
    await discard(batch.slice(0, count), reason, Math.max(1, attempts));
    await advance(batch, count);
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** The message that AWS sends to the failure destination: the position of the records, without their content. */
export function failureOf(
  batch: readonly StreamRecord[],
  { functionArn, streamArn, shardId, reason, attempts, requestId, timestamp }: Properties,
) {
  const [first, last] = [batch[0], batch.at(-1)] as [StreamRecord, StreamRecord];
  return {
    requestContext: { requestId, functionArn, condition: reason, approximateInvokeCount: attempts },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp,
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceOf(first),
      endSequenceNumber: sequenceOf(last),
      approximateArrivalOfFirstRecord: new Date(timeOf(first)).toISOString(),
      approximateArrivalOfLastRecord: new Date(timeOf(last)).toISOString(),
      batchSize: batch.length,
      streamArn,
    },
  };
}
