import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import { pastSums } from '#domain/ledger/funds.ts';
import type { Integer } from '#domain/money/integer.ts';
import type { Share } from './balance.ts';
import { client, table } from './table/client.ts';
import { ledgerKey } from './table/keys.ts';
import { get, type Item } from './table/read.ts';

/** The sum of a merchant's lines up to an id, so that a night's check reads a day's lines. */
export interface Checkpoint {
  through: Id;
  sum: Integer;
  /** Likewise in other currencies than the merchant's; absent in what an earlier version of Florin has stored. */
  others?: Record<string, Integer>;
}

export const readCheckpoint = (merchantId: Id): Promise<(Item & Checkpoint) | undefined> =>
  get(ledgerKey(merchantId));

export async function putCheckpoint(merchantId: Id, checkpoint: Checkpoint): Promise<void> {
  const item = { ...ledgerKey(merchantId), ...checkpoint };
  await client.send(new PutCommand({ TableName: table, Item: item }));
}

/** Takes the sums of days that are over off a share: nobody asks for them again, and a share is to stay small. */
export async function forgetDaysBefore(today: string, share: Share): Promise<void> {
  const days = pastSums(share, today);
  if (days.length === 0) return;
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: { pk: share.pk, sk: share.sk },
      UpdateExpression: `REMOVE ${days.map((_, n) => `#day${n}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(days.map((day, n) => [`#day${n}`, day])),
    }),
  );
}
