import { nearestName } from '#basics/nearest-name.ts';
import { isWellFormed } from '#http/request/well-formed.ts';

export type Query = Record<string, string | undefined>;

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
  'methods',
] as const;

export const knownParameters = (query: Query): [name: string, value: string][] =>
  parameters.flatMap((name) => (query[name] ? [[name, query[name]] as [string, string]] : []));

/** Removes parameters that are not Unicode text, as no page can contain them. */
export const wellFormed = (query: Query): Query =>
  Object.fromEntries(knownParameters(query).filter(([, value]) => isWellFormed(value)));

/** The parameters of a link that a server has made: where `sdk.js` shows its page, and how the page looks there. */
export const frameQuery = ({ embed, appearance, inline, methods }: Query): Query =>
  wellFormed({ embed, appearance, inline, methods });

/** Terms that a payment link does not take, although links that a server makes or `sdk.js` do. */
const elsewhere = ['capture', 'custom', 'link', 'linkId', 'plan', 'unplanned'];

/**
 * Returns why an unknown parameter is refused: it is a misspelt parameter, or a term that would have no effect. Other
 * unknown parameters are ignored, because messengers and advertisers add their own to every link.
 */
export function unknownFault(query: Query): string | undefined {
  for (const name of Object.keys(query)) {
    if (parameters.some((known) => known === name)) continue;
    if (elsewhere.includes(name))
      return `${name}: is no parameter of the payment link; a link that your server makes has its own page, /l/<id>`;
    const nearest = nearestName(name, parameters);
    if (nearest !== undefined) return `${name}: is not known here; did you mean ${nearest}?`;
  }
  return undefined;
}

export const linkTo = (base: string, query: Query): string =>
  `${base}/?${new URLSearchParams(knownParameters(query)).toString()}`;
