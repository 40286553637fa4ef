/** The last day that was over in a time zone, by its first moment and the next day's: milliseconds since 1970. */
export function dayBefore(now: number, timeZone: string): { start: number; end: number } {
  const end = midnightBefore(now, timeZone);
  return { start: midnightBefore(end - 1, timeZone), end };
}

/** The beginning of the day that it is: where clocks change at midnight, its first moment that there is. */
function midnightBefore(now: number, timeZone: string): number {
  const day = dayOf(now, timeZone);
  // No day is longer than 25 hours, and no zone changes by less than a minute.
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
