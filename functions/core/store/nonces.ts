import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, table } from './table/client.ts';
import { nonceKey } from './table/keys.ts';

/**
 * Records the use of a nonce with this count. The record must last longer than the nonce. It expires together with the
 * nonce, and DynamoDB deletes expired items later, never earlier.
 *
 * @param expires seconds since 1970
 * @returns false if the nonce was already used with this count
 */
export async function useNonce(nonce: string, count: string, expires: number): Promise<boolean> {
  // Identifies this request's own item. If the answer to the first attempt was lost, the second attempt finds its own
  // item, and not that of another request.
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
