import type { List } from '../../../florin/src/index.ts';
import type { Answer } from './answer.ts';

/** The most characters of one answer. A model reads all of it. */
export const mostCharacters = 24_000;

/** Room for the fields beside the items. */
const room = mostCharacters - 1000;

/**
 * A page of a list, newest first. If the items would be too large together, the page ends earlier.
 *
 * @returns `next`, the cursor of the next page; null at the end
 */
export async function pageOf<T extends { id: string }>(
  list: (query: { limit: number; before?: string }) => List<T>,
  { limit = 20, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  present: (one: T) => Answer,
): Promise<{ items: Answer[]; next: string | null }> {
  const found = await list({ limit, ...(cursor && { before: cursor }) }).toArray({ limit });
  const items = fitting(found.map(present));
  const isAll = items.length === found.length && found.length < limit;
  return { items, next: isAll ? null : (found[items.length - 1]?.id ?? null) };
}

/** The first items that fit into one answer; at least one. */
export function fitting(items: readonly Answer[]): Answer[] {
  let size = 0;
  const end = items.findIndex((item, at) => {
    size += JSON.stringify(item).length + 1;
    return at > 0 && size > room;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
