/** The entries on a page of a list. */
export const pageLength = 25;

export interface Paged<T> {
  items: T[];
  /** The cursors of the neighbouring pages, as filters of the URL; undefined at an end of the list. */
  newer: { after: string } | undefined;
  older: { before: string } | undefined;
  /** Whether the list has items before this page. */
  isLater: boolean;
}

/** Makes a page from an answer, which has one more entry than the page if the list continues. */
export function pageOf<T extends { id: string }>(
  answer: readonly T[],
  { before, after }: { before?: string | undefined; after?: string | undefined },
  length = pageLength,
): Paged<T> {
  const hasMore = answer.length > length;
  const part = answer.slice(0, length);
  // The API lists from a cursor to newer entries with the oldest entry first.
  const items = after ? part.reverse() : part;
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    newer: first && (after ? hasMore : before !== undefined) ? { after: first.id } : undefined,
    older: last && (after ? true : hasMore) ? { before: last.id } : undefined,
    isLater: before !== undefined || after !== undefined,
  };
}

/** A part of a list, and the cursor of the next part, if there is one. */
export interface Part<T> {
  items: T[];
  next: string | undefined;
}

/** A part may be shorter than its limit, so only an empty part is the end. */
export const partOfList = <T extends { id: string }>(answer: unknown): Part<T> => {
  const items = answer as T[];
  return { items, next: items.at(-1)?.id };
};
