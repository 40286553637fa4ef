import { firstCharacters } from '#basics/first-characters.ts';
import { adviceOn } from '#basics/nearest-name.ts';
import type { Fault } from '#domain/outcome.ts';
import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { repeatable } from '../request/repeatable.ts';

/** A field or query parameter that a route does not know, with the names that the route knows in the same place. */
interface Unknown {
  /** The path in dotted form. */
  field: string;
  name: string;
  known: readonly string[];
}

/** A strict route refuses unknown names. Any other route ignores them, and tells the client. */
export interface Strictness {
  strict?: true;
  ignored?: readonly string[];
}

interface Schema {
  properties?: Record<string, Schema | boolean>;
  items?: Schema;
}

type Query = Record<string, string | undefined>;

/** `filter`, `filter[x]`, `filter.x` */
const isFilter = /^filters?\b/i;

/** The most unknown names that an answer lists. A hostile body has many thousands. */
const most = 200;

/**
 * Makes the route refuse unknown fields and query parameters. The routes of the original specification must ignore
 * them instead.
 */
export const strict = (): Middleware<Strictness> => ({
  before: ({ context }) => {
    context.strict = true;
  },
});

/**
 * Passes on only these query parameters, so that no handler reads a parameter that the answer reports as ignored.
 *
 * @throws 400 for other parameters on a strict route, and on every list for an unknown filter, because the client
 *   would take the whole list for the part that it asked for
 */
export const knownQuery = (known: readonly string[]): Middleware<Strictness & { query: Query }> => ({
  before: ({ event, context }) => {
    const query = event.queryStringParameters ?? {};
    context.query = Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name)));
    const names = Object.keys(query).filter((name) => !known.includes(name));
    const unknown = names.slice(0, most).map((name) => ({ field: name, name, known }));
    const isRefused = ({ name }: Unknown) =>
      known.includes('limit') && isFilter.test(name) && query[name] !== '';
    const faults = [
      ...refuseOrIgnore({ strict: true }, unknown.filter(isRefused)),
      ...refuseOrIgnore(
        context,
        unknown.filter((one) => !isRefused(one)),
      ),
    ];
    if (faults.length > 0) throw invalid(faults);
  },
});

/** Returns the faults of a body's unknown fields on a strict route. Other routes ignore unknown fields. */
export const unknownFaults = (context: Strictness, body: object, schema: object): Fault[] =>
  refuseOrIgnore(context, unknownIn(body, schema));

function refuseOrIgnore(context: Strictness, all: readonly Unknown[]): Fault[] {
  const unknown = all.map((one) => ({ ...one, field: repeatable(one.field) }));
  if (context.strict) return unknown.map(toFault);
  if (unknown.length > 0)
    context.ignored = [...(context.ignored ?? []), ...unknown.map(({ field }) => field)];
  return [];
}

/** The names in a body that `coerce` leaves out, except those whose value is `null`, which means absent. */
function unknownIn(value: unknown, schema: Schema, path = '', found: Unknown[] = []): Unknown[] {
  if (typeof value !== 'object' || value === null) return found;
  const { properties, items } = schema;
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) unknownIn(item, items, `${path}${index}.`, found);
    return found;
  }
  if (!properties) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= most) break;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof property === 'object') unknownIn(inner, property, `${path}${name}.`, found);
    else if (property === undefined && inner !== null)
      found.push({ field: `${path}${name}`, name, known: namesOf(properties) });
  }
  return found;
}

/** The schema `false` forbids a field, so the field's name is left out. */
const namesOf = (properties: Record<string, Schema | boolean>): string[] =>
  Object.keys(properties).filter((name) => properties[name] !== false);

const toFault = ({ field, name, known }: Unknown): Fault => ({
  field: firstCharacters(field, 255),
  message: `Is not known here; ${adviceOn(name, known)}`,
});

/** In characters. API Gateway has room for 10 KB of headers in all. */
const longest = 1000;

/**
 * A header with the names that a route has ignored. Names are percent-encoded except for letters, digits and `._-[]`,
 * as a name can contain characters that headers forbid. A list that is too long ends in `...`.
 */
export function ignoredHeader({ ignored = [] }: Strictness): Record<string, string> {
  let text = '';
  for (const name of new Set(ignored.map((name) => firstCharacters(name, 64)))) {
    const encoded = name.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/[^\w.[\]-]+/gu, encodeURIComponent);
    const longer = text === '' ? encoded : `${text}, ${encoded}`;
    if (longer.length > longest) return { 'Florin-Ignored': `${text}, ...` };
    text = longer;
  }
  return text === '' ? {} : { 'Florin-Ignored': text };
}
