import type { Settings } from './settings.ts';

export type UnitKind = 'read' | 'write';

interface Bucket {
  /** The units that can be used now; negative after a request that needed more than were left. */
  left: number;
  /** The time of the count, in milliseconds. */
  at: number;
}

/** If more partitions than this are remembered, the unused ones are removed. */
const remembered = 50_000;

/** The capacity of each partition key in a second. A partition that DynamoDB would split by itself stays whole here. */
export function startPartitions(limits: () => Settings['partition'], now: () => number) {
  const buckets = new Map<string, Bucket>();
  let forgetAt = remembered;

  const fullOf = (kind: UnitKind) => limits()[kind] * Math.max(1, limits().burstSeconds);

  function bucketOf(partition: string, kind: UnitKind): Bucket {
    const name = `${kind} ${partition}`;
    const known = buckets.get(name) ?? { left: fullOf(kind), at: now() };
    const refilled = known.left + ((now() - known.at) / 1000) * limits()[kind];
    known.left = Math.min(fullOf(kind), refilled);
    known.at = now();
    buckets.set(name, known);
    if (buckets.size > forgetAt) forget();
    return known;
  }

  function forget(): void {
    // A bucket is full again after this time, unless it was overdrawn by more than the units of a second.
    const long = 2000 * Math.max(1, limits().burstSeconds);
    for (const [name, { at }] of buckets) if (now() - at > long) buckets.delete(name);
    forgetAt = Math.max(remembered, 2 * buckets.size);
  }

  return {
    /**
     * Whether any capacity is left. A request may use more than is left, as its units are known only when it is done.
     */
    hasRoom: (partition: string, kind: UnitKind): boolean => bucketOf(partition, kind).left > 0,

    use(partition: string, kind: UnitKind, units: number): void {
      bucketOf(partition, kind).left -= units;
    },
  };
}
