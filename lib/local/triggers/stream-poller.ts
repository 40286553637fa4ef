import { randomUUID } from 'node:crypto';
import { setTimeout as timeout } from 'node:timers/promises';
import type { Queues } from '../aws/queues.ts';
import type { CallEngine } from '../dynamodb/engine.ts';
import type { Invoke } from '../functions.ts';
import { accountId, region } from '../template.ts';
import type { WakeUp } from '../wake-up.ts';
import type { Activity } from './activity.ts';
import { type Checkpoint, makeCheckpoint } from './checkpoint.ts';
import type { StreamMapping } from './mappings.ts';
import { deliver, failureOf, type StreamRecord } from './stream-batches.ts';
import { readStream, type StreamReader } from './stream-reader.ts';
import type { Trim } from './stream-trim.ts';

interface Options {
  mapping: StreamMapping;
  call: CallEngine;
  queues: Queues;
  invoke: Invoke;
  wakeUp: WakeUp;
  trim: Trim;
  activity: Activity;
  pauses: Pauses;
  signal: AbortSignal;
  report(error: unknown): void;
}

/** The pause after a read without a record, in milliseconds. It begins with `idle`, and doubles each time up to `rest`. */
interface Pauses {
  idle: number;
  rest: number;
}

/**
 * A write by a function of this process wakes the reader at once. A write by another process does so only if the
 * engine's file is watched. Otherwise its records wait until the reader reads again.
 */
export const pausesFor = (watched: boolean): Pauses =>
  watched ? { idle: 60_000, rest: 60_000 } : { idle: 1000, rest: 8000 };

/** The pauses between two reads while records come, and after a failure, in milliseconds. */
const pace = { busy: 100, failed: 1000 };
/**
 * The most records without a match that are read before the checkpoint is stored. Storing the checkpoint after each
 * record would take too long.
 */
const ahead = 500;

/** Calls the function with the records of a table's stream until `signal` aborts. */
export async function pollStream(options: Options): Promise<void> {
  const { mapping, call, queues, invoke, wakeUp, trim, activity, pauses, signal, report } = options;
  const sleep = (milliseconds: number) => timeout(milliseconds, undefined, { signal }).catch(() => {});
  const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${mapping.function}`;

  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      await sleep(pace.failed);
    }
  }

  async function follow(): Promise<void> {
    const stream = await readStream(call, mapping);
    const checkpoint = makeCheckpoint(call, mapping, stream.label, trim);
    const known = await checkpoint.read();
    if (known) stream.goTo(known);
    let unsaved: { position: string; count: number } | undefined;
    const save = async () => {
      if (unsaved) await checkpoint.advance(unsaved.position);
      unsaved = undefined;
    };

    let idle = pauses.idle;
    while (!signal.aborted) {
      const seen = wakeUp.count;
      const started = performance.now();
      const records = await stream.read();
      activity.records += records.length;
      const last = records.at(-1);
      if (last) {
        const matching = records.filter(mapping.filter);
        await work(stream, checkpoint, matching);
        if (signal.aborted && matching.length > 0) return; // some of these records may not be processed yet
        const count = matching.length > 0 ? ahead : (unsaved?.count ?? 0) + records.length;
        unsaved = { position: last.dynamodb.SequenceNumber, count };
        if (count >= ahead) await save();
      }
      if (!last) {
        activity.noteEmpty(mapping.id, seen);
        await wakeUp.wait(seen, idle, signal);
      }
      idle = last || wakeUp.count !== seen ? pauses.idle : Math.min(2 * idle, pauses.rest);
      const gap = records.length < ahead && !activity.isHurried ? pace.busy : 0;
      await sleep(Math.max(0, started + gap - performance.now()));
    }
    await save();
  }

  /** Calls the function with records until each of them is done or given up, or `signal` aborts. */
  async function work(
    { shardId }: StreamReader,
    checkpoint: Checkpoint,
    matching: StreamRecord[],
  ): Promise<void> {
    await deliver(matching, {
      mapping,
      signal,
      attempt: (batch) => invoke(mapping.function, streamEvent(batch, mapping.sourceArn)),
      settle: ({ dynamodb }) => checkpoint.advance(dynamodb.SequenceNumber),
      discard: async (batch, reason, attempts) => {
        const { sourceArn: streamArn, onFailure } = mapping;
        const requestId = randomUUID();
        const timestamp = new Date().toISOString();
        const about = { functionArn, streamArn, shardId, reason, attempts, requestId, timestamp };
        report(new Error(`${mapping.function} has given up a batch of the stream: ${reason}`));
        if (onFailure) await queues.send(onFailure, JSON.stringify(failureOf(batch, about)));
      },
      report,
      sleep,
      now: Date.now,
    });
  }
}

/** Makes the event that a function gets: https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export const streamEvent = (batch: readonly StreamRecord[], eventSourceARN: string) => ({
  Records: batch.map((record) => ({ ...record, awsRegion: region, eventSourceARN })),
});
