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
 * Reads the secret once for each Lambda environment, even if many requests wait for it. Reads again after five
 * minutes, or when a caller suspects a rotation. Other requests get the known value until the new one is there. So
 * while the secret cannot be read, a stranger who guesses passwords does not affect other clients.
 */
export function cachedSecret<T>(read: () => Promise<T>, now: () => number = Date.now): CachedSecret<T> {
  interface Read {
    value: Promise<T>;
    since: number;
  }
  let latest: Read | undefined;
  let known: Read | undefined;

  const renew = (): Promise<T> => {
    const mine = { value: read(), since: now() };
    latest = mine;
    mine.value.then(
      () => {
        known = mine;
      },
      // A failed read is forgotten, so that the next request reads again.
      () => {
        if (latest === mine) latest = known;
      },
    );
    return mine.value;
  };
  const youngerThan = (age: number, one: Read | undefined) =>
    one && now() - one.since < age ? one.value : undefined;

  return {
    current: () => youngerThan(longest, known) ?? youngerThan(longest, latest) ?? renew(),
    async newerThan(old) {
      const value = await (youngerThan(moment, latest) ?? renew());
      return value === old ? undefined : value;
    },
  };
}
