/**
 * DynamoDB's documented rule. While a `TransactWriteItems` lasts, each of its items is taken, condition checks
 * included: another transaction, a single write or a transactional read that meets one is refused; plain reads are
 * not. Single writes of one item queue up, and a transaction that comes upon one waits for it; a transactional read
 * does not.
 */
export function startConflicts() {
  const taken = new Set<string>();
  const writing = new Map<string, Promise<unknown>>();

  return {
    /** Whether a transaction holds each of the items. */
    met: (items: readonly string[]): boolean[] => items.map((item) => taken.has(item)),

    /** Whether anybody is writing each of the items. */
    metByRead: (items: readonly string[]): boolean[] =>
      items.map((item) => taken.has(item) || writing.has(item)),

    /** Takes free items while the work lasts, which begins when single writes under way are done. */
    async transaction<T>(items: readonly string[], work: () => Promise<T>): Promise<T> {
      for (const item of items) taken.add(item);
      try {
        await Promise.allSettled(items.map((item) => writing.get(item)));
        return await work();
      } finally {
        for (const item of items) taken.delete(item);
      }
    },

    /** Does the single writes of a free item one after the other. */
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
