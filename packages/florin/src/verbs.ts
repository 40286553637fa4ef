import type { Answer } from './attempt.ts';
import { ConnectionError } from './errors.ts';
import { parse, stringify } from './json.ts';
import type { WriteOptions } from './options.ts';
import { listOf, type Page, type Paging } from './pages.ts';
import type { Send } from './send.ts';
import type { Row, Table } from './table.ts';

/** Makes the resources and verbs of a table. */
export const bind = <Api>(table: Table, send: Send): Api =>
  mapped(table, (verbs, resource) =>
    mapped(verbs, (row, verb) => verbOf(`${resource}.${verb}`, row, send)),
  ) as Api;

const mapped = <T, R>(object: Record<string, T>, map: (value: T, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));

function verbOf(name: string, row: Row, send: Send) {
  const [method = '', path = ''] = row.at.split(' ');
  const count = path.split('{}').length - 1;
  const keyed = row.keyed === true;
  const repeatable = keyed || row.repeatable === true || method !== 'POST';

  async function ask(args: readonly unknown[], query: Query): Promise<unknown> {
    const body = row.takes === 'body' ? args[count] : undefined;
    const options = args[count + (row.takes ? 1 : 0)] as WriteOptions | undefined;
    return send(
      {
        name,
        method,
        path: fillPath(name, path, args) + searchOf(query),
        body: body === undefined ? undefined : stringify(body),
        keyed,
        repeatable,
        canBeGone: method === 'DELETE' && row.gives === 'nothing',
        read: (answer) => resultOf(row, answer),
      },
      options,
    );
  }

  const queryOf = (args: readonly unknown[]): Query =>
    ((row.takes === 'query' && args[count]) || {}) as Query;
  return row.gives === 'list'
    ? (...args: unknown[]) => listOf((query) => ask(args, query) as Promise<Page<unknown>>, queryOf(args))
    : async (...args: unknown[]) => ask(args, queryOf(args));
}

/** @throws TypeError for an argument that would lead to another path */
function fillPath(name: string, path: string, args: readonly unknown[]): string {
  let index = 0;
  return path.replace(/\{\}/g, () => {
    const value = args[index++];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || /^\.{0,2}$/.test(text))
      throw new TypeError(`${name}: argument ${index} must be an id`);
    return encodeURIComponent(text);
  });
}

interface Query extends Paging {
  filter?: Record<string, unknown>;
}

function searchOf({ filter = {}, ...plain }: Query): string {
  const inBrackets = Object.entries(filter).map(([name, value]): [string, unknown] => [
    `filter[${name}]`,
    value,
  ]);
  const given = [...Object.entries(plain), ...inBrackets].filter(([, value]) => value != null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, inQuery(value)]));
  return given.length === 0 ? '' : `?${search}`;
}

function inQuery(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** @throws ConnectionError if the answer is not what the operation promises */
function resultOf({ gives, field }: Row, { text, headers }: Answer): unknown {
  if (gives === 'nothing') return undefined;
  if (gives === 'location') return headers.get('location') ?? '';
  if (gives === 'text') return text;
  const value = parse(text);
  const result = field ? Object(value)[field] : value;
  if (result === undefined || (gives === 'list' && !Array.isArray(result)))
    throw new ConnectionError(`The answer has no ${field ?? gives}`, 'MALFORMED');
  return gives === 'list' ? { items: result, next: headers.get('florin-next') ?? undefined } : result;
}
