import { dayOf, isDay } from '#domain/merchants/days.ts';
import { printPlace, type Query, replacePlace } from '../browser/router.ts';
import { Field } from '../parts/field.tsx';
import { t } from '../values/texts.ts';
import { timeZone } from '../values/zone.ts';

const moment = (day: string | undefined, edge: 'start' | 'end'): string | undefined =>
  day && isDay(day) ? new Date(dayOf(day, timeZone)[edge]).toISOString() : undefined;

/**
 * The date filters of the URL as the API takes them: the days of the merchant. Both days are included, and a malformed day
 * is ignored.
 */
export const dateFilters = ({ from, to }: Query): Record<string, string | undefined> => ({
  'filter[from]': moment(from, 'start'),
  'filter[to]': moment(to, 'end'),
});

/** The same filters for lines, by the time of their booking. */
export const bookingFilters = ({ from, to }: Query): Record<string, string | undefined> => ({
  'filter[bookedFrom]': moment(from, 'start'),
  'filter[bookedTo]': moment(to, 'end'),
});

/** The first and the last day of a list, kept in the URL. */
export function Dates({ path, query }: { path: string[]; query: Query }) {
  const { before: _before, after: _after, ...kept } = query;
  const set = (name: 'from' | 'to') => (event: { currentTarget: HTMLInputElement }) =>
    replacePlace(printPlace(path, { ...kept, [name]: event.currentTarget.value }));
  return (
    <>
      <Field
        label={t.common.from}
        type="date"
        value={query.from ?? ''}
        max={query.to}
        onChange={set('from')}
      />
      <Field label={t.common.to} type="date" value={query.to ?? ''} min={query.from} onChange={set('to')} />
    </>
  );
}
