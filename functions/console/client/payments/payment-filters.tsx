import { useState } from 'preact/hooks';
import { go, printPlace, type Query, replacePlace } from '../browser/router.ts';
import { Dates } from '../lists/dates.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { useConsole } from '../requests/session.ts';
import { money, schemeName } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { fill, locale, t } from '../values/texts.ts';
import { hasFilters, isScheme, schemes, searchTerms, stateOf, states } from './filters.ts';
import { Views } from './saved-views.tsx';
import { type Reading, readingsOf } from './search-text.ts';

interface Props {
  path: string[];
  query: Query;
}

/** The filters of the payments. They are always visible, and in the URL. */
export function PaymentFilters({ path, query }: Props) {
  const { before: _before, after: _after, ...kept } = query;
  return (
    <section class="filters" aria-label={t.payments.filters}>
      <nav class="tabs" aria-label={t.payments.state}>
        {states.map((state) => (
          <a
            key={state}
            href={printPlace(path, { ...kept, state: state === 'all' ? '' : state })}
            aria-current={stateOf(query) === state ? 'true' : undefined}
          >
            {t.payments.states[state]}
          </a>
        ))}
      </nav>
      <div class="filter-fields">
        <Find path={path} query={kept} />
        <Select
          label={t.payments.scheme}
          value={isScheme(query.scheme) ? (query.scheme ?? '') : ''}
          options={[['', t.payments.anyScheme], ...schemes.map((one) => [one, schemeName(one)] as const)]}
          onChange={(scheme) => replacePlace(printPlace(path, { ...kept, scheme }))}
        />
        <Dates path={path} query={query} />
        <Merchants path={path} query={kept} />
      </div>
      <Terms path={path} query={kept} />
      <Views path={path} query={kept} />
    </section>
  );
}

/**
 * The choice between this merchant, and all merchants of the user in the same mode. Test and live payments are never mixed.
 */
function Merchants({ path, query }: Props) {
  const { session, merchant } = useConsole();
  const { length } = session.merchants.filter(({ test }) => test === merchant.test);
  if (length < 2) return null;
  return (
    <Select
      label={t.payments.merchant}
      value={query.merchants === 'all' ? 'all' : ''}
      options={[
        ['', nameOf(merchant)],
        ['all', fill(merchant.test ? t.payments.allTest : t.payments.allLive, { count: length })],
      ]}
      onChange={(merchants) => replacePlace(printPlace(path, { ...query, merchants }))}
    />
  );
}

/** Reads the text of the search box as a filter, and sets this filter. An id opens its payment. */
function Find({ path, query }: Props) {
  const { merchant } = useConsole();
  const [text, setText] = useState('');
  const [others, setOthers] = useState<Reading[]>([]);
  const [latest, setLatest] = useState('');
  // Other readings of the text are offered only until the filters change in another way.
  const hasOthers = others.length > 0 && JSON.stringify(query) === latest;
  const placeOf = (reading: Reading) =>
    reading.kind === 'id'
      ? printPlace([...path, reading.id])
      : printPlace(path, { ...query, ...reading.filters });
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const [best, ...more] = readingsOf(text, merchant.currency, locale);
        if (!best) return;
        if (best.kind !== 'id') {
          setText('');
          setLatest(JSON.stringify({ ...query, ...best.filters }));
        }
        setOthers(more);
        go(placeOf(best));
      }}
    >
      <Field
        label={t.payments.find}
        type="search"
        value={text}
        autocomplete="off"
        spellcheck={false}
        maxLength={1024}
        placeholder={t.payments.findExample}
        hint={
          hasOthers && (
            <>
              {t.payments.instead}{' '}
              {others.map((reading) => (
                <a key={reading.kind} href={insteadOf(reading)}>
                  {t.payments.kinds[reading.kind]}
                </a>
              ))}
            </>
          )
        }
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button">
        {t.payments.search}
      </button>
    </form>
  );

  /** The address with another reading of the text instead of the chosen one. */
  function insteadOf(reading: Reading): string {
    const { reference: _r, email: _e, last4: _l, amount: _a, currency: _c, ...kept } = query;
    return reading.kind === 'id' ? placeOf(reading) : printPlace(path, { ...kept, ...reading.filters });
  }
}

/** The terms of the search, each with a link that removes it. */
function Terms({ path, query }: Props) {
  const { merchant } = useConsole();
  const terms = termTexts(query, merchant.currency);
  if (!hasFilters(query)) return null;
  return (
    <div class="views">
      {terms.length > 0 && (
        <ul class="chips" aria-label={t.payments.terms}>
          {terms.map(([name, words]) => (
            <li key={name} class="chip">
              <bdi class="ellipsis">{words}</bdi>
              <a
                class="bare"
                aria-label={fill(t.payments.removeTerm, { term: words })}
                href={printPlace(path, {
                  ...query,
                  [name]: undefined,
                  ...(name === 'amount' ? { currency: undefined } : {}),
                })}
              >
                <Icon name="close" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <a class="button small" href={printPlace(path)}>
        {t.payments.clear}
      </a>
    </div>
  );
}

/** The terms in the URL in words: "Card •••• 4242". */
export const termTexts = (query: Query, currency: string): [name: string, words: string][] =>
  searchTerms(query).map(([name, value]) => [
    name,
    fill(t.payments.termTexts[name], {
      value: name === 'amount' ? amountText(value, query.currency, currency) : value,
    }),
  ]);

const amountText = (minor: string, currency: string | undefined, own: string): string =>
  money(Number(minor), currency ?? own);
