import { day } from '#basics/time.ts';

/** The longest answer of a quick endpoint, in milliseconds. An endpoint that takes longer is slow for some time. */
export const quickAnswer = 500;

/** For how long at least an endpoint counts as slow after a slow answer, in milliseconds. */
export const slowFor = 10 * 60_000;

/** In milliseconds. If no delivery has succeeded for this time, the next failure switches the endpoint off. */
export const givenUpAfter = 5 * day;

/** The health of an endpoint's server. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The time since which no delivery has succeeded; absent while deliveries succeed. */
  failingSince?: number;
  /** Set while the server counts as slow. After this time, a quick answer makes the server count as quick again. */
  slowUntil?: number;
}

/** A change of an endpoint's health. `off` is the time at which the endpoint is switched off, ISO 8601. */
export type HealthChange = { failing: number } | { slow: number } | 'quick' | 'well' | { off: string };

/**
 * Whether deliveries to the endpoint go to the slow queue. An endpoint leaves the slow queue only after a quick answer.
 * If time alone sufficed, an endpoint that stays slow would delay the fast queue again and again.
 */
export const isSlow = ({ failingSince, slowUntil }: EndpointHealth): boolean =>
  failingSince !== undefined || slowUntil !== undefined;

/** Returns the change after a slow answer; undefined if more than half of the present slow time is left. */
export const changeAfterSlowAnswer = (
  { slowUntil = 0 }: EndpointHealth,
  now: number,
): HealthChange | undefined => (slowUntil < now + slowFor / 2 ? { slow: now + slowFor } : undefined);

/**
 * Returns the change after a quick answer; undefined if the endpoint is not slow, or if its slow time is not over.
 */
export const changeAfterQuickAnswer = (
  { slowUntil }: EndpointHealth,
  now: number,
): HealthChange | undefined => (slowUntil !== undefined && slowUntil <= now ? 'quick' : undefined);

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
