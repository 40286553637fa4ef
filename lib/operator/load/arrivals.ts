/** A plan of calls at a constant rate, each at its own time. */
export interface Plan {
  /** Calls a second. */
  rate: number;
  seconds: number;
  /** The most calls at the same time. Further calls are not made. */
  most: number;
}

/** The result of a plan. */
export interface Arrivals {
  started: number;
  /** Calls that were not made, because too many calls were running. */
  skipped: number;
}

/**
 * Makes calls at their times, whether or not earlier ones have returned, as customers do. A load test that waits for
 * answers would send fewer requests to a slow server, and so hide how long customers would wait.
 *
 * @param call gets the time at which it was due, in milliseconds of `performance.now()`; it must not throw
 */
export async function arrive(
  { rate, seconds, most }: Plan,
  call: (due: number) => Promise<void>,
): Promise<Arrivals> {
  const calls = Math.round(rate * seconds);
  const begin = performance.now();
  const underWay = new Set<Promise<void>>();
  let skipped = 0;
  for (let index = 0; index < calls; index++) {
    const due = begin + (index * 1000) / rate;
    while (performance.now() < due)
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    if (underWay.size >= most) {
      skipped++;
      // Lets this process receive answers, which it does only while it waits.
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    const one = call(due).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  return { started: calls - skipped, skipped };
}
