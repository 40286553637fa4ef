import { isWellFormed } from '#http/request/well-formed.ts';
import type { Query } from './link.ts';

/** Florin's own parameters of a link, which are passed on to its next page. */
export const parameters = [
  'key',
  'test',
  'currency',
  'value',
  'reference',
  'text',
  'redirect',
  'cancel',
  'locale',
  'recurring',
  'till',
  'embed',
  'appearance',
  'inline',
] as const;

export const knownParameters = (query: Query): [name: string, value: string][] =>
  parameters.flatMap((name) => (query[name] ? [[name, query[name]] as [string, string]] : []));

/** Removes parameters that are not Unicode text, as no page can contain them. */
export const wellFormed = (query: Query): Query =>
  Object.fromEntries(knownParameters(query).filter(([, value]) => isWellFormed(value)));

export const linkTo = (base: string, query: Query): string =>
  `${base}/?${new URLSearchParams(knownParameters(query)).toString()}`;
