import { type Call, call } from './api.ts';

/** The entries on a page of a list. */
export const pageLength = 25;

export interface Paged<T> {
  items: T[];
  /** The cursors of the pages beside this one, as the filters of the URL; undefined at an end of the list. */
  newer: { after: string } | undefined;
  older: { before: string } | undefined;
  /** Whether the page is not at the begin of the list. */
  isLater: boolean;
}

/** Makes a page of an answer that has one entry more than the page, if the list goes on. */
export function pageOf<T extends { id: string }>(
  answer: readonly T[],
  { before, after }: { before?: string | undefined; after?: string | undefined },
  length = pageLength,
): Paged<T> {
  const hasMore = answer.length > length;
  const part = answer.slice(0, length);
  // A list that begins at a cursor and goes to the newer entries has the oldest first.
  const items = after ? part.reverse() : part;
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    newer: first && (after ? hasMore : before !== undefined) ? { after: first.id } : undefined,
    older: last && (after ? true : hasMore) ? { before: last.id } : undefined,
    isLater: before !== undefined || after !== undefined,
  };
}

/** Reads a list to its end, or to so many entries. `progress` hears of each page. */
export async function readAll<T extends { id: string }>(
  path: string,
  filters: NonNullable<Call['query']>,
  { most, progress, signal }: { most: number; progress: (count: number) => void; signal?: AbortSignal },
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const query = { ...filters, limit: 500, before: all.at(-1)?.id };
    const page = await call<T[]>('GET', path, { query, ...(signal ? { signal } : {}) });
    all.push(...page);
    progress(all.length);
    // A page may be shorter than its limit, so that only an empty one is the end.
    if (page.length === 0 || all.length >= most) return all.slice(0, most);
  }
}
