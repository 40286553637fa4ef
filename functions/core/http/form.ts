import { invalid } from './errors.ts';
import { form } from './media-type.ts';
import type { Middleware } from './middleware.ts';
import { requireWellFormedForm } from './well-formed.ts';

/** What the parser reads; it would leave out the others and say nothing. */
const mostFields = 1000;

/** Makes a form one that the parser reads in whole. @throws 400 for what it would lose, or read as something else */
export const parseableForm = (): Middleware => ({
  before: ({ event }) => {
    if (event.headers['content-type'] !== form) return;
    const text = event.body ?? '';
    requireWellFormedForm(text);
    if (text.split('&').length > mostFields)
      throw invalid([{ field: 'body', message: `Must have at most ${mostFields} fields` }]);
    // A name alone is a field too; the parser takes it for something that is no form.
    event.body = /[=&]/.test(text) ? text : `${text}=`;
  },
});

type Node = Record<string, unknown>;

/**
 * Nests the fields of a form by the brackets in their names: `company[country]=DK` is in an object, each
 * `custom[tags][]=new` in a list. Of any other name that is repeated the last value counts.
 *
 * @throws 400 for an empty bracket that is not the last one
 */
export const nestedForm = (): Middleware => ({
  before: (request) => {
    const { event } = request;
    if (event.headers['content-type'] !== form) return;
    // The parser has put an object in place of the text, which the type of an event does not say.
    const fields: unknown = event.body;
    event.body = nest(fields as Record<string, string | string[]>) as never;
  },
});

function nest(fields: Record<string, string | string[]>): Node {
  const root: Node = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    const isList = /^[^[\]].*\[\]$/.test(name);
    const path = pathOf(isList ? name.slice(0, -2) : name);
    const last = path.pop() as string;
    const parent = path.reduce((node, key) => {
      if (!isNode(node[key])) node[key] = Object.create(null);
      return node[key] as Node;
    }, root);
    parent[last] = isList ? [value].flat() : [value].flat().at(-1);
  }
  return root;
}

function pathOf(name: string): string[] {
  const [before, after] = name.split(/\[\](.*)/s);
  if (before && after !== undefined)
    throw invalid([
      { field: dotted(before), message: 'Can have an empty bracket at the end of its name only' },
    ]);
  return /^[^[\]]+(\[[^[\]]+\])+$/.test(name) ? name.slice(0, -1).split(/\]?\[/) : [name];
}

const dotted = (name: string): string => name.replace(/\[([^[\]]*)\]/g, '.$1').slice(0, 255);

const isNode = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
