import { setTimeout as sleep } from 'node:timers/promises';
import { type CallEngine, isError, localTable } from '../dynamodb/engine.ts';

const mostTries = 5;

const key = { pk: { S: 'clock' }, sk: { S: 'clock' } };

/** How far Florin's clock is ahead. It is kept with the data, so that the next start does not go back. */
export interface KeptClock {
  /** In milliseconds. */
  read(): Promise<number>;
  write(ahead: number): Promise<void>;
}

export const keptClock = (call: CallEngine): KeptClock => ({
  async read() {
    // A start does not fail because of a passing error of the engine, as AWS documents it for DynamoDB.
    for (let tries = 1; ; tries++)
      try {
        const { Item } = await call('GetItem', { TableName: localTable, Key: key, ConsistentRead: true });
        return Number(Item?.ahead?.N ?? 0);
      } catch (error) {
        if (tries === mostTries || !isError(error, 'InternalServerError')) throw error;
        await sleep(tries * 50);
      }
  },
  async write(ahead) {
    await call('PutItem', { TableName: localTable, Item: { ...key, ahead: { N: String(ahead) } } });
  },
});
