import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

/**
 * Sets numbers of all items of a partition, as if they had been stored at another time.
 *
 * @param prefix of the sort keys of these items
 */
export async function setNumbers(pk: string, numbers: Record<string, number>, prefix = ''): Promise<void> {
  const table = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: process.env.FLORIN_DYNAMODB,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: 'florin',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  const aged = Items.filter(({ sk }) => String(sk).startsWith(prefix));
  if (aged.length === 0) throw new Error(`The partition ${pk} is empty`);
  const entries = Object.entries(numbers);
  for (const { sk } of aged)
    await table.send(
      new UpdateCommand({
        TableName: 'florin',
        Key: { pk, sk },
        UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`)}`,
        ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
      }),
    );
}
