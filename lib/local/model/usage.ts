import { type Count, type Counters, count } from './counters.ts';
import type { startPartitions, UnitKind } from './partitions.ts';
import type { Attributes } from './protocol.ts';
import { entryOf, identityOf, partitionOf, type Table } from './tables.ts';
import { indexUnits, tableUnits } from './units.ts';

/** One item of a write. */
export interface Write {
  kind: string;
  table: Table;
  key: Attributes;
  /** Identifies the item among those of all tables. */
  item: string;
  /** The item of a put. */
  put?: Attributes;
}

/** The partition keys that a write touches, as far as they are known before the write. */
export function placesOf({ kind, table, key, put }: Write, before: Attributes | undefined): string[] {
  const entries = kind === 'ConditionCheck' ? [] : [before, put];
  return [
    partitionOf(table, key),
    ...table.indexes.flatMap((index) =>
      entries.flatMap((item) => {
        const entry = entryOf(index, item);
        return entry ? [partitionOf(index, entry)] : [];
      }),
    ),
  ];
}

/** Charges requests to partition keys. With `counting` it also counts attempts, conflicts and throttling. */
export function startUsage(
  partitions: ReturnType<typeof startPartitions>,
  model: { counters: Counters },
  counting: boolean,
) {
  return { note, noteThrottled, noteRead, chargeWrite, charge };

  /** Counts an attempt at an item. */
  function note({ table, key, item }: Write, more: Count): void {
    if (!counting) return;
    count(model.counters.items, item, more);
    count(model.counters.partitions, partitionOf(table, key), more);
  }

  function noteThrottled(write: Write, before: Attributes | undefined): void {
    if (!counting) return;
    const places = placesOf(write, before).filter((place) => !partitions.hasRoom(place, 'write'));
    for (const place of places) count(model.counters.partitions, place, { throttles: 1 });
    count(model.counters.items, write.item, { throttles: 1 });
  }

  function noteRead(partition: string, more: Count): void {
    if (counting) count(model.counters.partitions, partition, more);
  }

  /** Charges a write to each partition key that it touched. */
  function chargeWrite(
    { table, key, item }: Write,
    before: Attributes | undefined,
    after: Attributes | undefined,
    transactional: boolean,
  ): void {
    const units = tableUnits(before, after, transactional);
    charge(partitionOf(table, key), 'write', units);
    if (counting) count(model.counters.items, item, { write: units });
    for (const index of table.indexes) {
      const [old, fresh] = [entryOf(index, before), entryOf(index, after)];
      if (old && fresh && identityOf(index, old) !== identityOf(index, fresh)) {
        charge(partitionOf(index, old), 'write', indexUnits(old, undefined));
        charge(partitionOf(index, fresh), 'write', indexUnits(undefined, fresh));
      } else if (old ?? fresh) {
        charge(partitionOf(index, (fresh ?? old) as Attributes), 'write', indexUnits(old, fresh));
      }
    }
  }

  function charge(partition: string, kind: UnitKind, units: number): void {
    if (units === 0) return;
    partitions.use(partition, kind, units);
    if (counting) count(model.counters.partitions, partition, { [kind]: units });
  }
}
