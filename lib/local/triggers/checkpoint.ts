import { type CallEngine, localTable } from '../dynamodb/engine.ts';
import type { StreamMapping } from './mappings.ts';
import type { Trim } from './stream-trim.ts';

/** The position to which a mapping has read its stream. The engine keeps it, so that the next start continues there. */
export interface Checkpoint {
  /** The sequence number of the last record that need not be delivered again. */
  read(): Promise<string | undefined>;
  /** Stores that the function has processed everything up to `position`. */
  advance(position: string): Promise<void>;
}

export function makeCheckpoint(
  call: CallEngine,
  mapping: Pick<StreamMapping, 'id' | 'table'>,
  stream: string,
  trim: Trim,
): Checkpoint {
  const key = { pk: { S: `mapping#${mapping.id}` }, sk: { S: stream } };
  return {
    async read() {
      const { Item } = await call('GetItem', { TableName: localTable, Key: key, ConsistentRead: true });
      // Earlier releases stored a number.
      const position: string | undefined = Item?.position?.S ?? Item?.position?.N;
      if (position !== undefined) await trim(mapping, position);
      return position;
    },

    async advance(position) {
      // Stored as text: a number would lose leading zeros, without which DynamoDB Local does not know the position.
      await call('PutItem', { TableName: localTable, Item: { ...key, position: { S: position } } });
      // The records are removed only after the checkpoint is stored, as they would be needed again if that failed.
      await trim(mapping, position);
    },
  };
}
