/** The longest answer of a quick endpoint, in milliseconds. An endpoint that takes longer is slow for some time. */
export const quickAnswer = 500;

/** The time for which an endpoint counts as slow after a slow answer, in milliseconds. */
export const slowFor = 10 * 60_000;

/** In milliseconds. An endpoint without a success for this time is switched off at its next failure. */
export const givenUpAfter = 5 * 24 * 60 * 60_000;

/** The health of an endpoint's server. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The time since which no delivery has succeeded; absent while deliveries succeed. */
  failingSince?: number;
  /** The end of the time in which the server counts as slow. */
  slowUntil?: number;
}

/** A change of an endpoint's health. `off` is the time at which the endpoint is switched off, ISO 8601. */
export type HealthChange = { failing: number } | { slow: number } | 'well' | { off: string };

/** Whether deliveries to the endpoint go to the slow lane. */
export const isSlow = ({ failingSince, slowUntil = 0 }: EndpointHealth, now: number): boolean =>
  failingSince !== undefined || slowUntil > now;

/** Returns the change after a slow answer; undefined while more than half of the time of an earlier one is left. */
export const changeAfterSlowAnswer = (
  { slowUntil = 0 }: EndpointHealth,
  now: number,
): HealthChange | undefined => (slowUntil < now + slowFor / 2 ? { slow: now + slowFor } : undefined);

/**
 * Returns the change after a delivery attempt; undefined if nothing changes.
 *
 * @param begun the time at which the attempt began
 */
export function changeAfterAttempt(
  { failingSince }: EndpointHealth,
  succeeded: boolean,
  begun: number,
  now: number,
): HealthChange | undefined {
  if (succeeded) return failingSince === undefined ? undefined : 'well';
  if (failingSince === undefined) return { failing: begun };
  return now - failingSince > givenUpAfter ? { off: new Date(now).toISOString() } : undefined;
}
