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

/**
 * Refuses values that could not be stored and returned unchanged: text that is not Unicode (in names and values), numbers
 * that are not finite (such as `1e400`), and nesting that is too deep.
 *
 * @throws 400 that names the fields, up to a limit
 */
export function requireWellFormed(value: unknown): void {
  const faults: Fault[] = [];
  look(value, []);
  if (faults.length > 0) throw invalid(faults);

  function look(value: unknown, path: string[]): void {
    if (typeof value === 'string' && !isWellFormed(value)) refuse(path, notText);
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, 'Must be a finite number');
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
