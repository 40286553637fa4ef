import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { callAws, jsonAction } from './call.ts';
import { requireVariable } from './environment.ts';

/** A position in the table's stream: the last record of a shard that was read, or a whole shard. */
export interface Position {
  shard: string;
  sequence?: string;
}

/**
 * An open shard counts as read after this many pages without a record, since DynamoDB may return a page without
 * records although later pages have some.
 */
const emptyPages = 25;

/** When a record was written, in milliseconds since 1970. */
export const timeOfRecord = ({ dynamodb }: DynamoDBRecord): number =>
  1000 * (dynamodb?.ApproximateCreationDateTime ?? 0);

/**
 * Reads the stream of the table, from the oldest record that DynamoDB still has, or from the record after a position.
 *
 * @param until milliseconds since 1970. A shard counts as read after the first page that is requested later than
 *   that. Without a limit the reading might never end, as the caller's work on records may write new records
 */
export async function* readStream(
  until: number,
  after?: Position,
): AsyncGenerator<{ records: DynamoDBRecord[]; position: Position }> {
  const StreamArn = await streamOfTable();
  const shards = await shardsOf(StreamArn);
  const begin = after ? shards.indexOf(after.shard) : 0;
  // If the shard of the position is missing, DynamoDB has deleted it, so it was older than all present ones.
  for (const shard of shards.slice(Math.max(0, begin))) {
    let position: Position = shard === after?.shard ? after : { shard };
    let iterator: string | undefined = await iteratorAt(StreamArn, position);
    for (let empty = 0; iterator && empty < emptyPages; ) {
      const page: Page = await streams('GetRecords', { ShardIterator: iterator });
      const [first] = page.Records;
      if (first && timeOfRecord(first) > until) break;
      iterator = page.NextShardIterator;
      empty = page.Records.length === 0 ? empty + 1 : 0;
      position = { shard, sequence: page.Records.at(-1)?.dynamodb?.SequenceNumber ?? position.sequence };
      if (page.Records.length > 0) yield { records: page.Records, position };
    }
  }
}

interface Page {
  Records: DynamoDBRecord[];
  NextShardIterator?: string;
}

async function streamOfTable(): Promise<string> {
  const { Table } = await ask<{ Table: { LatestStreamArn: string } }>(
    'dynamodb',
    'DynamoDB_20120810.DescribeTable',
    {
      TableName: requireVariable('TABLE_NAME'),
    },
  );
  return Table.LatestStreamArn;
}

/** The shards in an order in which each comes after its parent. */
async function shardsOf(StreamArn: string): Promise<string[]> {
  const shards: string[] = [];
  let last: string | undefined;
  do {
    const { StreamDescription } = await streams<{
      StreamDescription: { Shards: { ShardId: string }[]; LastEvaluatedShardId?: string };
    }>('DescribeStream', { StreamArn, ExclusiveStartShardId: last });
    shards.push(...StreamDescription.Shards.map(({ ShardId }) => ShardId));
    last = StreamDescription.LastEvaluatedShardId;
  } while (last);
  // Each id contains the time at which DynamoDB has opened the shard.
  return shards.sort();
}

async function iteratorAt(StreamArn: string, { shard, sequence }: Position): Promise<string> {
  const where = sequence
    ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequence }
    : { ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await streams<{ ShardIterator: string }>('GetShardIterator', {
    StreamArn,
    ShardId: shard,
    ...where,
  });
  return ShardIterator;
}

const streams = <T>(action: string, body: object): Promise<T> =>
  ask<T>('dynamodb_streams', `DynamoDBStreams_20120810.${action}`, body);

/**
 * DynamoDB throttles a shard with more than two readers, and Florin's own jobs are two of them. The longest pause is in
 * milliseconds.
 */
const [attempts, longestPause] = [30, 2_000];

async function ask<T>(service: 'dynamodb' | 'dynamodb_streams', action: string, body: object): Promise<T> {
  for (let failures = 1; ; failures++) {
    const answer = await callAws<T & { message?: string }>(service, {
      headers: jsonAction(action, '1.0'),
      body,
    });
    if (answer.ok) return answer.body;
    const { __type: type = '', message = '' } = answer.body;
    if (!/(?:Throughput|Limit)Exceeded/.test(type) || failures === attempts)
      throw new Error(`${action} failed: ${answer.status} ${type} ${message}`);
    await sleep(Math.random() * Math.min(longestPause, 50 * 2 ** failures));
  }
}
