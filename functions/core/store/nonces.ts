import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, table } from './client.ts';
import { nonceKey } from './keys.ts';

/**
 * Takes note that a nonce was used with this count. The note outlives the nonce: `expires` is when the nonce does,
 * and DynamoDB deletes later than that, never earlier.
 *
 * @param expires seconds since 1970
 * @returns false if it was used with this count before
 */
export async function useNonce(nonce: string, count: string, expires: number): Promise<boolean> {
  // Tells our own note, written by an attempt whose answer was lost, from another's.
  const use = randomUUID();
  try {
    await client.send(
      new PutCommand({
        TableName: table,
        Item: { ...nonceKey(nonce, count), expires, use },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item !== undefined && unmarshall(error.Item).use === use;
  }
}
