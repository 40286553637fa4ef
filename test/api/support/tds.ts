import { merchantKey, publicKeyKey } from '../../../functions/core/store/table/keys.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';

/** Has a merchant's payments require the whole of 3-D Secure: no route sets that, so it is written to both its items. */
export async function requireTds(engine: string, { id, key }: { id: string; key: string }): Promise<void> {
  const ask = callEngine(engine);
  const { TableNames } = await ask('ListTables', {});
  const [TableName] = TableNames.filter((name: string) => name !== 'florin-local');
  for (const { pk, sk } of [merchantKey(id), publicKeyKey(key)])
    await ask('UpdateItem', {
      TableName,
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET tds = :tds',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':tds': { M: { mode: { S: 'full' } } } },
    });
}
