import { isSameValue } from '#basics/canonical.ts';
import type { Item } from '../table/read.ts';
import { update } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Changes some attributes of an item, and removes those that are undefined, unless another write has changed one of these
 * since the item was read. The other attributes stay, so that a movement of money never conflicts with the change.
 *
 * @param unless an attribute that must not exist
 * @returns `same` if nothing was to change, `stale` if another write has come between
 */
export async function replaceAttributes(
  before: Item,
  changed: Values,
  unless?: string,
): Promise<'same' | 'written' | 'stale'> {
  const fields = Object.entries(changed).filter(([name, now]) => !isSame(before[name], now));
  if (fields.length === 0) return 'same';
  const names: Record<string, string> = {};
  const values: Record<string, NonNullable<unknown>> = {};
  const [sets, removes, conditions]: string[][] = [[], [], ['attribute_exists(pk)']];
  fields.forEach(([name, now], n) => {
    names[`#n${n}`] = name;
    const was = before[name];
    if (was === undefined || was === null) conditions?.push(`attribute_not_exists(#n${n})`);
    else {
      conditions?.push(`#n${n} = :b${n}`);
      values[`:b${n}`] = was;
    }
    if (now === undefined || now === null) removes?.push(`#n${n}`);
    else {
      sets?.push(`#n${n} = :a${n}`);
      values[`:a${n}`] = now;
    }
  });
  if (unless !== undefined) {
    names['#unless'] = unless;
    conditions?.push('attribute_not_exists(#unless)');
  }
  const clause = (verb: string, parts: string[] = []) =>
    parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : [];
  const expression = [...clause('SET', sets), ...clause('REMOVE', removes)].join(' ');
  const item = update(before, expression, values, { names, condition: conditions?.join(' AND ') });
  const written = await writeOne({ item, onFailed: unneededWrite });
  return written ? 'written' : 'stale';
}

/** Whether both are absent, or have the same value. `null` counts as absent. */
function isSame(one: unknown, other: unknown): boolean {
  const [before, now] = [one ?? undefined, other ?? undefined];
  return before === undefined || now === undefined ? before === now : isSameValue(before, now);
}
