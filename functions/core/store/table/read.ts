import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { client, documents, table } from './client.ts';
import type { Key } from './keys.ts';
import { retryWithBackoff } from './retry.ts';

export type Item = Key & Record<string, unknown>;

/**
 * DynamoDB deletes an item some days after it has expired, and related items one by one. Ignoring expired items makes
 * sure that readers see all of them or none.
 */
const isUnexpired = ({ expires }: Item): boolean =>
  typeof expires !== 'number' || expires * 1000 > Date.now();

const defaults = { TableName: table };

type Query = Omit<QueryCommandInput, 'TableName'>;

/** Reads one item. A consistent read costs twice as much as one that may be a moment old. */
export async function get<T extends Item>(
  { pk, sk }: Key,
  { consistent = true } = {},
): Promise<T | undefined> {
  const input = { ...defaults, Key: { pk, sk }, ConsistentRead: consistent };
  const { Item } = await client.send(new GetCommand(input));
  return Item && isUnexpired(Item as Item) ? (Item as T) : undefined;
}

/** The most items that DynamoDB reads at once. */
const batch = 100;

/** Reads items by their keys, in any order. The result leaves out missing items. A consistent read costs twice as much. */
export async function getAll<T extends Item>(keys: readonly Key[], { consistent = true } = {}): Promise<T[]> {
  const items: T[] = [];
  let left = [...new Map(keys.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }])).values()];
  const readNext = async () => {
    const RequestItems = { [table]: { Keys: left.slice(0, batch), ConsistentRead: consistent } };
    const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems }));
    items.push(...((Responses?.[table] ?? []) as T[]).filter(isUnexpired));
    const unprocessed = (UnprocessedKeys?.[table]?.Keys ?? []) as Key[];
    left = [...unprocessed, ...left.slice(batch)];
    if (unprocessed.length > 0) throw new PartlyThrottled();
  };
  while (left.length > 0) await retryWithBackoff(readNext);
  return items;
}

/** DynamoDB has returned keys that it had no capacity for. The error makes the next batch wait. */
class PartlyThrottled extends Error {
  override readonly name = 'ThrottlingException';
}

/** Reads all items of one partition, or those whose sort key begins with a prefix. DynamoDB refuses an empty prefix. */
export const queryPartition = (pk: string, prefix?: string): Promise<Item[]> =>
  query({
    ConsistentRead: true,
    ...(prefix === undefined
      ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
      : {
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        }),
  });

/** Like `queryPartition` with a prefix, for half the price: the items may be a moment old. */
export const queryEventually = (pk: string, prefix: string): Promise<Item[]> =>
  query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  });

/** Reads all items of a query, over all of its pages of up to a megabyte. */
export async function query(input: Query): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream(input)) items.push(item);
  return items;
}

/**
 * Reads the items of a query one by one. Fetches a further page only when it is needed.
 *
 * @throws Error for an empty text in the key condition: DynamoDB refuses it, and local engines do not
 */
export async function* stream<T>(input: Query): AsyncGenerator<Item & T> {
  let from = input.ExclusiveStartKey;
  do {
    const page = await queryPage<T>({ ...input, ExclusiveStartKey: from });
    yield* page.items;
    from = page.last;
  } while (from);
}

/**
 * Reads one page of a query.
 *
 * @returns `last`: the key after which the next page begins; undefined if the query has no more items
 */
export async function queryPage<T>(
  input: Query,
): Promise<{ items: (Item & T)[]; last?: QueryCommandInput['ExclusiveStartKey'] }> {
  if (Object.values(input.ExpressionAttributeValues ?? {}).includes('')) throw new Error('Empty key');
  const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ ...defaults, ...input }));
  return { items: (Items as (Item & T)[]).filter(isUnexpired), last: LastEvaluatedKey };
}
