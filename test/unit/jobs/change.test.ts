import type { DynamoDBRecord } from 'aws-lambda';
import { changeOf } from '../../../functions/core/jobs/change.ts';

test('a change has the states of its item before and after, with bytes as bytes, and its time in milliseconds', () => {
  const image = { pk: { S: 'p' }, bytes: { B: 'AQI=' }, list: { L: [{ M: { b: { B: 'Aw==' } } }] } };
  const read = { pk: 'p', bytes: Buffer.from([1, 2]), list: [{ b: Buffer.from([3]) }] };
  const dynamodb = { ApproximateCreationDateTime: 1_700_000_000.25, NewImage: image };
  const record = { eventID: 'e', dynamodb } as unknown as DynamoDBRecord;
  expect(changeOf(record)).toEqual({ id: 'e', at: 1_700_000_000_250, now: read, before: undefined });
  const removed = { eventID: 'e', dynamodb: { OldImage: image } } as unknown as DynamoDBRecord;
  expect(changeOf(removed)).toEqual({ id: 'e', at: 0, now: undefined, before: read });
});
