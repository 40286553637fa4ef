import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is right, and gives it; what it was at last is in the error. */
export async function until<T>(
  ask: () => Promise<T>,
  right: (answer: T) => boolean,
  seconds = 30,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (Date.now() > end) throw new Error(`Not in ${seconds} s: ${JSON.stringify(answer)}`);
    await sleep(50);
  }
}
