let end = Number.POSITIVE_INFINITY;

/**
 * Whatever a request waits for and tries again, all of it together, is to stop by then to say so. A function in AWS has
 * one request at a time, and needs nothing that follows it about; of several on a laptop the newest one counts.
 *
 * @param time milliseconds since 1970
 */
export function endBy(time: number): void {
  end = time;
}

/** When the request must be answered; never, where nobody waits for an answer. */
export const requestEnd = (): number => end;
