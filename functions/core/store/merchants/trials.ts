import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { inGroups } from '#basics/in-groups.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { client, table } from '../table/client.ts';
import { dueAt, dueItems } from '../table/due-items.ts';
import {
  auditOf,
  type Key,
  lastTillKey,
  linksOf,
  logoKey,
  merchantKey,
  noticeKey,
  overviewKey,
  publicKeyKey,
  summaryKey,
  templatesOf,
  transactionsOf,
  trialKey,
  trials,
  trialsOf,
  webhooksOf,
} from '../table/keys.ts';
import { firstOf, listFrom } from '../table/list.ts';
import { type Item, queryPage } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { discard, put, remove, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';

/**
 * A live merchant that an app has made for which nobody vouches. Anybody can make such merchants, so a job removes those that
 * nobody uses.
 */
export interface Trial {
  /** The merchant's id and public key. */
  id: Id;
  key: string;
  /** The merchant itself is gone, and its other items follow. */
  removing?: true;
}

/** Lists a new merchant for the job. @param due milliseconds since 1970 */
export const listTrial = ({ id, key }: Pick<Merchant, 'id' | 'key'>, due: number): Write => ({
  item: put({ ...trialKey(id), id, key, listPk: trialsOf(id), listSk: dueAt(due, id) }),
});

/** The merchants that the job has to look at now, the longest waiting first. */
export const dueTrials = (now: number, ofEach: number): Promise<(Item & Trial)[]> =>
  dueItems<Trial>(trials, now, ofEach);

/** Has the job look at a merchant later. @param due milliseconds since 1970 */
export async function postponeTrial(id: Id, due: number): Promise<void> {
  const values = { ':due': dueAt(due, id) };
  const item = update(trialKey(id), 'SET listSk = :due', values, { condition: 'attribute_exists(pk)' });
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

/** The job looks at the merchant no more. */
export const endTrial = (id: Id): Promise<void> => transact([{ item: discard(trialKey(id)) }]);

/** Whether a merchant has ever had a payment, also a declined one. */
export async function hasPayments(merchantId: Id): Promise<boolean> {
  const found = [true, false].map((successful) =>
    firstOf(listFrom(transactionsOf(merchantId, successful), { limit: 1 }), 1),
  );
  return (await Promise.all(found)).flat().length > 0;
}

/**
 * Removes a merchant, its public key and its logo. From then on nobody can use the merchant, and {@link removeRest} removes the
 * rest.
 *
 * @throws StaleRead if an operator has connected the merchant in the meantime
 */
export async function removeTrialMerchant({ id, key }: Trial): Promise<void> {
  const onFailed = () => new StaleRead();
  const unconnected = 'attribute_exists(pk) AND attribute_not_exists(acquirer)';
  await transact([
    { item: remove(merchantKey(id), unconnected), onFailed },
    { item: remove(publicKeyKey(key), unconnected), onFailed },
    { item: discard(logoKey(key)) },
    { item: update(trialKey(id), 'SET removing = :yes', { ':yes': true }) },
  ]);
}

/** The number of items that are deleted at the same time. */
const atOnce = 10;

/**
 * Removes at most so many further items of a removed merchant: first its endpoints, so that nobody gets events about the members that
 * follow. Items with an expiry of their own, such as deliveries, are left to DynamoDB.
 *
 * @returns whether the merchant may have more of them
 */
export async function removeRest(id: Id, most: number): Promise<boolean> {
  let left = most;
  const partitions = [
    webhooksOf(id).pk,
    templatesOf(id).pk,
    summaryKey(id).pk,
    overviewKey(id, '').pk,
    lastTillKey(id).pk,
    noticeKey(id, '', '').pk,
    auditOf(id).pk,
    merchantKey(id).pk,
  ];
  const links = (limit: number): Promise<Key[]> => firstOf(listFrom<Item>(linksOf(id), { limit }), limit);
  for (const read of [links, ...partitions.map((pk) => (limit: number) => firstItems(pk, limit))]) {
    const found = await read(left);
    await inGroups(found, atOnce, ({ pk, sk }) =>
      client.send(new DeleteCommand({ TableName: table, Key: { pk, sk } })),
    );
    left -= found.length;
    if (left === 0) return true;
  }
  return false;
}

async function firstItems(pk: string, limit: number): Promise<Key[]> {
  const { items } = await queryPage({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    Limit: limit,
  });
  return items;
}
