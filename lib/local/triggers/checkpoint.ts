import { randomUUID } from 'node:crypto';
import { type CallEngine, isError, localTable } from '../dynamodb/engine.ts';

/**
 * How far a mapping has read its stream, kept in the engine. Who works on a batch holds it: of two runners on one
 * engine only one delivers a record, and one that was killed loses its hold after some seconds.
 */
export interface Checkpoint {
  /** The sequence number of the last record that need not be delivered again. */
  read(): Promise<string | undefined>;
  /**
   * Before the record `next` is delivered. `passed`: somebody has done so already. `held`: somebody may be at it.
   */
  hold(next: string): Promise<'ours' | 'passed' | 'held'>;
  /** Everything up to `position` is done; never goes back. */
  advance(position: string): Promise<void>;
  release(): Promise<void>;
}

/** How long a hold lasts, and how often it is renewed, in milliseconds. */
const lasting = 3000;
const renewal = 1000;

export function makeCheckpoint(
  call: CallEngine,
  mapping: string,
  stream: string,
  now: () => number = Date.now,
): Checkpoint {
  const TableName = localTable;
  const Key = { pk: { S: `mapping#${mapping}` }, sk: { S: stream } };
  const owner = randomUUID();
  let renewing: NodeJS.Timeout | undefined;

  return {
    async read() {
      const { Item } = await call('GetItem', { TableName, Key, ConsistentRead: true });
      return Item?.position?.N;
    },

    async hold(next) {
      const held = await update({
        UpdateExpression: 'SET heldUntil = :until, heldBy = :owner',
        ConditionExpression:
          '(attribute_not_exists(#position) OR #position < :next) AND ' +
          '(attribute_not_exists(heldUntil) OR heldUntil < :now OR heldBy = :owner)',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: {
          ...until(),
          ':next': { N: next },
          ':now': { N: String(now()) },
        },
      });
      if (!held) {
        const position = await this.read();
        return position !== undefined && BigInt(position) >= BigInt(next) ? 'passed' : 'held';
      }
      clearInterval(renewing);
      renewing = setInterval(() => void renew().catch(() => {}), renewal).unref();
      return 'ours';
    },

    async advance(position) {
      await update({
        UpdateExpression: 'SET #position = :position',
        ConditionExpression: 'attribute_not_exists(#position) OR #position < :position',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: { ':position': { N: position } },
      });
    },

    async release() {
      clearInterval(renewing);
      await update({
        UpdateExpression: 'REMOVE heldUntil, heldBy',
        ConditionExpression: 'heldBy = :owner',
        ExpressionAttributeValues: { ':owner': { S: owner } },
      });
    },
  };

  function renew(): Promise<boolean> {
    return update({
      UpdateExpression: 'SET heldUntil = :until',
      ConditionExpression: 'heldBy = :owner',
      ExpressionAttributeValues: until(),
    });
  }

  function until() {
    return { ':until': { N: String(now() + lasting) }, ':owner': { S: owner } };
  }

  /** Whether the condition held. */
  async function update(input: object): Promise<boolean> {
    try {
      await call('UpdateItem', { TableName, Key, ...input });
      return true;
    } catch (error) {
      if (isError(error, 'ConditionalCheckFailedException')) return false;
      throw error;
    }
  }
}
