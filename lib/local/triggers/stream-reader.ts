import { aheadOfMachine } from '../clock/local-time.ts';
import { type CallEngine, EngineError } from '../dynamodb/engine.ts';
import type { Properties } from '../template.ts';
import type { StreamMapping } from './mappings.ts';
import type { StreamRecord } from './stream-batches.ts';

export interface StreamReader {
  /** The name of the stream. A table that was deleted and made again has a stream with another name. */
  label: string;
  /** The shard that is read. */
  readonly shardId: string;
  /** Reads the next records; an empty list if there are none yet. */
  read(): Promise<StreamRecord[]>;
  /** Continues after this record. */
  goTo(position: string): void;
}

/** The engine dates a record by the machine's clock, in whole seconds. Everything else follows Florin's clock. */
const inLocalTime = ({ dynamodb, ...rest }: StreamRecord): StreamRecord => ({
  ...rest,
  dynamodb: {
    ...dynamodb,
    ApproximateCreationDateTime: dynamodb.ApproximateCreationDateTime + Math.floor(aheadOfMachine() / 1000),
  },
});

/** The most records of a page: DynamoDB's own limit. */
const page = 1000;

/** Reads the stream of a table, shard by shard. Dynoxide has one shard, other engines may have several. */
export async function readStream(
  call: CallEngine,
  { table, start }: Pick<StreamMapping, 'table' | 'start'>,
): Promise<StreamReader> {
  const { Table } = await call('DescribeTable', { TableName: table });
  const { LatestStreamArn: StreamArn, LatestStreamLabel: label } = Table;
  if (!StreamArn) throw new Error(`The table ${table} has no stream`);

  let position: string | undefined;
  let shardId = '';
  let iterator: string | undefined;

  return {
    label,
    get shardId() {
      return shardId;
    },

    goTo(sequence) {
      position = sequence;
      iterator = undefined;
    },

    async read() {
      iterator ??= await iteratorAt();
      if (!iterator) return [];
      try {
        const { Records, NextShardIterator } = await call('GetRecords', {
          ShardIterator: iterator,
          Limit: page,
        });
        position = Records.at(-1)?.dynamodb.SequenceNumber ?? position;
        iterator = NextShardIterator ?? (await iteratorAfter(shardId));
        return Records.map(inLocalTime);
      } catch (error) {
        iterator = undefined; // the iterator may have expired
        throw error;
      }
    },
  };

  async function shards(): Promise<Properties[]> {
    return (await call('DescribeStream', { StreamArn })).StreamDescription.Shards;
  }

  async function iteratorAt(): Promise<string | undefined> {
    const all = await shards();
    const behind = all.filter(({ SequenceNumberRange }) => {
      const first = SequenceNumberRange?.StartingSequenceNumber;
      return position !== undefined && first !== undefined && BigInt(first) <= BigInt(position);
    });
    const shard = behind.at(-1) ?? (start === 'LATEST' && position === undefined ? all.at(-1) : all[0]);
    if (!shard) return undefined;
    shardId = shard.ShardId;
    if (position === undefined) return iteratorOf({ ShardIteratorType: start });
    try {
      return await iteratorOf({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position });
    } catch (error) {
      if (!(error instanceof EngineError) || error.type !== 'TrimmedDataAccessException') throw error;
      return iteratorOf({ ShardIteratorType: 'TRIM_HORIZON' });
    }
  }

  async function iteratorAfter(closed: string): Promise<string | undefined> {
    const all = await shards();
    const next = all[all.findIndex(({ ShardId }) => ShardId === closed) + 1];
    if (!next) return undefined;
    shardId = next.ShardId;
    return iteratorOf({ ShardIteratorType: 'TRIM_HORIZON' });
  }

  async function iteratorOf(where: object): Promise<string> {
    return (await call('GetShardIterator', { StreamArn, ShardId: shardId, ...where })).ShardIterator;
  }
}
