/** The counts of an item, or of all items of a partition key of the table or an index. */
export interface Counted {
  attempts: number;
  conflicts: number;
  throttles: number;
  /** The used read units and write units. */
  read: number;
  write: number;
}

export type Count = Partial<Counted>;

export interface Counters {
  /** By operation: the requests, and how many of them met a conflict or were throttled. */
  operations: Map<string, Counted>;
  /** By source and partition key: `florin merchant#1`, `florin.list merchant#1#lines`. */
  partitions: Map<string, Counted>;
  /** By table and key: `florin tx#1 #transaction`. */
  items: Map<string, Counted>;
  /** The drawn faults, by their name in {@link FaultRates}. */
  faults: Map<string, number>;
}

export const makeCounters = (): Counters => ({
  operations: new Map(),
  partitions: new Map(),
  items: new Map(),
  faults: new Map(),
});

export function count(counters: Map<string, Counted>, name: string, more: Count): void {
  const counted = counters.get(name) ?? { attempts: 0, conflicts: 0, throttles: 0, read: 0, write: 0 };
  for (const [what, by] of Object.entries(more)) counted[what as keyof Counted] += by;
  counters.set(name, counted);
}
