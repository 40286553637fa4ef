/**
 * Imitates DynamoDB's documented rule for conflicts. While a `TransactWriteItems` lasts, it holds each of its items,
 * including those that it only checks. Another transaction, a single write and a transactional read of such an item
 * are refused; plain reads are not. Single writes of one item queue up. A transaction waits for them, and a
 * transactional read is refused.
 */
export function startConflicts() {
  const taken = new Set<string>();
  const writing = new Map<string, Promise<unknown>>();

  return {
    /** Whether a transaction holds each of the items. */
    met: (items: readonly string[]): boolean[] => items.map((item) => taken.has(item)),

    /** Whether a transaction holds each of the items, or a single write is changing it. */
    metByRead: (items: readonly string[]): boolean[] =>
      items.map((item) => taken.has(item) || writing.has(item)),

    /**
     * Holds free items while the work lasts. The work begins when running single writes of these items have ended.
     */
    async transaction<T>(items: readonly string[], work: () => Promise<T>): Promise<T> {
      for (const item of items) taken.add(item);
      try {
        await Promise.allSettled(items.map((item) => writing.get(item)));
        return await work();
      } finally {
        for (const item of items) taken.delete(item);
      }
    },

    /** Executes the single writes of a free item one after the other. */
    async single<T>(item: string, work: () => Promise<T>): Promise<T> {
      const before = writing.get(item);
      const done = before ? before.then(work, work) : work();
      writing.set(item, done);
      try {
        return await done;
      } finally {
        if (writing.get(item) === done) writing.delete(item);
      }
    },
  };
}
