import type { Query } from '../browser/router.ts';

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** The beginning of a day in the reader's time zone, or of the day that is `later` days after it. */
function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The date filters of the URL as the API takes them. Both days are included, and a malformed day is ignored. */
export const dateFilters = ({ from, to }: Query): Record<string, string | undefined> => ({
  'filter[from]': isDay(from) ? beginOf(from) : undefined,
  'filter[to]': isDay(to) ? beginOf(to, 1) : undefined,
});
