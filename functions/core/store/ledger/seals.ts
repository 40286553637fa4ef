import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import type { SignedSeal } from '#domain/ledger/seal.ts';
import type { SealedLog } from '#domain/ledger/sealed-fields.ts';
import { client, table } from '../table/client.ts';
import { dailySealKey, sealedEntriesKey, sealsOf } from '../table/keys.ts';
import { get, type Item, queryPage } from '../table/read.ts';
import { isWritten } from '../table/write-one.ts';

export async function newestSeal(merchantId: Id): Promise<SignedSeal | undefined> {
  const { pk, prefix } = sealsOf(merchantId);
  const { items } = await queryPage<SignedSeal>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
  });
  return items[0];
}

/**
 * Stores a seal. The seal of a day is never replaced.
 *
 * @returns the seal that the table has now, which another run may have stored
 */
export async function storeSeal(seal: SignedSeal): Promise<SignedSeal> {
  const at = dailySealKey(seal.merchantId, seal.day);
  const Item = { ...at, ...seal };
  const put = new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' });
  if (await isWritten(client.send(put))) return seal;
  return (await get<Item & SignedSeal>(at)) ?? seal;
}

/** Entries that were sealed together, each as its id (12 bytes) and its digest (32 bytes), in their order. */
export interface SealedEntries {
  day: string;
  log: SealedLog;
  part: number;
  /** The hash of the chain after them. */
  hash: string;
  entries: Uint8Array;
}

/** Stores which entries a seal has, so that people find out which one differs. A repeat stores the same. */
export async function putSealedEntries(merchantId: Id, { entries, ...part }: SealedEntries): Promise<void> {
  const { day, log, part: number, hash } = part;
  const Item = { ...sealedEntriesKey(merchantId, part), day, log, part: number, hash, entries };
  await client.send(new PutCommand({ TableName: table, Item }));
}
