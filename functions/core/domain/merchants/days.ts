import { hour, utcDay } from '#basics/time.ts';

/**
 * The days of a merchant: days of the calendar (`2026-11-26`) in a time zone (IANA name). All lists, figures, statements and
 * mails of a merchant take their days from here. Times are in milliseconds since 1970.
 */
export interface Day {
  day: string;
  /** The first moment of the day, and of the next one. */
  start: number;
  end: number;
}

/** A formatter is slow to make, and reading a list asks for many days. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const number = '2-digit';
  const formatter = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The calendar and the clock of a time zone as if they were those of UTC, in whole seconds. */
function localTime(time: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const date = [part('year'), part('month') - 1, part('day')] as const;
  return Date.UTC(...date, part('hour'), part('minute'), part('second'));
}

/** The day of a moment in a time zone. */
export const dayAt = (time: number, timeZone: string): string => utcDay(localTime(time, timeZone));

/** The day that is some days later, or earlier if the number is below 0. */
export const addDays = (day: string, count: number): string => utcDay(Date.parse(day) + count * 24 * hour);

/** Whether a text names a day of the calendar: `2026-02-28`, not `2026-02-30`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDay(Date.parse(text)) === text;

/**
 * The first moment of a day in a time zone. If the clocks skip midnight, this is the first moment that exists; if they skip
 * the whole day, as Samoa did on 30 December 2011, this is the first moment of the next day.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  // Zones are 14 hours ahead of UTC to 12 hours behind it, and change by whole seconds.
  let [before, within] = [(midnight - 15 * hour) / 1000, (midnight + 13 * hour) / 1000];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localTime(middle * 1000, timeZone) >= midnight) within = middle;
    else before = middle;
  }
  return within * 1000;
}

export const dayOf = (day: string, timeZone: string): Day => ({
  day,
  start: startOfDay(day, timeZone),
  end: startOfDay(addDays(day, 1), timeZone),
});

/** The last days, the present one last. */
export function lastDays(now: number, count: number, timeZone: string): Day[] {
  const today = dayAt(now, timeZone);
  return Array.from({ length: count }, (_, n) => dayOf(addDays(today, n + 1 - count), timeZone));
}

/**
 * The moment of a day at which the clock shows the time that it shows at `now`, so that a part of a day can be compared
 * with the same part of another day.
 */
export function sameClock({ day, start, end }: Day, now: number, timeZone: string): number {
  const clock = localTime(now, timeZone) - Date.parse(dayAt(now, timeZone));
  const moment = start + clock + (now % 1000);
  // The clocks may have changed between the beginning of the day and this moment.
  const late = localTime(moment, timeZone) - Date.parse(day) - clock;
  return Math.min(Math.max(moment - late, start), end);
}

/** The days that ended after one moment, and not after another one. */
export function daysEnded(after: number, until: number, timeZone: string): Day[] {
  const days: Day[] = [];
  let day = dayOf(dayAt(after, timeZone), timeZone);
  for (; day.end <= until; day = dayOf(addDays(day.day, 1), timeZone)) if (day.end > after) days.push(day);
  return days;
}
