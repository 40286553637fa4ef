import type { Id } from '../id.ts';

/**
 * The limits of test merchants whose founding app no operator vouches for. Anybody can make such merchants, and the
 * owner of the stage pays for their data.
 */
export interface UnvouchedLimits {
  /** After so many days test data expires; 0 on a stage without these limits. */
  days: number;
  /** Writes a day (UTC) of one app, and of all unvouched apps together. */
  appWrites: number;
  stageWrites: number;
}

/** Kept with such a merchant, which gets the limits of the day when it was made. */
export interface Unvouched {
  /** The app that made the merchant. */
  app: Id;
  days: number;
}

/** Bytes of `custom`, and of `plan`, as JSON. */
export const mostUnvouchedBytes = 4 * 1024;

const day = 24 * 60 * 60;

/** When test data that is written now expires, in seconds since 1970; undefined for data that stays. */
export const expiryOf = (unvouched: Unvouched | undefined, now = Date.now()): number | undefined =>
  unvouched && Math.floor(now / 1000) + unvouched.days * day;

/** In seconds, until the budgets of a day (UTC) begin anew. */
export const untilTomorrow = (now = Date.now()): number => day - (Math.floor(now / 1000) % day);
