/** A secret in memory, which is read again when it may have been rotated. */
export interface CachedSecret<T> {
  current(): Promise<T>;
  /**
   * Returns a newer value than `known`. Returns undefined if the secret is still the same, or was read a moment ago.
   */
  newerThan(known: T): Promise<T | undefined>;
}

/**
 * The least time between two reads, in milliseconds, so that a stranger who guesses passwords cannot cause many reads.
 */
const moment = 5_000;
/** The longest time until a rotated secret is read, in milliseconds, even if no client has tried the new one. */
const longest = 300_000;

/**
 * Keeps a secret in the memory of a Lambda environment. Requests that wait at the same time share one read. The secret
 * is read again after five minutes, or when a caller suspects a rotation. Until the new value is there, other requests
 * get the known one. So a stranger who guesses passwords does not affect other clients, even while reads fail.
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
