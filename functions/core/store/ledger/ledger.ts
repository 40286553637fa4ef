import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import { pastSums } from '#domain/ledger/funds.ts';
import type { Integer } from '#domain/money/money.ts';
import { client, table } from '../table/client.ts';
import { ledgerKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import type { Share } from './balance.ts';

/** The sum of a merchant's lines up to an id, in minor units, so that the nightly check reads only the lines of a day. */
export interface Checkpoint {
  through: Id;
  sum: Integer;
  /** Sums in other currencies than the merchant's; absent in checkpoints of earlier versions of Florin. */
  others?: Record<string, Integer>;
}

export const readCheckpoint = (merchantId: Id): Promise<(Item & Checkpoint) | undefined> =>
  get(ledgerKey(merchantId));

export async function putCheckpoint(merchantId: Id, checkpoint: Checkpoint): Promise<void> {
  const item = { ...ledgerKey(merchantId), ...checkpoint };
  await client.send(new PutCommand({ TableName: table, Item: item }));
}

/** The most sums that one update removes. DynamoDB takes 4 KB of an expression. */
const mostForgotten = 300;

/**
 * Removes the sums of past days from a share. They are no longer needed, and a share must stay small. If the check of
 * a ledger fails for months, a share collects more sums than one update can remove. The next night then removes the
 * rest.
 */
export async function forgetDaysBefore(today: string, share: Share): Promise<void> {
  const days = pastSums(share, today).slice(0, mostForgotten);
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
