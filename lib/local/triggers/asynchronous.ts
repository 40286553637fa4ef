import { setTimeout as sleep } from 'node:timers/promises';
import type { Queues } from '../aws/queues.ts';
import type { Invoke } from '../functions.ts';
import { resolve, type Template } from '../template.ts';

interface Options {
  template: Template;
  invoke: Invoke;
  queues: Queues;
  report(error: unknown): void;
  /** The pauses before the second and the third attempt, in milliseconds. Lambda waits for one and two minutes. */
  pauses?: readonly number[];
}

/**
 * Calls functions whose result nobody waits for, as Lambda does: three times at most. An event that fails in all attempts
 * goes to the function's dead-letter queue.
 */
export const makeInvokeLater =
  ({ template, invoke, queues, report, pauses = [1_000, 2_000] }: Options) =>
  async (id: string, event: unknown): Promise<void> => {
    for (const pause of [...pauses, undefined]) {
      try {
        await invoke(id, event);
        return;
      } catch (error) {
        report(error);
        if (pause !== undefined) await sleep(pause, undefined, { ref: false });
      }
    }
    const config = template.Resources[id]?.Properties?.DeadLetterConfig;
    const { TargetArn } = (resolve(template, config ?? {}) ?? {}) as { TargetArn?: string };
    if (TargetArn) await queues.send(TargetArn.replace(/^.*:/, ''), JSON.stringify(event));
  };
