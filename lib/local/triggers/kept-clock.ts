import { type CallEngine, localTable } from '../dynamodb/engine.ts';

const key = { pk: { S: 'clock' }, sk: { S: 'clock' } };

/** How far Florin's clock is ahead. It is kept with the data, so that the next start does not go back. */
export interface KeptClock {
  /** In milliseconds. */
  read(): Promise<number>;
  write(ahead: number): Promise<void>;
}

export const keptClock = (call: CallEngine): KeptClock => ({
  async read() {
    const { Item } = await call('GetItem', { TableName: localTable, Key: key, ConsistentRead: true });
    return Number(Item?.ahead?.N ?? 0);
  },
  async write(ahead) {
    await call('PutItem', { TableName: localTable, Item: { ...key, ahead: { N: String(ahead) } } });
  },
});
