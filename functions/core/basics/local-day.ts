/**
 * The last whole day in a time zone, as its first moment and the first moment of the next day, in milliseconds since
 * 1970.
 */
export function dayBefore(now: number, timeZone: string): { start: number; end: number } {
  const end = midnightBefore(now, timeZone);
  return { start: midnightBefore(end - 1, timeZone), end };
}

/**
 * The beginning of the present day. In zones that change their clocks at midnight, this is the first moment that
 * exists.
 */
export function midnightBefore(now: number, timeZone: string): number {
  const day = dayOf(now, timeZone);
  // The search starts 26 hours before now, as no day is longer than 25 hours. It is exact to the minute, as offsets
  // of time zones are whole minutes.
  let [before, within] = [now - 26 * 60 * 60_000, now];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayOf(middle, timeZone) === day) within = middle;
    else before = middle;
  }
  return within;
}

const dayOf = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
