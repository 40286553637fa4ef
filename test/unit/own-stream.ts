import type { DynamoDBRecord } from 'aws-lambda';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { readStream } from '../../lib/local/triggers/stream-reader.ts';
import type { OwnTable } from './own-table.ts';

/** Adds a stream to a test file's own table. @returns a function that reads the changes since its last call */
export async function streamOf({ engine, table }: OwnTable): Promise<() => Promise<DynamoDBRecord[]>> {
  const call = callEngine(engine);
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
  await call('UpdateTable', { TableName: table, StreamSpecification });
  const stream = await readStream(call, { table, start: 'TRIM_HORIZON' });
  return async () => {
    const all: DynamoDBRecord[] = [];
    for (let page = await stream.read(); page.length > 0; page = await stream.read())
      all.push(...(page as unknown as DynamoDBRecord[]));
    return all;
  };
}
