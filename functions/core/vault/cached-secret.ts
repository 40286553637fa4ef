/** A secret in memory, which is read again when it may have been rotated. */
export interface CachedSecret<T> {
  current(): Promise<T>;
  /**
   * Returns a newer value than `known`. Returns undefined if the secret is still the same, or was read a moment ago.
   */
  newerThan(known: T): Promise<T | undefined>;
}

/** The least time between two reads, so that a stranger who guesses passwords cannot cause many reads. */
const moment = 5_000;
/** The longest time until a rotated secret is read, even if no client has tried the new one. */
const longest = 300_000;

/**
 * Reads the secret once for each Lambda environment, even if many requests wait for it. Reads again after five minutes,
 * or when a caller suspects a rotation.
 */
export function cachedSecret<T>(read: () => Promise<T>, now: () => number = Date.now): CachedSecret<T> {
  let cached: { value: Promise<T>; since: number } | undefined;

  const renew = (): Promise<T> => {
    const value = read();
    const mine = { value, since: now() };
    cached = mine;
    // A failed read is forgotten, so that the next request reads again.
    value.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return value;
  };
  const isOlderThan = (age: number) => !cached || now() - cached.since >= age;

  return {
    current: () => (cached && !isOlderThan(longest) ? cached.value : renew()),
    async newerThan(known) {
      const value = await (cached && !isOlderThan(moment) ? cached.value : renew());
      return value === known ? undefined : value;
    },
  };
}
