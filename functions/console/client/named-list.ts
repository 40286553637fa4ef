import { keep, kept } from './memory.ts';

/** Things under names, which this browser remembers for one user and merchant. */
export interface NamedList<T extends { name: string }> {
  /** The saved things, the oldest first. Anything else that the memory holds is left out. */
  of(userId: string, merchantId: string): T[];
  /** Saves a thing in place of another one with its name. */
  save(userId: string, merchantId: string, thing: T): T[];
  remove(userId: string, merchantId: string, name: string): T[];
}

/**
 * @param kind stands in the name of the memory
 * @param most of a list; older things are dropped
 */
export function namedList<T extends { name: string }>(
  kind: string,
  isGood: (thing: unknown) => thing is T,
  most: number,
): NamedList<T> {
  const memoryOf = (userId: string, merchantId: string) => `${kind}.${userId}.${merchantId}`;
  function of(userId: string, merchantId: string): T[] {
    try {
      const things: unknown = JSON.parse(kept(memoryOf(userId, merchantId)) ?? '[]');
      return Array.isArray(things) ? things.filter(isGood).slice(0, most) : [];
    } catch {
      return [];
    }
  }
  function without(userId: string, merchantId: string, name: string): T[] {
    return of(userId, merchantId).filter((thing) => thing.name !== name);
  }
  function store(userId: string, merchantId: string, things: T[]): T[] {
    keep(memoryOf(userId, merchantId), JSON.stringify(things));
    return things;
  }
  return {
    of,
    save: (userId, merchantId, thing) =>
      store(userId, merchantId, [...without(userId, merchantId, thing.name), thing].slice(-most)),
    remove: (userId, merchantId, name) => store(userId, merchantId, without(userId, merchantId, name)),
  };
}
