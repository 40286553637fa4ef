import { awsService } from '../aws-service.ts';

/** The refusals of reads of the stream that come before its only page. */
let refusals: string[] = [];
let reads = 0;

const aws = awsService((_, headers) => {
  const [, action = ''] = String(headers['x-amz-target']).split('.');
  if (action !== 'GetRecords') return [200, answers[action] ?? {}];
  reads += 1;
  const __type = refusals.shift();
  return __type
    ? [400, { __type: `com.amazonaws.dynamodb.v20120810#${__type}` }]
    : [200, { Records: [record] }];
});

const record = { eventID: 'a', dynamodb: { SequenceNumber: '1', ApproximateCreationDateTime: 1 } };

const answers: Record<string, object> = {
  DescribeTable: { Table: { LatestStreamArn: 'arn' } },
  DescribeStream: { StreamDescription: { Shards: [{ ShardId: 'shard' }] } },
  GetShardIterator: { ShardIterator: 'iterator' },
};

async function readAll(): Promise<unknown[]> {
  const { readStream } = await import('../../../functions/core/aws/table-stream.ts');
  const read: unknown[] = [];
  for await (const { records } of readStream(Date.now())) read.push(...records);
  return read;
}

beforeAll(async () => {
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL: await aws.listen(), AWS_REGION: 'eu-west-1', TABLE_NAME: 'table' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
  });
});
beforeEach(() => {
  reads = 0;
});

test('a read that DynamoDB throttles, as jobs read the same shard, is repeated', async () => {
  refusals = ['ProvisionedThroughputExceededException', 'LimitExceededException'];
  expect([await readAll(), reads]).toEqual([[record], 3]);
});

test('another refusal ends the reading immediately', async () => {
  refusals = ['TrimmedDataAccessException'];
  await expect(readAll()).rejects.toThrow('TrimmedDataAccessException');
  expect(reads).toBe(1);
});
