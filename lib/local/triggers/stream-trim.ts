import type { CallEngine } from '../dynamodb/engine.ts';
import type { StreamMapping } from './mappings.ts';

/** Told how far a mapping has read, as its checkpoint has it. */
export type Trim = (mapping: Pick<StreamMapping, 'id' | 'table'>, position: string) => Promise<void>;

/** Every so many records, at most. */
const step = 100n;

/**
 * Tells the engine up to where every mapping of a table has read its stream, by a tag of the table. A trigger in the
 * engine's file removes the records before that (`../dynamodb/prepare.mjs`). Other engines only keep the tag.
 */
export function makeTrim(call: CallEngine, mappings: readonly Pick<StreamMapping, 'id' | 'table'>[]): Trim {
  const positions = new Map<string, bigint>();
  const told = new Map<string, bigint>();

  return async ({ id, table }, position) => {
    positions.set(id, BigInt(position));
    const of = mappings.filter((mapping) => mapping.table === table);
    const [least] = of.map((mapping) => positions.get(mapping.id) ?? 0n).sort((a, b) => (a < b ? -1 : 1));
    if (!least || least - (told.get(table) ?? -step) < step) return;
    told.set(table, least);
    const { Table } = await call('DescribeTable', { TableName: table });
    const Tags = [{ Key: 'florin:passed', Value: String(least) }];
    await call('TagResource', { ResourceArn: Table.TableArn, Tags });
  };
}
