import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { daySeconds, inSeconds, utcDay } from '#basics/time.ts';
import { client, table } from '../table/client.ts';
import { postCountKey } from '../table/keys.ts';
import { isWritten } from '../table/write-one.ts';

/**
 * Counts a post to a merchant's endpoint. A plain update is used instead of a transaction, as transactions of many
 * posts at once would conflict at the counter. After a lost answer a post may count twice, which is harmless.
 *
 * @returns whether the post is among the first `most` posts of the day (UTC)
 */
export async function countPost(whose: string, most: number): Promise<boolean> {
  const now = inSeconds(Date.now());
  const today = utcDay(now * 1000);
  return isWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: postCountKey(whose, today),
        UpdateExpression: 'ADD posts :one SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(posts) OR posts < :most',
        ExpressionAttributeValues: { ':one': 1, ':expires': now + 2 * daySeconds, ':most': most },
      }),
    ),
  );
}
