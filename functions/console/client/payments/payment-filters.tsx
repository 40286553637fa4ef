import { useState } from 'preact/hooks';
import { go, printPlace, type Query, replacePlace } from '../browser/router.ts';
import { Dates } from '../lists/dates.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAction } from '../requests/action.ts';
import type { NamedMethod } from '../requests/method-names.ts';
import { useConsole } from '../requests/session.ts';
import { money, schemeName, today } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { fill, locale, t } from '../values/texts.ts';
import { hasFilters, isScheme, methodIn, schemes, searchTerms, stateOf, states } from './filters.ts';
import { Views } from './saved-views.tsx';
import { type Reading, readingsOf } from './search-text.ts';
import { firstThatFinds, merchantsOf } from './use-payments.ts';

interface Props {
  path: string[];
  query: Query;
}

/** Tells methods from schemes in the choice of the means of payment. */
const prefix = 'method.';

function chosenMeans(query: Query): string {
  const method = methodIn(query);
  return method ? prefix + method : isScheme(query.scheme) ? (query.scheme ?? '') : '';
}

const meansFilters = (chosen: string): Query =>
  chosen.startsWith(prefix)
    ? { method: chosen.slice(prefix.length), scheme: '' }
    : { method: '', scheme: chosen };

/** The filters of the payments. They are always visible, and in the URL. */
export function PaymentFilters({ path, query, methods }: Props & { methods: readonly NamedMethod[] }) {
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
          value={chosenMeans(query)}
          options={[
            ['', t.payments.anyScheme],
            ...schemes.map((one) => [one, schemeName(one)] as const),
            ...methods.map(({ type, name }) => [prefix + type, name] as const),
          ]}
          onChange={(chosen) => replacePlace(printPlace(path, { ...kept, ...meansFilters(chosen) }))}
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

/**
 * Reads the text of the search box as a filter, and sets this filter. If a text has several readings, the first that finds
 * payments counts, and the others are offered. An id opens its payment.
 */
function Find({ path, query }: Props) {
  const { session, merchant } = useConsole();
  const [text, setText] = useState('');
  const [others, setOthers] = useState<Reading[]>([]);
  /** The filters before the search, and after it. */
  const [search, setSearch] = useState({ base: query, latest: '' });
  const { isBusy, run } = useAction();
  // Other readings of the text are offered only until the filters change in another way.
  const hasOthers = others.length > 0 && JSON.stringify(query) === search.latest;
  const placeOf = (reading: Reading, base: Query) =>
    reading.kind === 'id'
      ? printPlace([...path, reading.id])
      : printPlace(path, { ...base, ...reading.filters });
  const find = async () => {
    const readings = readingsOf(text, { currency: merchant.currency, locale, today: today() });
    const best = await firstThatFinds(readings, merchantsOf({ session, merchant }, query), query);
    if (!best) return;
    if (best.kind !== 'id') {
      setText('');
      setSearch({ base: query, latest: JSON.stringify({ ...query, ...best.filters }) });
    }
    setOthers(readings.filter((one) => one !== best));
    go(placeOf(best, query));
  };
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        return run(find);
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
                <a key={reading.kind} href={placeOf(reading, search.base)}>
                  {t.payments.kinds[reading.kind]}
                </a>
              ))}
            </>
          )
        }
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button" aria-busy={isBusy}>
        {t.payments.search}
      </button>
    </form>
  );
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
