import { printPlace, type Query, replacePlace } from '../browser/router.ts';
import { Field } from '../parts/field.tsx';
import { t } from '../values/texts.ts';

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
