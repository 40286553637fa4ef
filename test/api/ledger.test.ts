import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { aws } from './support/aws.ts';
import { type Florin, startFlorin } from './support/florin.ts';
import { world } from './support/world.ts';

jest.setTimeout(180_000);

let florin: Florin;

beforeAll(async () => {
  florin = await startFlorin();
});

afterAll(() => florin?.stop());

const check = async (time = new Date()) => {
  const { error, body } = await aws(florin.aws).invoke('CheckLedger', { time: time.toISOString() });
  expect(error).toBeUndefined();
  return body;
};
const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000);

test('a ledger that adds up is silent; a balance that somebody changed is told every night until it is right', async () => {
  const { shop, authorized, move } = world(florin);
  const { key, merchant } = await shop();
  const other = await shop();
  const sell = async (owner: typeof other) => {
    const id = await authorized(owner.merchant, 1000);
    await move(owner.key, id, 'captures', 600);
    await move(owner.key, id, 'refunds', 100);
  };
  for (let n = 0; n < 3; n++) await sell({ app: other.app, key, merchant });
  await sell(other);
  expect(await check()).toEqual({ merchants: 2, mismatches: 0 });
  // From here on the first lines are only in the checkpoint, and new ones come behind it.
  expect(await check(later(2))).toEqual({ merchants: 2, mismatches: 0 });
  await sell(other);
  expect(await check(later(3))).toEqual({ merchants: 2, mismatches: 0 });
  expect(florin.log()).not.toContain('LedgerMismatch');

  await tamper(merchant.id, 7);
  expect(await check(later(4))).toEqual({ merchants: 2, mismatches: 1 });
  expect(await check(later(5))).toEqual({ merchants: 2, mismatches: 1 });
  const [line = ''] = florin
    .log()
    .split('\n')
    .filter((text) => text.includes('LedgerMismatch'));
  expect(JSON.parse(line)).toMatchObject({ merchantId: merchant.id, difference: 7, LedgerMismatch: 1 });
  await tamper(merchant.id, -7);
  expect(await check(later(6))).toEqual({ merchants: 2, mismatches: 0 });
});

async function tamper(merchantId: string, by: number): Promise<void> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: florin.dynamodb,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  await client.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk: `merchant#${merchantId}`, sk: '#balance#0' },
      UpdateExpression: 'ADD balance :by',
      ExpressionAttributeValues: { ':by': by },
    }),
  );
}
