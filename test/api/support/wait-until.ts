import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `ask` until `right` accepts its answer, and returns this answer.
 *
 * @throws an error with the last answer after `seconds`
 */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  right: (answer: T) => boolean,
  seconds = 120,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`No right answer in ${seconds} s, the last one: ${JSON.stringify(answer)}`);
    await sleep(50);
  }
}
