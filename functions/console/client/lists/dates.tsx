import { printPlace, type Query, replacePlace } from '../browser/router.ts';
import { Field } from '../parts/field.tsx';
import { t } from '../values/texts.ts';

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
