import type { Key } from './keys.ts';
import { update, type Write } from './transact.ts';

/** A part of an update: the changes for one purpose, and the condition that they need. */
export interface UpdatePart {
  sets?: readonly string[];
  removes?: readonly string[];
  condition?: string;
  values?: Readonly<Record<string, unknown>>;
  names?: Readonly<Record<string, string>>;
}

/** Sets attributes, each named by its path from the item. */
export const assignments = (
  fields: readonly (readonly [path: readonly string[], value: unknown])[],
): UpdatePart => ({
  sets: fields.map(([path], n) => `${path.map((name) => `#${name}`).join('.')} = :value${n}`),
  values: Object.fromEntries(fields.map(([, value], n) => [`:value${n}`, value])),
  names: Object.fromEntries(fields.flatMap(([path]) => path).map((name) => [`#${name}`, name])),
});

/** Joins the parts to one update of an item, which changes nothing unless the conditions of all parts hold. */
export function updateOf(key: Key, parts: readonly (UpdatePart | false | undefined)[]): Write['item'] {
  const all = parts.flatMap((part) => part || []);
  // DynamoDB takes no empty clause, and no empty map of names.
  const clause = (verb: string, changes: readonly string[]) =>
    changes.length > 0 ? [`${verb} ${changes.join(', ')}`] : [];
  const expression = [
    ...clause(
      'SET',
      all.flatMap(({ sets = [] }) => sets),
    ),
    ...clause(
      'REMOVE',
      all.flatMap(({ removes = [] }) => removes),
    ),
  ].join(' ');
  const names = Object.assign({}, ...all.map((part) => part.names));
  return update(key, expression, Object.assign({}, ...all.map((part) => part.values)), {
    condition: all.flatMap(({ condition = [] }) => condition).join(' AND '),
    names: Object.keys(names).length > 0 ? names : undefined,
  });
}
