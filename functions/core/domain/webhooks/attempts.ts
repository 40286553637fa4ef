const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** Before each further attempt at a delivery, in milliseconds: three days in all. */
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

/** An endpoint without a success for so long is switched off at its next failure. In milliseconds. */
export const givenUpAfter = 5 * day;

/**
 * How long to wait for the next attempt, with a tenth of jitter either way: what failed together does not come back
 * together.
 *
 * @param attempts how many there were
 * @param chance from 0 to 1
 * @returns milliseconds; undefined where there is to be no other
 */
export function pauseAfter(attempts: number, chance = Math.random()): number | undefined {
  const pause = pauses[attempts - 1];
  return pause && Math.round(pause * (0.9 + 0.2 * chance));
}
