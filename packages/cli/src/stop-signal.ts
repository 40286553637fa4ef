import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns a signal that aborts when somebody presses Ctrl-C or ends this process. A second Ctrl-C ends the process at
 * once.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  return controller.signal;
}

/** Waits for a time, or until the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {});
