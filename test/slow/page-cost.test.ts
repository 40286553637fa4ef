import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../functions/core/domain/id.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { world } from '../api/support/world.ts';

const own = ownFlorin({ args: [], env: { FLORIN_TRIGGERS: 'off' } });

/**
 * One list from the index, and one from the table itself. The same two queries read all other lists. The test writes
 * items directly into the engine, because twenty thousand payments would take long.
 */
const lists = {
  lines: (merchantId: string, id: string) => ({
    pk: `line#${id}`,
    sk: 'line',
    listPk: `merchant#${merchantId}#lines`,
    listSk: id,
    id,
    merchantId,
    test: true,
    transactionId: id,
    kind: 'capture',
    amount: { currency: 'EUR', amount: 100 },
    balance: 74,
    fee: 26,
  }),
  users: (merchantId: string, id: string) => ({
    pk: `merchant#${merchantId}`,
    sk: `user#${id}`,
    id,
    email: `${id}@example.com`,
  }),
};

test.each(Object.entries(lists))(
  '%s: a page of 20,000 costs what a page of 100 costs',
  async (name, itemOf) => {
    const client = DynamoDBDocumentClient.from(
      new DynamoDBClient({
        endpoint: own.engine.endpoint,
        region: 'eu-west-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      }),
    );
    const { TableName } = await table(client);
    const { api, shop } = world(own.florin);
    const { key, merchant } = await shop();
    const ids: string[] = [];
    const fill = async (count: number) => {
      while (ids.length < count) {
        const batch = Array.from({ length: Math.min(25, count - ids.length) }, () =>
          newId(Date.now() + ids.length),
        );
        ids.push(...batch);
        const puts = batch.map((id) => ({ PutRequest: { Item: itemOf(merchant.id, id) } }));
        await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
      }
    };
    const cost = async (query: Record<string, string>) => {
      own.proxy.reset();
      const page = await api('GET', `/merchants/${merchant.id}/${name}`, {
        key,
        query: { limit: 40, ...query },
      });
      expect(page.body).toHaveLength(40);
      return own.proxy.units().read;
    };
    const pages = async () => {
      const middle = [...ids].sort()[ids.length / 2] as string;
      return [
        await cost({}),
        await cost({ before: middle }),
        await cost({ after: middle }),
        await cost({ after: '0'.repeat(24) }),
      ];
    };
    await fill(100);
    await pages();
    const few = await pages();
    await fill(20_000);
    const many = await pages();
    console.info(`${name}: read units of a page of 40 among 100: ${few}; among 20,000: ${many}`);
    // A read unit covers 4 KB. The position of a page within such a unit may change the cost by half a unit.
    many.forEach((units, at) => {
      expect(units).toBeLessThanOrEqual((few[at] as number) + 0.5);
    });
  },
);

/** Turns the stream off. The engine searches it at each write, which is slow for twenty thousand items. */
async function table(client: DynamoDBDocumentClient): Promise<{ TableName: string }> {
  const TableName = 'florin';
  await client
    .send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }))
    .catch(() => {});
  return { TableName };
}
