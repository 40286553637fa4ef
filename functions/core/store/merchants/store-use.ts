import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import type { AppUse } from '#domain/merchants/app-use.ts';
import { documents, table } from '../table/client.ts';
import { appKey, type Key } from '../table/keys.ts';

/**
 * Stores the use of a key in two items: that of the key, with which the authorizer compares the next use, and that of the app,
 * which lists of apps read. Tries once. The right of the authorizer to write covers only the field `used` of such items
 * (`lib/stack/api/authorizers.ts`).
 */
export async function storeUse(key: Key, appId: Id, used: AppUse): Promise<void> {
  const store = ({ pk, sk }: Key) =>
    documents.send(
      new UpdateCommand({
        TableName: table,
        Key: { pk, sk },
        UpdateExpression: 'SET used = :used',
        ExpressionAttributeValues: { ':used': used },
        // A removed app stays removed.
        ConditionExpression: 'attribute_exists(pk)',
      }),
    );
  await Promise.all([store(key), store(appKey(appId))]);
}
