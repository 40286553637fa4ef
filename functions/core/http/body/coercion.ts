/** The encoding of a body. Forms and XML carry all values as text. In `typed` JSON a text never counts as a number. */
export type Encoding = 'json' | 'typed' | 'form';

interface Schema {
  type?: string;
  default?: unknown;
  properties?: Record<string, Schema | boolean>;
  items?: Schema;
  maxItems?: number;
}

/**
 * Reads a boolean as forms and query strings write it; undefined for anything else. Uses patterns instead of an
 * object as a table, which would also find inherited properties, such as `constructor`.
 */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(y(es)?|true|1)$/i.test(text)) return true;
  return /^(no?|false|0)$/i.test(text) ? false : undefined;
}

/**
 * Brings a body into the schema's shape before it is validated. In a known field, three values count as absent:
 * `null`, `false` unless the field is a boolean (one client sends `cardId: false`), and the field's default (an empty
 * `descriptor`). The texts of a form become the numbers and booleans that the schema asks for. In JSON, texts of
 * digits become integers, as shop plugins in PHP send amounts that they have formatted or read from a database.
 * Inexact products of prices also become integers. An empty list becomes the object that the schema asks for, because
 * PHP encodes both as `[]`. Fields that the schema does not name are removed. A schema without any fields leaves the
 * value as it is.
 */
export function coerce(value: unknown, schema: Schema, encoding: Encoding): unknown {
  if (typeof value === 'string' && encoding !== 'typed') return fromText(value, schema, encoding);
  if (schema.type === 'integer' && typeof value === 'number') return nearestInteger(value);
  if (Array.isArray(value) && schema.items) {
    const { items, maxItems = value.length } = schema;
    // One item above the limit is enough for the fault. A hostile list has millions of items, and would cause as many
    // faults.
    return value.slice(0, maxItems + 1).map((item) => coerce(item, items, encoding));
  }
  if (!schema.properties || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && value.length > 0) return value;
  const given = value as Record<string, unknown>;
  const coerced: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(given, name)) continue;
    const inner = typeof property === 'object' ? property : {};
    if (!isAbsent(given[name], inner)) coerced[name] = coerce(given[name], inner, encoding);
  }
  return coerced;
}

/**
 * Shop plugins multiply prices by 100, and 19.99 × 100 is 1998.9999999999998. A number that is off by no more than the
 * error of one multiplication counts as the integer.
 */
function nearestInteger(value: number): number {
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= nearest * Number.EPSILON ? nearest : value;
}

const isAbsent = (value: unknown, { type, default: none = null }: Schema): boolean =>
  value === null || value === none || (value === false && type !== undefined && type !== 'boolean');

function fromText(text: string, { type }: Schema, encoding: Encoding): unknown {
  if (type === 'boolean' && encoding === 'form') return parseBoolean(text) ?? text;
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  return text;
}
