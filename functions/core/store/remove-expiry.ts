import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { client, table } from './table/client.ts';
import {
  alertsOf,
  alertsOfTransaction,
  expiringCardsOf,
  type Key,
  linesOf,
  linkKey,
  linksOf,
  merchantKey,
  publicKeyKey,
  transactionKey,
  transactionsOf,
} from './table/keys.ts';
import { lanesOf, type WithLanes } from './table/lanes.ts';
import { listFrom } from './table/list.ts';
import { get, type Item, query } from './table/read.ts';
import { isWritten } from './table/write-one.ts';

/**
 * Stores that the merchant's new data is permanent from now on. The merchant's own item is the last one, as its mark
 * makes another run repeat this work after an interruption.
 */
export async function releaseMerchant({ id, key }: Merchant): Promise<void> {
  for (const at of [publicKeyKey(key), merchantKey(id)]) await removeFrom(at, ['unvouched']);
}

/**
 * Removes the expiry from all items of a merchant. The search terms of a transaction lose their expiry a moment
 * later, when the table's stream reports the transaction's change.
 *
 * @returns the number of items that had an expiry
 */
export async function keepAll(merchantId: Id): Promise<number> {
  let kept = 0;
  for (const list of await listsOf(merchantId))
    for await (const item of listFrom<Item>(list, { limit: 100 }))
      for (const part of [item, ...(await partsOf(item))])
        if (await removeFrom(part, ['expires', 'unvouched'])) kept += 1;
  return kept;
}

async function listsOf(merchantId: Id) {
  const lanes = lanesOf((await get<Item & WithLanes>(merchantKey(merchantId))) ?? {});
  const inLanes = Array.from({ length: lanes }, (_, lane) => [
    transactionsOf(merchantId, true, lane),
    transactionsOf(merchantId, false, lane),
    linesOf(merchantId, lane),
  ]);
  const alerts = (['dispute', 'fraud'] as const).map((kind) => alertsOf(kind, merchantId));
  return [...inLanes.flat(), ...alerts, linksOf(merchantId), expiringCardsOf(merchantId)];
}

/** The items that belong to a listed item, and are not in the list themselves. */
async function partsOf(item: Item): Promise<Key[]> {
  const { pk, sk } = item;
  if (sk === linkKey('').sk) return queryAll(pk);
  if (sk !== transactionKey('').sk) return [];
  const id = pk.slice(transactionKey('').pk.length);
  const partitions = [pk, ...(['dispute', 'fraud'] as const).map((kind) => alertsOfTransaction(kind, id).pk)];
  return (await Promise.all(partitions.map((pk) => queryAll(pk)))).flat();
}

const queryAll = (pk: string): Promise<Item[]> =>
  query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });

/** @returns whether the item had the first of the attributes */
async function removeFrom({ pk, sk }: Key, [first, ...others]: [string, ...string[]]): Promise<boolean> {
  return isWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: { pk, sk },
        UpdateExpression: `REMOVE ${[first, ...others].join(', ')}`,
        ConditionExpression: `attribute_exists(${first})`,
      }),
    ),
  );
}
