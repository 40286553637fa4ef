import { type CallEngine, localTable } from '../dynamodb/engine.ts';

/** How far a mapping has read its stream, kept in the engine: the next start goes on from there. */
export interface Checkpoint {
  /** The sequence number of the last record that need not be delivered again. */
  read(): Promise<string | undefined>;
  /** Everything up to `position` is done. */
  advance(position: string): Promise<void>;
}

export function makeCheckpoint(call: CallEngine, mapping: string, stream: string): Checkpoint {
  const key = { pk: { S: `mapping#${mapping}` }, sk: { S: stream } };
  return {
    async read() {
      const { Item } = await call('GetItem', { TableName: localTable, Key: key, ConsistentRead: true });
      return Item?.position?.N;
    },

    async advance(position) {
      await call('PutItem', { TableName: localTable, Item: { ...key, position: { N: position } } });
    },
  };
}
