/** 31 December 9999, in seconds since 1970: the year of a later date has five digits. */
export const lastSecond = 253_402_300_799;

/** A time of Stripe's, in seconds since 1970, as ISO 8601. */
export const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
