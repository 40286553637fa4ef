import type { Engine } from './engine.ts';
import type { Attributes, Request } from './protocol.ts';

/** A table or an index. Each has its own partition keys and their limits. */
export interface Source {
  name: string;
  hash: string;
  range?: string;
  /** The attributes that an index contains; undefined for all. */
  projected?: ReadonlySet<string>;
}

export interface Table extends Source {
  indexes: readonly Source[];
}

interface Described {
  KeySchema: { AttributeName: string; KeyType: string }[];
}

interface DescribedIndex extends Described {
  IndexName: string;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

interface DescribedTable extends Described {
  TableName: string;
  GlobalSecondaryIndexes?: DescribedIndex[];
}

/** Describes the tables of the engine, and asks the engine once for each. */
export function startTables(engine: Engine) {
  const known = new Map<string, Promise<Table>>();
  return {
    table(request: Pick<Request, 'headers'>, name: string): Promise<Table> {
      const table = known.get(name) ?? describe(engine, request, name);
      known.set(name, table);
      table.catch(() => known.delete(name));
      return table;
    },
    /** Forgets all descriptions, after a request that may have changed a table. */
    forget: () => known.clear(),
  };
}

async function describe(engine: Engine, request: Pick<Request, 'headers'>, name: string): Promise<Table> {
  const { Table } = (await engine.ask(request, 'DescribeTable', { TableName: name })) as {
    Table: DescribedTable;
  };
  const table = { name, ...keysOf(Table) };
  const indexes = (Table.GlobalSecondaryIndexes ?? []).map((index) => {
    const { ProjectionType, NonKeyAttributes = [] } = index.Projection;
    const keys = keysOf(index);
    const names = [table.hash, table.range, keys.hash, keys.range, ...NonKeyAttributes];
    const projected = new Set(names.filter((attribute) => attribute !== undefined));
    return {
      name: `${name}.${index.IndexName}`,
      ...keys,
      ...(ProjectionType === 'ALL' ? {} : { projected }),
    };
  });
  return { ...table, indexes };
}

function keysOf({ KeySchema }: Described): { hash: string; range?: string } {
  const nameOf = (type: string) => KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName;
  return { hash: nameOf('HASH') ?? '', range: nameOf('RANGE') };
}

/** The key of an item. */
export function keyOf({ hash, range }: Source, item: Attributes): Attributes {
  const names = range ? [hash, range] : [hash];
  return Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
}

/** Identifies an item, in a form that people can read. */
export const identityOf = (source: Source, item: Attributes): string =>
  `${source.name} ${textOf(item[source.hash])} ${source.range ? textOf(item[source.range]) : ''}`;

/** Identifies a partition key of a table or an index. */
export const partitionOf = ({ name, hash }: Source, item: Attributes): string =>
  `${name} ${textOf(item[hash])}`;

const textOf = (value: Attributes[string] | undefined): string => value?.S ?? value?.N ?? value?.B ?? '';

/** The entry of an item in an index; undefined if the item lacks a key of the index. */
export function entryOf(
  { hash, range, projected }: Source,
  item: Attributes | undefined,
): Attributes | undefined {
  if (!item?.[hash] || (range && !item[range])) return undefined;
  if (!projected) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => projected.has(name)));
}
