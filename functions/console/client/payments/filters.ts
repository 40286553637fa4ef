import type { Query } from '../browser/router.ts';
import { dateFilters } from '../lists/dates.tsx';

/** The card schemes, in the order of their use. */
export const schemes = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'] as const;

export const isScheme = (text: string | undefined): boolean => schemes.some((one) => one === text);

/** The type of a method in the URL, which has the form of one. The console may not know the method any more. */
export const methodIn = ({ method = '' }: Query): string | undefined =>
  /^[a-z][a-z0-9_]{0,39}$/.test(method) ? method : undefined;

/** The terms of a search, by their names in the URL. */
const terms = ['text', 'reference', 'email', 'last4', 'amount'] as const;

export type TermName = (typeof terms)[number];

/** The search terms in the URL. An amount in minor units counts only if it is an integer. */
export const searchTerms = (query: Query): [name: TermName, value: string][] =>
  terms.flatMap((name) => {
    const value = query[name]?.trim();
    const isBroken = name === 'amount' ? !/^\d{1,15}$/.test(value ?? '') : !value;
    return isBroken || value === undefined ? [] : [[name, value] as [TermName, string]];
  });

/** The states that payments can be filtered by. */
export const states = ['all', 'pending', 'successful', 'declined', 'refunded', 'disputed', 'voided'] as const;

export type State = (typeof states)[number];

export const stateOf = ({ state }: Query): State => states.find((one) => one === state) ?? 'all';

/** The filters of the list of payments in the URL, as the API takes them. */
export const paymentFilters = (query: Query): Record<string, string | undefined> => ({
  ...dateFilters(query),
  'filter[pending]': stateOf(query) === 'pending' ? 'yes' : undefined,
  'filter[successful]': ({ successful: 'yes', declined: 'no' } as Record<string, string>)[stateOf(query)],
});

/** Whether the filters need the search, because the list of the API does not have all of them. */
export const isSearch = (query: Query): boolean =>
  searchTerms(query).length > 0 ||
  isScheme(query.scheme) ||
  methodIn(query) !== undefined ||
  ['refunded', 'disputed', 'voided'].includes(stateOf(query));

/** The filters in the URL, as the search takes them. */
export function searchFilters(query: Query): Record<string, string | undefined> {
  const given = searchTerms(query);
  const named = given.map(([name, value]) => [`filter[${name}]`, value]);
  // The page shows the currency only together with an amount. Without an amount, nobody would see that the currency
  // is filtered.
  const hasCurrency = given.some(([name]) => name === 'amount') && /^[A-Z]{3}$/.test(query.currency ?? '');
  const state = stateOf(query);
  return {
    ...dateFilters(query),
    ...Object.fromEntries(named),
    'filter[currency]': hasCurrency ? query.currency : undefined,
    'filter[scheme]': isScheme(query.scheme) ? query.scheme : undefined,
    'filter[method]': methodIn(query),
    'filter[state]': state === 'all' ? undefined : state,
  };
}

export const hasFilters = (query: Query): boolean =>
  isSearch(query) || !!(query.state || query.from || query.to);

/** The id of a payment, from an id or from a URL that ends with one. */
export const idIn = (text: string): string | undefined =>
  /(?:^|\/)([0-9a-f]{24})$/i.exec(text.trim())?.[1]?.toLowerCase();
