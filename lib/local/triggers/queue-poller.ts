import { type Message, type Queues, queueEvent } from '../aws/queues.ts';
import type { Invoke } from '../functions.ts';
import type { WakeUp } from '../wake-up.ts';
import { failuresOf, type QueueMapping } from './mappings.ts';

interface Options {
  mapping: QueueMapping;
  queues: Queues;
  invoke: Invoke;
  wakeUp: WakeUp;
  signal: AbortSignal;
  report(error: unknown): void;
}

/** How many batches Lambda has under way at once, as long as it knows nothing of the load. */
const atOnce = 5;
/** What others put into the queue by way of the same engine is not heard. */
const idle = 1000;

/**
 * Has the function work off a queue until `signal` says to stop, and then ends what has begun. What the function
 * fails at, or was at when this process was killed, is visible again when its time is over.
 */
export async function pollQueue({ mapping, queues, invoke, wakeUp, signal, report }: Options): Promise<void> {
  const underWay = new Set<Promise<void>>();

  while (!signal.aborted) {
    const seen = wakeUp.count;
    try {
      const room = underWay.size < atOnce;
      const messages = room ? await queues.receive(mapping.queue, mapping.batchSize) : [];
      if (messages.length === 0) {
        await wakeUp.wait(seen, idle, signal);
        continue;
      }
      const work = handle(messages)
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
