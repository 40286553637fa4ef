import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';

/**
 * Makes work fail that takes too long, before Lambda stops the whole function.
 *
 * @param reserve the milliseconds that are then left
 * @returns a promise that is rejected at that time, unless it is cancelled
 */
export function stopBefore(
  context: Partial<Context> | undefined,
  reserve: number,
  message: string,
): { time: Promise<never>; cancel(): void } {
  const milliseconds = (context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) - reserve;
  const controller = new AbortController();
  const time = new Promise<never>((_, reject) => {
    if (!Number.isFinite(milliseconds)) return;
    sleep(Math.max(0, milliseconds), undefined, { signal: controller.signal }).then(
      () => reject(new Error(message)),
      () => {},
    );
  });
  time.catch(() => {});
  return { time, cancel: () => controller.abort() };
}
