import { callEngine, localTable } from '../../../lib/local/dynamodb/engine.ts';

type Values = Record<string, Record<string, unknown>>;

/** A change of an item, as the table's stream has it. */
export interface Change {
  /** The item's key, as a text. */
  item: string;
  /** The item after the change; absent if it was deleted. */
  after?: Values;
}

/**
 * Reads the changes of a Florin's table in their order. Each call of the result reads the changes since the previous
 * call.
 */
export async function followChanges(endpoint: string): Promise<() => Promise<Change[]>> {
  const call = callEngine(endpoint);
  const TableName = await tableAt(endpoint);
  const { LatestStreamArn: StreamArn } = (await call('DescribeTable', { TableName })).Table;
  const { Shards } = (await call('DescribeStream', { StreamArn })).StreamDescription;
  const changes: Change[] = [];
  const places: (string | undefined)[] = await Promise.all(
    Shards.map(async ({ ShardId }: { ShardId: string }) => {
      const place = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      return (await call('GetShardIterator', place)).ShardIterator;
    }),
  );
  return async () => {
    for (const [n, place] of places.entries()) {
      for (let ShardIterator = place; ShardIterator; ) {
        const { Records, NextShardIterator } = await call('GetRecords', { ShardIterator });
        places[n] = ShardIterator = NextShardIterator;
        if (Records.length === 0) break;
        for (const { dynamodb } of Records)
          changes.push({ item: itemOf(dynamodb.Keys), after: dynamodb.NewImage });
      }
    }
    return changes;
  };
}

const itemOf = ({ pk, sk }: Values) => `${pk?.S} ${sk?.S}`;

/** The items that exist after these changes. */
export function itemsAfter(changes: readonly Change[]): Values[] {
  const items = new Map<string, Values>();
  for (const { item, after } of changes) {
    if (after) items.set(item, after);
    else items.delete(item);
  }
  return [...items.values()];
}

/** Fills the table of a Florin that has just started, as a restore does. */
export async function restore(endpoint: string, items: readonly Values[]): Promise<void> {
  const call = callEngine(endpoint);
  const TableName = await tableAt(endpoint);
  for (let n = 0; n < items.length; n += 25) {
    const requests = items.slice(n, n + 25).map((Item) => ({ PutRequest: { Item } }));
    await call('BatchWriteItem', { RequestItems: { [TableName]: requests } });
  }
}

async function tableAt(endpoint: string): Promise<string> {
  const { TableNames } = await callEngine(endpoint)('ListTables', {});
  return TableNames.find((name: string) => name !== localTable);
}
