import { storeChoice, storedChoice } from './memory.ts';

/** Values with names, which this browser stores for one user and merchant. */
export interface NamedList<T extends { name: string }> {
  /** The saved values, the oldest first. Anything else in the storage is ignored. */
  of(userId: string, merchantId: string): T[];
  /** Saves a value. It replaces another value with its name. */
  save(userId: string, merchantId: string, thing: T): T[];
  remove(userId: string, merchantId: string, name: string): T[];
}

/** @param kind is part of the name in the storage @param most the most values of a list; older values are dropped */
export function namedList<T extends { name: string }>(
  kind: string,
  isGood: (thing: unknown) => thing is T,
  most: number,
): NamedList<T> {
  const memoryOf = (userId: string, merchantId: string) => `${kind}.${userId}.${merchantId}`;
  function of(userId: string, merchantId: string): T[] {
    try {
      const things: unknown = JSON.parse(storedChoice(memoryOf(userId, merchantId)) ?? '[]');
      return Array.isArray(things) ? things.filter(isGood).slice(0, most) : [];
    } catch {
      return [];
    }
  }
  function without(userId: string, merchantId: string, name: string): T[] {
    return of(userId, merchantId).filter((thing) => thing.name !== name);
  }
  function store(userId: string, merchantId: string, things: T[]): T[] {
    storeChoice(memoryOf(userId, merchantId), JSON.stringify(things));
    return things;
  }
  return {
    of,
    save: (userId, merchantId, thing) =>
      store(userId, merchantId, [...without(userId, merchantId, thing.name), thing].slice(-most)),
    remove: (userId, merchantId, name) => store(userId, merchantId, without(userId, merchantId, name)),
  };
}
