/** A secret that is kept in memory, and read again when it may have been rotated. */
export interface CachedSecret<T> {
  current(): Promise<T>;
  /** A newer reading than `known`; undefined where the last one was a moment ago. */
  newerThan(known: T): Promise<T | undefined>;
}

/** The shortest time between two readings, so that whoever guesses passwords causes no more of them. */
const moment = 5_000;
/** A rotated secret is read anew after this long, also where nobody has tried the new one. */
const longest = 300_000;

/**
 * Reads once for a Lambda environment, however many requests wait for it, and then again when a caller has a reason
 * to think that the secret was rotated, or after five minutes.
 */
export function cachedSecret<T>(read: () => Promise<T>, now: () => number = Date.now): CachedSecret<T> {
  let cached: { value: Promise<T>; since: number } | undefined;

  const renew = (): Promise<T> => {
    const value = read();
    const mine = { value, since: now() };
    cached = mine;
    // A failed reading is not kept: the next request reads again.
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
