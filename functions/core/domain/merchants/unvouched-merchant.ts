import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '../id.ts';

/**
 * The limits of test merchants whose founding app no operator vouches for. Anybody can make such merchants, and the
 * owner of the stage pays for their data.
 */
export interface UnvouchedLimits {
  /** The days after which test data expires; 0 on a stage without these limits. */
  days: number;
  /** The writes on a day (UTC) that one unvouched app may cause, and that all of them together may cause. */
  appWrites: number;
  stageWrites: number;
}

/**
 * The limits as they were when the merchant was made. They are stored with the merchant, so that later changes of the
 * stage's limits do not affect it.
 */
export interface Unvouched {
  /** The app that made the merchant. */
  app: Id;
  days: number;
}

/** Returns the limits of a new merchant. Only a test merchant whose app no operator vouches for has limits. */
export const unvouchedOf = (
  { test }: { test?: boolean | undefined },
  { id, vouched }: { id: Id; vouched?: boolean },
  days: number,
): Unvouched | undefined => (test && !vouched && days > 0 ? { app: id, days } : undefined);

/** The most bytes of `custom`, and of `plan`, as JSON. */
export const mostUnvouchedBytes = 4 * 1024;

/** The time at which test data that is written now expires, in seconds since 1970; undefined for data that stays. */
export const expiryOf = (unvouched: Unvouched | undefined, now = Date.now()): number | undefined =>
  unvouched && inSeconds(now) + unvouched.days * daySeconds;

/** The seconds until the budgets of the next day (UTC) begin. */
export const untilTomorrow = (now = Date.now()): number => daySeconds - (inSeconds(now) % daySeconds);
