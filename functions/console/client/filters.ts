import type { Query } from './router.ts';

/** The states that the API can filter by. */
export const states = ['all', 'pending', 'successful', 'declined'] as const;

export type State = (typeof states)[number];

export const stateOf = ({ state }: Query): State => states.find((one) => one === state) ?? 'all';

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** The begin of a day in the reader's time zone, or of a day some days later. */
function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The filters of a date in the URL as the API takes them: both days are included. A broken day filters nothing. */
export const dateFilters = ({ from, to }: Query): Record<string, string | undefined> => ({
  'filter[from]': isDay(from) ? beginOf(from) : undefined,
  'filter[to]': isDay(to) ? beginOf(to, 1) : undefined,
});

/** The filters of the list of payments in the URL, as the API takes them. */
export const paymentFilters = (query: Query): Record<string, string | undefined> => ({
  ...dateFilters(query),
  'filter[pending]': stateOf(query) === 'pending' ? 'yes' : undefined,
  'filter[successful]': { all: undefined, pending: undefined, successful: 'yes', declined: 'no' }[
    stateOf(query)
  ],
});

export const hasFilters = ({ state, from, to }: Query): boolean => !!(state || from || to);

/** The id of a payment, from an id or from a URL that ends with one. */
export const idIn = (text: string): string | undefined =>
  /(?:^|\/)([0-9a-f]{24})$/i.exec(text.trim())?.[1]?.toLowerCase();
