const [second, minute, hour] = [1000, 60_000, 3_600_000];

/**
 * The retry schedule of a delivery: the pauses before each further attempt, in milliseconds. They add up to three days.
 */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  8 * hour,
  10 * hour,
  12 * hour,
  12 * hour,
  16 * hour,
];

/**
 * The most attempts to verify an endpoint. A server that does not answer the challenge may belong to somebody who
 * wants no events.
 */
const mostChallenges = 3;

/**
 * Returns the pause before the next attempt. The pause varies by a tenth at random, to spread deliveries that have
 * failed at the same time.
 *
 * @param attempts the number of attempts so far
 * @param isChallenge whether the delivery verifies an endpoint
 * @param chance from 0 to 1
 * @returns milliseconds; undefined after the last attempt
 */
export function pauseAfter(
  attempts: number,
  isChallenge: boolean,
  chance = Math.random(),
): number | undefined {
  if (isChallenge && attempts >= mostChallenges) return undefined;
  const pause = pauses[attempts - 1];
  return pause && Math.round(pause * (0.9 + 0.2 * chance));
}
