import type { Fault } from '#domain/outcome.ts';
import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { repeatable } from './repeatable.ts';

/** Levels of nesting: more than any real body has, and few enough for recursive functions. */
export const deepest = 100;

/** The most faults that an answer lists: a hostile body could have many thousands. */
const most = 10;

/**
 * Whether a text has only whole surrogate pairs. JSON can spell half a pair, but half a pair is not Unicode, and
 * DynamoDB refuses it.
 */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

export const notText = 'Must be Unicode (UTF-8), without unpaired surrogates';

const notExact = 'Must be a finite number that a double keeps exactly; send a longer number as a text';

/**
 * Replaces each integer of a JSON text that `JSON.parse` would change, such as the 64-bit id 1234567890123456789, by
 * `1e999` and spaces. {@link requireWellFormed} then refuses its field. Positions in the text stay as they are.
 */
export const markInexact = (text: string): string =>
  /\d{16}/.test(text)
    ? // A string need not end, so that a hostile text is read only once.
      text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs, (token) =>
        /^-?\d{16,}$/.test(token) && String(Number(token)) !== token ? '1e999'.padEnd(token.length) : token,
      )
    : text;

/**
 * Refuses values that could not be stored and returned unchanged: text that is not Unicode (in names and values), numbers
 * that are not finite (such as `1e400`) or that a double does not keep ({@link markInexact}), and nesting that is too deep.
 *
 * @throws 400 that names the fields, up to a limit
 */
export function requireWellFormed(value: unknown): void {
  const faults: Fault[] = [];
  look(value, []);
  if (faults.length > 0) throw invalid(faults);

  function look(value: unknown, path: string[]): void {
    if (typeof value === 'string' && !isWellFormed(value)) refuse(path, notText);
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, notExact);
    if (typeof value !== 'object' || value === null || faults.length >= most) return;
    if (path.length >= deepest) refuse([], `Must not nest deeper than ${deepest} levels`);
    else lookInto(value, path);
  }

  function lookInto(value: object, path: string[]): void {
    // An array of pairs from `Object.entries` would fill the memory for a list of millions.
    for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      const name = String(key);
      if (!isWellFormed(name)) refuse([...path, name], notText);
      look(inner, [...path, name]);
    }
  }

  function refuse(path: string[], message: string): void {
    const field = repeatable(path.join('.').slice(0, 255)).replace(/\p{Surrogate}/gu, '\uFFFD') || 'body';
    if (faults.length < most && !faults.some((fault) => fault.field === field))
      faults.push({ field, message });
  }
}

/** The name of a form's field as faults write it: `company[country]` is `company.country`. */
export const toDottedName = (name: string): string =>
  repeatable(name.replace(/\[([^[\]]*)\]/g, '.$1').slice(0, 255));

/**
 * Must run before the form is decoded, as a decoder silently replaces escapes that are not UTF-8, such as the `%E9`
 * of Latin-1. A `%` that no two hex digits follow stands for itself.
 *
 * @throws 400 that names the first field with such escapes
 */
export function requireWellFormedForm(text: string): void {
  for (const pair of text.split('&'))
    try {
      decodeURIComponent(pair.replace(/%(?![\da-f]{2})/gi, '%25'));
    } catch {
      const [name = ''] = new URLSearchParams(pair).keys();
      throw invalid([{ field: toDottedName(name) || 'body', message: notText }]);
    }
}

/** @throws 400 for query parameters that are not Unicode */
export const wellFormedQuery = (): Middleware => ({
  before: ({ event }) => requireWellFormed(event.queryStringParameters ?? {}),
});
