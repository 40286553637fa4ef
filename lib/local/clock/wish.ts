const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const units: Record<string, number> = { s: second, m: minute, h: hour, d: day, w: 7 * day };

/** A sentence for the person who moves the clock. */
export class ClockRefusal extends Error {}

/** The form of a time to which the clock is moved, in words. */
export const form =
  'a step such as +90s, +15m, +36h, +8d or +2w, or an instant such as 2027-03-01T12:00:00Z or 2027-03-01';

const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a time to which the clock is moved: a step from `from`, or an instant.
 *
 * @param from milliseconds since 1970
 * @returns milliseconds since 1970; undefined if the text has another form
 */
export function readTime(text: string, from: number): number | undefined {
  const [, count, unit = ''] = /^\+(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return from + Number(count) * (units[unit] ?? 0);
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` takes the 30th of February for the 2nd of March.
  const isDay =
    !Number.isNaN(time) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));
  return isDay ? time : undefined;
}

/** The longest move, and the most that the clock may be ahead of this machine's, in days. */
export const longest = { move: 366, ahead: 3653 };

/** Refuses a time that is behind the clock or too far ahead. @throws ClockRefusal */
export function checkTime(time: number, now: number, machine: number): void {
  if (time < now)
    throw new ClockRefusal(
      `The clock never goes back: it is ${iso(now)}, and ${iso(time)} has passed. Name a later time.`,
    );
  if (time - now > longest.move * day)
    throw new ClockRefusal(
      `The clock moves at most ${longest.move} days at a time. Move it in several steps.`,
    );
  if (time - machine > longest.ahead * day)
    throw new ClockRefusal(
      `The clock can be at most ${longest.ahead} days ahead of this machine's. Start with an empty table to begin again.`,
    );
}

/** @param time milliseconds since 1970 */
export const iso = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'a time beyond the calendar' : date.toISOString();
};
