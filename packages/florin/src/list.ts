/** A list. Iterating over it fetches page after page: `for await (const item of list) …` */
export interface List<T> extends AsyncIterable<T> {
  /** Fetches the first page only. A page can be shorter than `limit` although there are more items. */
  page(): Promise<T[]>;
  /** Fetches the first items, at most `limit`, over as many pages as they need. */
  toArray(options: { limit: number }): Promise<T[]>;
  /** Iterates over whole pages. */
  pages(): AsyncIterableIterator<T[]>;
}
