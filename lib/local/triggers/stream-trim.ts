import type { CallEngine } from '../dynamodb/engine.ts';
import type { StreamMapping } from './mappings.ts';

/** Called with the position of a mapping's checkpoint whenever it changes. */
export type Trim = (mapping: Pick<StreamMapping, 'id' | 'table'>, position: string) => Promise<void>;

/** The least number of records between two changes of the tag. */
const step = 100n;

/**
 * Stores in a tag of the table the position that every mapping of its stream has passed. A trigger in the engine's
 * file removes the records before it (`../dynamodb/prepare.mjs`). Other engines ignore the tag.
 */
export function makeTrim(call: CallEngine, mappings: readonly Pick<StreamMapping, 'id' | 'table'>[]): Trim {
  const positions = new Map<string, bigint>();
  const written = new Map<string, bigint>();

  return async ({ id, table }, position) => {
    positions.set(id, BigInt(position));
    const of = mappings.filter((mapping) => mapping.table === table);
    const [least] = of.map((mapping) => positions.get(mapping.id) ?? 0n).sort((a, b) => (a < b ? -1 : 1));
    if (!least || least - (written.get(table) ?? -step) < step) return;
    written.set(table, least);
    const { Table } = await call('DescribeTable', { TableName: table });
    const Tags = [{ Key: 'florin:passed', Value: String(least) }];
    await call('TagResource', { ResourceArn: Table.TableArn, Tags });
  };
}
