import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, table } from './table/client.ts';
import { nonceKey } from './table/keys.ts';

/**
 * Stores that a nonce was used with this count. The item lasts longer than the nonce: it expires with it, and DynamoDB
 * deletes expired items later, never earlier.
 *
 * @param expires seconds since 1970
 * @returns false if it was used with this count before
 */
export async function useNonce(nonce: string, count: string, expires: number): Promise<boolean> {
  // Identifies our own item, where the answer to a first attempt was lost and the second finds it.
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
