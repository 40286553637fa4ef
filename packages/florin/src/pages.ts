import { ConnectionError } from './errors.ts';
import type { List } from './list.ts';

/** The parameters of a list that this module reads. */
export interface Paging {
  limit?: number;
  before?: string;
  after?: string;
  [name: string]: unknown;
}

/** @param ask fetches one page */
export function listOf<T>(ask: (query: Paging) => Promise<T[]>, query: Paging = {}): List<T> {
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
    page: async () => ask(first),
    pages,
    toArray,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page;
    },
  };
}

/**
 * The order of pages by the wire contract, section 1: `after` alone goes from old to new, and everything else from new to
 * old. Only an empty page is the end, as a page ends early before 4 MB.
 */
async function* pagesOf<T>(ask: (query: Paging) => Promise<T[]>, first: Paging): AsyncGenerator<T[], void> {
  const cursor = first.after !== undefined && first.before === undefined ? 'after' : 'before';
  let query = first;
  for (;;) {
    const page = await ask(query);
    if (page.length === 0) return;
    const { id } = page.at(-1) as { id?: string };
    const last = query[cursor];
    // A cursor that does not advance would make this loop endless.
    if (typeof id !== 'string' || (last !== undefined && (cursor === 'after' ? id <= last : id >= last)))
      throw new ConnectionError('The pages of the list do not advance', 'MALFORMED');
    yield page;
    query = { ...query, [cursor]: id };
  }
}
