import { type Message, type Queues, queueEvent } from '../aws/queues.ts';
import type { Invoke } from '../functions.ts';
import type { WakeUp } from '../wake-up.ts';
import type { Activity } from './activity.ts';
import { failuresOf, type QueueMapping } from './mappings.ts';

interface Options {
  mapping: QueueMapping;
  queues: Queues;
  invoke: Invoke;
  wakeUp: WakeUp;
  activity: Activity;
  signal: AbortSignal;
  report(error: unknown): void;
}

/** The number of batches that Lambda handles at the same time at first, before it knows the load. */
const atFirst = 5;
/**
 * In milliseconds: while messages wait, Lambda handles one batch more at the same time after each such interval, so 300 more
 * a minute (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html).
 */
const growth = 200;
/**
 * The pause while a message is hidden or delayed, in milliseconds. No event wakes the poller when the message becomes
 * visible.
 */
const idle = 1000;
/** The pause while the queue is empty, in milliseconds. A new message wakes the poller. */
const rest = 60_000;

/**
 * Polls a queue for its function until `signal` aborts, and then waits for running batches. Messages of a batch that
 * fails, or that a kill interrupts, become visible again after their visibility timeout.
 */
export async function pollQueue(options: Options): Promise<void> {
  const { mapping, queues, invoke, wakeUp, activity, signal, report } = options;
  const underWay = new Set<Promise<void>>();
  const { atOnce: most = atFirst } = mapping;
  /** The time since which at least `atFirst` batches have been under way; undefined while there are fewer. */
  let fullSince: number | undefined;

  /** Whether another batch may begin. The limit grows by one with each interval in which the limit was reached. */
  const hasRoom = (): boolean => {
    if (underWay.size < atFirst) fullSince = undefined;
    else fullSince ??= performance.now();
    const more = fullSince === undefined ? 0 : Math.floor((performance.now() - fullSince) / growth);
    return underWay.size < Math.min(most, atFirst + more);
  };

  while (!signal.aborted) {
    const seen = wakeUp.count;
    try {
      const room = hasRoom();
      const messages = room
        ? await activity.during(() => queues.receive(mapping.queue, mapping.batchSize))
        : [];
      if (messages.length === 0) {
        await wakeUp.wait(seen, room ? await pauseOf(mapping.queue) : growth, signal);
        continue;
      }
      const work = activity
        .during(() => handle(messages))
        .catch(report)
        .finally(() => {
          underWay.delete(work);
          wakeUp.wake();
        });
      underWay.add(work);
    } catch (error) {
      if (!signal.aborted) report(error);
      await wakeUp.wait(wakeUp.count, idle, signal);
    }
  }
  await Promise.all(underWay);

  async function pauseOf(queue: string): Promise<number> {
    const { visible, hidden, delayed } = await queues.count(queue);
    return visible + hidden + delayed > 0 ? idle : rest;
  }

  async function handle(messages: Message[]): Promise<void> {
    const result = await invoke(mapping.function, queueEvent(messages, mapping.sourceArn));
    const failed = failuresOf(
      result,
      messages.map(({ id }) => id),
      mapping,
    );
    const done = messages.filter(({ id }) => !failed.has(id));
    await Promise.all(done.map(({ receipt }) => queues.remove(mapping.queue, receipt)));
  }
}
