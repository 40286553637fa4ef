import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../functions/core/domain/id.ts';
import { hello, xml } from '../api/support/hello.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { world } from '../api/support/world.ts';

let shop: Awaited<ReturnType<ReturnType<typeof world>['shop']>>;

const own = ownFlorin({ args: [], env: { FLORIN_TRIGGERS: 'off' } });

beforeAll(async () => {
  shop = await world(own.florin).shop();
});

const most = 4 * 1024 * 1024;

/**
 * Writes items directly into the engine, without its stream, because the engine searches the stream at each write,
 * which is slow.
 */
async function store(items: Record<string, unknown>[]): Promise<void> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: own.engine.endpoint,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  const StreamSpecification = { StreamEnabled: false };
  await client.send(new UpdateTableCommand({ TableName: 'florin', StreamSpecification })).catch(() => {});
  for (let n = 0; n < items.length; n += 25) {
    const puts = items.slice(n, n + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { florin: puts } }));
  }
}

const card = {
  bin: '410000',
  last4: '0000',
  expiry: '2090-12-31T23:59:59.999Z',
  scheme: 'visa',
  code: { present: true },
};

/** The items of a stored transaction with this much free text. */
function transactionItems(merchantId: string, id: string, text: string) {
  const list = { listPk: `merchant#${merchantId}#tx` };
  const amounts = {
    pendingAmount: 1,
    capturedAmount: 0,
    refundedAmount: 0,
    voidedAmount: 0,
    disputedAmount: 0,
  };
  const flat = { currency: 'EUR', amount: 25 };
  return [
    {
      ...{ pk: `tx#${id}`, sk: '#transaction', ...list, listSk: id, merchantId, test: true, currency: 'EUR' },
      ...{ amount: 1, ...amounts, refundableAmount: 0, descriptor: 'Shop', card, recurring: false },
      ...{ entries: 0, trailSize: 0, hasCustom: true },
      funding: { currency: 'EUR', rate: { numerator: 1, denominator: 100 }, flat, dispute: flat },
    },
    { pk: `tx#${id}`, sk: 'details', ...list, listSk: `${id}#details`, custom: JSON.stringify(text) },
  ];
}

/** These texts are longer in an answer than in the table, because Lambda's results are JSON inside JSON. */
test.each([
  ['plain text', 'x'],
  ['quotes', '"'],
  ['backslashes', '\\\\'],
  ['euro signs', '€'],
])(
  'a page of transactions with 40 KB of %s each ends before 4 MB, and no transaction is missing',
  async (_, text) => {
    const { api, createMerchant } = world(own.florin);
    const { key } = shop;
    const merchant = await createMerchant(key);
    const ids = Array.from({ length: 150 }, (_, n) => newId(Date.now() + n));
    const long = text.repeat(40_000 / Buffer.byteLength(text));
    await store(ids.flatMap((id) => transactionItems(merchant.id, id, long)));
    const seen: string[] = [];
    let pages = 0;
    for (let before = ''; ; before = seen.at(-1) ?? '') {
      own.proxy.reset();
      const page = await api('GET', `/merchants/${merchant.id}/transactions`, {
        key,
        query: { limit: 1000, before },
      });
      expect(page.status).toBe(200);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(most);
      // A query reads at most 1 MB. Florin must not read much more than a page shows.
      expect(own.proxy.calls.filter(({ operation }) => operation === 'Query').length).toBeLessThanOrEqual(8);
      if (page.body.length === 0) break;
      seen.push(...page.body.map(({ id }: { id: string }) => id));
      pages++;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen).toEqual([...ids].reverse());
  },
);

const long = 'x'.repeat(40_000);

/** An earlier version may have stored items of this size. A list of these items must not return 500. */
test.each<[string, (merchantId: string, id: string) => Record<string, unknown>, string]>([
  [
    'users',
    (merchantId, id) => ({ pk: `merchant#${merchantId}`, sk: `user#${id}`, id, email: long }),
    '/merchants/{id}/users?',
  ],
  [
    'apps',
    (merchantId, id) => ({ pk: `merchant#${merchantId}`, sk: `app#${id}`, id, name: long }),
    '/merchants/{id}/apps?',
  ],
  [
    'disputes',
    (merchantId, id) => ({
      ...{ pk: `dispute#${id}`, sk: 'alert', listPk: `merchant#${merchantId}#disputes`, listSk: id, id },
      ...{
        merchantId,
        transactionId: id,
        amount: 1,
        reason: { code: 1, title: long },
        due: '2030-01-01T00:00:00.000Z',
      },
    }),
    '/disputes?filter[merchantId]={id}&',
  ],
  [
    'frauds',
    (merchantId, id) => ({
      ...{ pk: `fraud#${id}`, sk: 'alert', listPk: `merchant#${merchantId}#frauds`, listSk: id, id },
      ...{ merchantId, transactionId: id, reported: long },
    }),
    '/frauds?filter[merchantId]={id}&',
  ],
])('a page of large %s ends before 4 MB, and the next page has the rest', async (_, itemOf, path) => {
  const { api, createMerchant } = world(own.florin);
  const { key } = shop;
  const { id: merchantId } = await createMerchant(key);
  const ids = Array.from({ length: 130 }, (_, n) => newId(Date.now() + n));
  await store(ids.map((id) => itemOf(merchantId, id)));
  const url = path.replace('{id}', merchantId);
  const page = await api('GET', `${url}limit=1000`, { key });
  expect([page.status, Buffer.byteLength(page.text) <= most]).toEqual([200, true]);
  expect(page.body.length).toBeGreaterThan(90);
  const rest = await api('GET', `${url}limit=1000&before=${page.body.at(-1).id}`, { key });
  const seen = [...page.body, ...rest.body].map(({ id }: { id: string }) => id);
  expect(seen.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
});

test('hello-world’s list ends at the size limit of a response, at the same item in JSON and in XML', async () => {
  const names = Array.from({ length: 6000 }, (_, n) => (n % 2 ? '&' : '"').repeat(255));
  await store(
    names.map((name, n) => ({ pk: 'helloWorld', sk: String(n + 1).padStart(16, '0'), id: n + 1, name })),
  );
  const { api } = hello(own.florin);
  const json = await api('GET', '/helloWorld');
  expect(json.status).toBe(200);
  const ids = json.body.map(({ id }: { id: number }) => id);
  expect(ids.length).toBeGreaterThan(1000);
  expect(ids).toEqual(ids.map((_: number, n: number) => n + 1));
  const inXml = await api('GET', '/helloWorld', { headers: { accept: xml } });
  expect(inXml.status).toBe(200);
  expect(Buffer.byteLength(inXml.text)).toBeLessThanOrEqual(most);
  expect(inXml.text.match(/<id>/g)).toHaveLength(ids.length);
});
