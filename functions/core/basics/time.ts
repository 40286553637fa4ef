/** Durations in milliseconds. */
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

/** A day in seconds, for DynamoDB and acquirers. */
export const daySeconds = 86_400;

/** A day in UTC, or a time with its zone. Seconds and their fractions are optional. */
const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/i;

/**
 * Reads a moment: `2026-11-01` for the beginning of that day in UTC, `2026-11-01T12:30:00Z` or
 * `2026-11-01T12:30:00+01:00`.
 *
 * @returns milliseconds since 1970; undefined for text that is not a valid date, such as `2026-02-30`
 */
export function parseTime(text: string): number | undefined {
  // A plus sign in a query string is decoded as a space, so this turns the space into a plus again.
  const [whole, year, month, day] = pattern.exec(text.replace(/ (?=\d\d:\d\d$)/, '+')) ?? [];
  if (whole === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const time = Date.parse(whole);
  return isDay && !Number.isNaN(time) ? time : undefined;
}

/** Whole seconds of a time in milliseconds. DynamoDB and acquirers count in seconds since 1970. */
export const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** The day (UTC) of a time in milliseconds: `2026-11-30`. */
export const utcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
