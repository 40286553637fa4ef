import { ConnectionError } from './errors.ts';
import type { List } from './list.ts';

/** The parameters of a list that this module reads. */
export interface Paging {
  limit?: number;
  before?: string;
  after?: string;
  [name: string]: unknown;
}

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /**
   * The id of the last object that Florin has searched for the page. A filtered page can end before it has found anything,
   * and there may be more behind this id.
   */
  next: string | undefined;
}

/** @param ask fetches one page */
export function listOf<T>(ask: (query: Paging) => Promise<Page<T>>, query: Paging = {}): List<T> {
  const first: Paging = {
    ...query,
    limit: query.limit ?? 100,
    before: query.before || undefined,
    after: query.after || undefined,
  };
  const pages = () => pagesOf(ask, first);
  const toArray = async ({ limit }: { limit: number }) => {
    if (!Number.isInteger(limit) || limit < 1) throw new TypeError('limit must be an integer from 1 on');
    const items: T[] = [];
    for await (const page of pages()) {
      items.push(...page);
      if (items.length >= limit) break;
    }
    return items.slice(0, limit);
  };
  return {
    page: async () => (await ask(first)).items,
    pages,
    toArray,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page;
    },
  };
}

/**
 * The order of pages by the wire contract, section 1: `after` alone goes from old to new, and everything else from new to
 * old. Only an empty page without `next` is the end, as a page ends early before 4 MB.
 */
async function* pagesOf<T>(
  ask: (query: Paging) => Promise<Page<T>>,
  first: Paging,
): AsyncGenerator<T[], void> {
  const cursor = first.after !== undefined && first.before === undefined ? 'after' : 'before';
  let query = first;
  for (;;) {
    const { items, next } = await ask(query);
    if (items.length === 0 && next === undefined) return;
    const id = next ?? (items.at(-1) as { id?: string }).id;
    const last = query[cursor];
    // A cursor that does not advance would make this loop endless.
    if (typeof id !== 'string' || (last !== undefined && (cursor === 'after' ? id <= last : id >= last)))
      throw new ConnectionError('The pages of the list do not advance', 'MALFORMED');
    if (items.length > 0) yield items;
    query = { ...query, [cursor]: id };
  }
}
