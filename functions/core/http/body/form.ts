import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { deepest, requireWellFormedForm, toDottedName } from '../request/well-formed.ts';
import { form } from './media-type.ts';

const mostFields = 1000;

/**
 * Parses a form to an object. Brackets in a field's name nest its value: `company[country]=DK` in an object, each
 * `custom[tags][]=new` in a list, and `custom[items][][sku]=a` in an object of a list. A name that comes again begins
 * the list's next object. The numbers that PHP's `http_build_query` writes also make a list: `custom[tags][0]=new`. If
 * any other name is repeated, its last value counts.
 *
 * @throws 400 for text that is not Unicode, too many fields, or brackets that cannot be nested
 */
export const formParser = (): Middleware => ({
  before: ({ event }) => {
    if (event.headers['content-type'] !== form) return;
    const text = event.body ?? '';
    // The fields are counted first, as the next check decodes each field, and a hostile form has millions of fields.
    if (text.split('&').length > mostFields)
      throw invalid([{ field: 'body', message: `Must have at most ${mostFields} fields` }]);
    requireWellFormedForm(text);
    // Later middlewares find an object here, although the type of the event promises a text.
    event.body = nest(new URLSearchParams(text)) as never;
  },
});

type Node = Record<string, unknown>;

const newNode = (): Node => Object.create(null);

function nest(fields: URLSearchParams): Node {
  const root = newNode();
  for (const [name, value] of fields) assign(root, pathOf(name), value);
  for (const name of Object.keys(root)) root[name] = withLists(root[name]);
  return root;
}

/** Makes lists of the objects whose keys are 0, 1, 2 and so on. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  for (const key of Object.keys(node)) node[key] = withLists(node[key]);
  return Object.keys(node).every((key, index) => key === String(index)) ? Object.values(node) : node;
}

/** Puts a value at a path. An empty name in the path stands for a list: `lines[][name]`. */
function assign(node: Node, [key = '', ...path]: readonly string[], value: string): void {
  const [next, ...rest] = path;
  if (next === undefined) node[key] = value;
  else if (next !== '') {
    if (!isNode(node[key])) node[key] = newNode();
    assign(node[key] as Node, path, value);
  } else {
    if (!Array.isArray(node[key])) node[key] = [];
    append(node[key] as unknown[], rest, value);
  }
}

function append(list: unknown[], path: readonly string[], value: string): void {
  if (path.length === 0) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  const item = isNode(last) && !has(last, path) ? last : newNode();
  if (item !== last) list.push(item);
  assign(item, path, value);
}

/**
 * Whether the node already has a value at this path. Then a new item of the list must begin. A list at the end of the
 * path takes any number of values.
 */
function has(node: Node, [key = '', ...path]: readonly string[]): boolean {
  if (!(key in node)) return false;
  if (path.length === 0) return true;
  const inner = node[key];
  return path[0] !== '' && (!isNode(inner) || has(inner, path));
}

/**
 * The names in a field's name: `items[][sku]` has `items`, an empty name, and `sku`. A malformed name counts as one
 * name.
 */
function pathOf(name: string): string[] {
  if (!/^[^[\]]+(\[[^[\]]*\])+$/.test(name)) return [name];
  const path = name.slice(0, -1).split(/\]?\[/);
  if (path.length > deepest)
    throw invalid([{ field: 'body', message: `Must not nest deeper than ${deepest} levels` }]);
  if (path.some((part, index) => part === '' && path[index + 1] === ''))
    throw invalid([{ field: toDottedName(name), message: 'Can have no two empty brackets in a row' }]);
  return path;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
