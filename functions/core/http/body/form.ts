import httpUrlencodeBodyParser from '@middy/http-urlencode-body-parser';
import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { deepest, requireWellFormedForm, toDottedName } from '../request/well-formed.ts';
import { form } from './media-type.ts';

/** The parser ignores fields after its thousandth. */
const mostFields = 1000;

/**
 * Parses a form to an object. Brackets in a field's name nest its value: `company[country]=DK` in an object, each
 * `custom[tags][]=new` in a list, and `custom[items][][sku]=a` in an object of a list. A name that comes again begins
 * the list's next object. The numbers that PHP's `http_build_query` writes also make a list: `custom[tags][0]=new`. If
 * any other name is repeated, its last value counts.
 *
 * @throws 400 for text that is not Unicode, too many fields, or brackets that cannot be nested
 */
export const formParser = (): Middleware[] => [
  forForms(numberBrackets),
  httpUrlencodeBodyParser({ disableContentTypeError: true }) as Middleware,
  forForms(nest),
];

/** Replaces the body of a form by another text or by an object, although the type of the event promises a text. */
const forForms = <From>(replace: (body: From) => unknown): Middleware => ({
  before: ({ event }) => {
    if (event.headers['content-type'] === form) event.body = replace(event.body as From) as never;
  },
});

/**
 * Numbers the empty brackets, which only the order of the fields explains: `items[][sku]` becomes `items[0][sku]`. Each
 * name is written once, as a JSON list of its parts, because the parser would lose a field `__proto__`.
 */
function numberBrackets(text: string): string {
  // The fields are counted first, as the next check decodes each field, and a hostile form has millions of fields.
  if (text.split('&').length > mostFields)
    throw invalid([{ field: 'body', message: `Must have at most ${mostFields} fields` }]);
  requireWellFormedForm(text);
  const root = newPlace();
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = JSON.stringify(numberPath(pathOf(name), root));
    fields.delete(path);
    fields.set(path, value);
  }
  return new URLSearchParams([...fields]).toString();
}

/** A place in the object that the form describes; without inner places, the place of a value. */
interface Place {
  inner: Map<string, Place>;
  /** The item that takes the list's next value, or its next field if the item lacks that field. */
  item: number;
}

const newPlace = (): Place => ({ inner: new Map(), item: 0 });

/** Gives each empty bracket of a name the number of its item. */
function numberPath([first = '', ...brackets]: readonly string[], root: Place): string[] {
  let place = enter(root, first);
  const numbered = brackets.map((part, index) => {
    const rest = brackets.slice(index + 1);
    while (part === '' && has(place.inner.get(String(place.item)), rest)) place.item++;
    const key = part || String(place.item);
    place = enter(place, key);
    return key;
  });
  return [first, ...numbered];
}

function enter({ inner }: Place, key: string): Place {
  const place = inner.get(key) ?? newPlace();
  inner.set(key, place);
  return place;
}

/** Whether a value is at this path or on the way to it. A list on the way takes any number of values. */
const has = (place: Place | undefined, [part, ...rest]: readonly string[]): boolean =>
  place !== undefined && (part === undefined || place.inner.size === 0 || has(place.inner.get(part), rest));

type Node = Record<string, unknown>;

const newNode = (): Node => Object.create(null);

function nest(fields: Record<string, string>): Node {
  const root = newNode();
  for (const [path, value] of Object.entries(fields)) assign(root, JSON.parse(path), value);
  for (const name of Object.keys(root)) root[name] = withLists(root[name]);
  return root;
}

/** Makes lists of the objects whose keys are 0, 1, 2 and so on. */
function withLists(value: unknown): unknown {
  if (!isNode(value)) return value;
  for (const key of Object.keys(value)) value[key] = withLists(value[key]);
  return Object.keys(value).every((key, index) => key === String(index)) ? Object.values(value) : value;
}

function assign(root: Node, path: readonly string[], value: string): void {
  let node = root;
  for (const key of path.slice(0, -1)) {
    if (!isNode(node[key])) node[key] = newNode();
    node = node[key] as Node;
  }
  node[path.at(-1) ?? ''] = value;
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

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
