import { callEngine } from '../../../lib/local/dynamodb/engine.ts';

/** Stores so many declines of a test merchant today that its payments with `test.limits` need 3-D Secure. */
export async function limitDeclines(endpoint: string, { key }: { key: string }): Promise<void> {
  await callEngine(endpoint)('PutItem', {
    TableName: 'florin',
    Item: {
      pk: { S: `declines#test#${key}#merchant#${key}` },
      sk: { S: new Date().toISOString().slice(0, 10) },
      declines: { N: '30' },
      approved: { N: '0' },
    },
  });
}
