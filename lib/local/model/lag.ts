import { compareKeys, keyCondition } from './key-condition.ts';
import type { Attributes, Input, Page } from './protocol.ts';
import { entryOf, identityOf, keyOf, partitionOf, type Source, type Table } from './tables.ts';

/** A change of an item in a partition of a table or an index: the item before and after. */
interface Change {
  item: string;
  before: Attributes | undefined;
  after: Attributes | undefined;
  /** When it was written, in milliseconds. */
  at: number;
  /** When every reader sees it. */
  seen: number;
}

/**
 * Remembers recent writes and the items before them, for readers of an index that lags behind and for reads of the
 * table that may be stale.
 */
export function startLag(now: () => number) {
  const partitions = new Map<string, Change[]>();
  const inOrder: { partition: string; forget: number }[] = [];
  const lastSeen = new Map<string, number>();

  function note(
    source: Source,
    table: Table,
    before: Attributes | undefined,
    after: Attributes | undefined,
    lag: number,
  ) {
    const known = after ?? before;
    if (!known) return;
    const item = identityOf(table, known);
    // Changes of one item reach an index in their order.
    const name = `${source.name} ${item}`;
    const seen = Math.max(now() + lag, lastSeen.get(name) ?? 0);
    lastSeen.set(name, seen);
    const places = new Set([before, after].flatMap((entry) => (entry ? [partitionOf(source, entry)] : [])));
    for (const partition of places) {
      const isHere = (entry: Attributes | undefined) =>
        entry && partitionOf(source, entry) === partition ? entry : undefined;
      const change = { item, before: isHere(before), after: isHere(after), at: now(), seen };
      partitions.set(partition, [...(partitions.get(partition) ?? []), change]);
      inOrder.push({ partition, forget: seen });
    }
    forget();
  }

  function forget(): void {
    while (inOrder[0] && inOrder[0].forget < now()) {
      const { partition } = inOrder.shift() ?? { partition: '' };
      const left = (partitions.get(partition) ?? []).filter(({ seen }) => seen >= now());
      if (left.length > 0) partitions.set(partition, left);
      else partitions.delete(partition);
    }
    if (lastSeen.size > 10_000) for (const [name, seen] of lastSeen) if (seen < now()) lastSeen.delete(name);
  }

  return {
    /** @param lagOf the milliseconds until readers of the table, or of one of its indexes, see this change */
    record(
      table: Table,
      before: Attributes | undefined,
      after: Attributes | undefined,
      lagOf: (source: Source) => number,
    ): void {
      note(table, table, before, after, lagOf(table));
      for (const index of table.indexes)
        note(index, table, entryOf(index, before), entryOf(index, after), lagOf(index));
    },

    /** An item as it was so many milliseconds ago. */
    itemAt(
      table: Table,
      key: Attributes,
      present: Attributes | undefined,
      age: number,
    ): Attributes | undefined {
      const item = identityOf(table, key);
      const then = now() - age;
      const first = partitions
        .get(partitionOf(table, key))
        ?.find((change) => change.item === item && change.at > then);
      return first ? first.before : present;
    },

    /** A page of a query of the table as it was so many milliseconds ago. */
    tablePage: (table: Table, input: Input, page: Page, age: number): Page => {
      const then = now() - age;
      return without(table, table, input, page, ({ at }) => at > then);
    },

    /** A page of a query of an index, without the changes that have not reached the index yet. */
    indexPage: (table: Table, index: Source, input: Input, page: Page): Page => {
      const time = now();
      return without(table, index, input, page, ({ seen }) => seen > time);
    },
  };

  function without(
    table: Table,
    source: Source,
    input: Input,
    page: Page,
    hidden: (change: Change) => boolean,
  ): Page {
    // The model cannot compute the result of a filter or a projection.
    if (!page.Items || input.FilterExpression || input.ProjectionExpression || input.Select) return page;
    const condition = keyCondition(input);
    const hash = condition.equals(source.hash);
    const changes = (hash && partitions.get(partitionOf(source, { [source.hash]: hash })))?.filter(hidden);
    if (!changes?.length) return page;

    const direction = input.ScanIndexForward === false ? -1 : 1;
    const order = (a: Attributes, b: Attributes) => direction * compareEntries(table, source, a, b);
    const { ExclusiveStartKey: from, Limit } = input;
    const { LastEvaluatedKey: to } = page;
    const isInPage = (entry: Attributes) =>
      condition.holds(entry) && !(from && order(entry, from) <= 0) && !(to && order(entry, to) > 0);

    const items = new Map(page.Items.map((item) => [identityOf(table, item), item]));
    for (const { item, before } of changes.toReversed()) {
      if (before && isInPage(before)) items.set(item, before);
      else items.delete(item);
    }
    const sorted = [...items.values()].sort(order);
    const kept = Limit === undefined ? sorted : sorted.slice(0, Limit);
    const last = kept.at(-1);
    const more = kept.length < sorted.length && last ? { ...keyOf(source, last), ...keyOf(table, last) } : to;
    const { LastEvaluatedKey, ...rest } = page;
    return {
      ...rest,
      Items: kept,
      Count: kept.length,
      ScannedCount: kept.length,
      ...(more ? { LastEvaluatedKey: more } : {}),
    };
  }
}

function compareEntries(table: Table, source: Source, a: Attributes, b: Attributes): number {
  const keys = [source.range, table.hash, table.range].filter((name) => name !== undefined);
  for (const name of keys) {
    const order = compareKeys(a[name], b[name]);
    if (order !== 0) return order;
  }
  return 0;
}
