import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
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
  try {
    await client.send(
      new PutCommand({
        TableName: table,
        Item: { ...nonceKey(nonce, count), expires },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnConsumedCapacity: 'INDEXES',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
