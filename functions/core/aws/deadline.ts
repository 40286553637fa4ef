let end = Number.POSITIVE_INFINITY;

/**
 * Sets the time at which all waiting and repeats of a request must stop, so that the request can still be answered. In
 * AWS a function handles one request at a time, so one module variable suffices. On a laptop several requests share it,
 * and the newest one sets it.
 *
 * @param time milliseconds since 1970
 */
export function endBy(time: number): void {
  end = time;
}

/** The time by which the request must be answered; infinite if nobody waits for an answer. */
export const requestEnd = (): number => end;
