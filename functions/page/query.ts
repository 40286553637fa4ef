import type { Query } from './link.ts';

/** The parameters of a link that are ours, and so go along to its next page. */
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
  'inline',
] as const;

export const known = (query: Query): [name: string, value: string][] =>
  parameters.flatMap((name) => (query[name] ? [[name, query[name]] as [string, string]] : []));

export const linkTo = (base: string, query: Query): string =>
  `${base}/?${new URLSearchParams(known(query)).toString()}`;
