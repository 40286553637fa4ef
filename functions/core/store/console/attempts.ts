import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { inSeconds } from '#basics/time.ts';
import { client, table } from '../table/client.ts';
import { attemptsKey } from '../table/keys.ts';
import { isWritten } from '../table/write-one.ts';

const hour = 60 * 60;

/**
 * Counts an attempt to get into the console.
 *
 * @param network the sender's network, after the kind of attempt
 * @returns false if there were `most` attempts in this hour already
 */
export async function countAttempt(network: string, most: number): Promise<boolean> {
  const now = inSeconds(Date.now());
  return isWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: attemptsKey(network, new Date(now * 1000).toISOString().slice(0, 13)),
        UpdateExpression: 'ADD attempts :one SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(attempts) OR attempts < :most',
        ExpressionAttributeValues: { ':one': 1, ':expires': now + 2 * hour, ':most': most },
      }),
    ),
  );
}
