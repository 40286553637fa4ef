import { merchantKey, publicKeyKey } from '../../../functions/core/store/table/keys.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';

/**
 * Makes a merchant require full 3-D Secure. No route sets this mode, so the test writes it to both items of the
 * merchant.
 */
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
