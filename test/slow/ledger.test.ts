import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../functions/core/domain/id.ts';
import type { Line } from '../../functions/core/domain/transactions/transaction.ts';
import { aws } from '../api/support/aws.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { useTable } from '../api/support/use-table.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

let florin: Florin;
let here: ReturnType<typeof world>;
let table: DynamoDBDocumentClient;
/** Writes a line as a movement of money does, at a time that a test chooses. */
let book: (merchantId: string, time: number, balance: number, over?: Partial<Line>) => Promise<Line>;

beforeAll(async () => {
  florin = await startFlorin();
  here = world(florin);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: florin.dynamodb, region: 'eu-west-1', credentials }),
  );
  useTable(florin.dynamodb);
  const { addToBalance } = await import('../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../functions/core/store/table/transact.ts');
  book = async (merchantId, time, balance, over) => {
    const amount = { currency: 'EUR', amount: Math.abs(balance) };
    const money = { amount, balance, fee: 0, ...over };
    const line: Line = { id: newId(time), merchantId, test: true, kind: 'capture', ...money };
    await transact([putLine(line), addToBalance([line])]);
    return line;
  };
});

afterAll(() => florin?.stop());

const mismatches = () =>
  florin
    .log()
    .split('\n')
    .filter((text) => text.includes('"LedgerMismatch":1'))
    .map((text) => JSON.parse(text));

let checks = 0;

/** Checks all ledgers, and returns the mismatches that the check logs. */
async function check(time: number): Promise<{ merchantId: string; difference: number }[]> {
  const before = mismatches().length;
  const { error } = await aws(florin.aws).invoke('CheckLedger', { time: new Date(time).toISOString() });
  expect(error).toBeUndefined();
  await waitUntil(
    () => aws(florin.aws).waiting('LedgerChecks'),
    (count) => count === 0,
  );
  // When this request is in the log, the log also contains everything that Florin printed earlier.
  const path = `/check/${checks++}`;
  await fetch(florin.baseUrl + path);
  await waitUntil(
    async () => florin.log(),
    (log) => log.includes(path),
  );
  return mismatches().slice(before);
}

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];
const midnight = Math.floor(Date.now() / day) * day;

async function sell({ key, merchant }: { key: string; merchant: { id: string } }): Promise<void> {
  const id = await here.authorized(merchant, 1000);
  await here.move(key, id, 'captures', 600);
  await here.move(key, id, 'refunds', 100);
}

const tamper = (merchantId: string, by: number) =>
  table.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk: `merchant#${merchantId}`, sk: '#balance#0' },
      UpdateExpression: 'ADD balance :by',
      ExpressionAttributeValues: { ':by': by },
    }),
  );

test('the check logs nothing for a correct ledger, and logs a changed balance every night until the balance is correct', async () => {
  const [one, other] = [await here.shop(), await here.shop()];
  for (const owner of [one, one, one, other]) await sell(owner);
  expect(await check(Date.now())).toEqual([]);
  // From here on, the first lines are only in the checkpoint, and new lines follow it.
  expect(await check(midnight + day + 2 * hour)).toEqual([]);
  await book(other.merchant.id, midnight + day + 3 * hour, 500);
  expect(await check(midnight + 2 * day + 2 * hour)).toEqual([]);

  await tamper(one.merchant.id, 7);
  const told = [{ merchantId: one.merchant.id, difference: 7, level: 'error' }];
  expect(await check(midnight + 3 * day + 2 * hour)).toMatchObject(told);
  expect(await check(midnight + 4 * day + 2 * hour)).toMatchObject(told);
  await tamper(one.merchant.id, -7);
  expect(await check(midnight + 5 * day + 2 * hour)).toEqual([]);
});

test('the check logs a removed line, and sums of more than 2^53 exactly', async () => {
  const { merchant } = await here.shop();
  const [first, second] = [midnight + day, midnight + 2 * day];
  for (let n = 0; n < 3; n++) await book(merchant.id, first, 2 ** 53 - 1);
  await book(merchant.id, first, 1);
  expect(await check(second + 2 * hour)).toEqual([]);
  const line = await book(merchant.id, second, 1);
  const Key = { pk: `line#${line.id}`, sk: 'line' };
  await table.send(new DeleteCommand({ TableName: 'florin', Key }));
  expect(await check(second + day + 2 * hour)).toMatchObject([{ merchantId: merchant.id, difference: 1 }]);
  await tamper(merchant.id, -1);
  expect(await check(second + 2 * day + 2 * hour)).toEqual([]);
});

test('a line that is written up to an hour after its day ended is in the next night’s sum', async () => {
  const { merchant } = await here.shop();
  const end = midnight + day;
  await book(merchant.id, end - 10 * 60_000, 300);
  expect(await check(end + hour / 2)).toEqual([]);
  await book(merchant.id, end - 1000, 200);
  expect(await check(end + hour / 2)).toEqual([]);
  expect(await check(end + 2 * hour)).toEqual([]);
  await book(merchant.id, end + 3 * hour, 100);
  expect(await check(end + day + 2 * hour)).toEqual([]);
  await tamper(merchant.id, 1);
  expect(await check(end + 2 * day + 2 * hour)).toMatchObject([{ difference: 1 }]);
  await tamper(merchant.id, -1);
});

test('the check of a merchant that sells all the time raises no false alarm, and finds a changed balance', async () => {
  const owner = await here.shop();
  const { id } = owner.merchant;
  for (let n = 0; n < 20; n++) await book(id, midnight - day - n * hour, 100 + n);
  let [busy, sold] = [true, 0];
  const load = Array.from({ length: 4 }, async () => {
    while (busy) {
      await sell(owner);
      sold++;
    }
  });
  const during = async () => {
    const before = sold;
    await waitUntil(
      async () => sold,
      (now) => now > before,
    );
    const found = await check(Date.now());
    return found;
  };
  try {
    for (let n = 0; n < 5; n++) expect(await during()).toEqual([]);
    await tamper(id, 3);
    expect(await during()).toMatchObject([{ merchantId: id, difference: 3 }]);
    await tamper(id, -3);
    expect(await during()).toEqual([]);
  } finally {
    busy = false;
    await Promise.all(load);
  }
  // The balance item has no past days that were checked, because they would slow down the next movement.
  const { Item = {} } = await table.send(
    new GetCommand({ TableName: 'florin', Key: { pk: `merchant#${id}`, sk: '#balance#0' } }),
  );
  const days = Object.keys(Item).filter((name) => name.startsWith('20'));
  for (const known of days)
    expect(Date.parse(known)).toBeGreaterThanOrEqual(midnight - (Date.now() - midnight < hour ? day : 0));
});

test('the check logs a line whose postings do not balance, and a payout whose amount differs from its lines', async () => {
  const owner = await here.shop();
  const { key, merchant } = owner;
  for (let n = 0; n < 4; n++) await sell(owner);
  const time = new Date().toISOString();
  const body = JSON.stringify({ time, merchantId: merchant.id });
  await aws(florin.aws).invoke('PayOut', { Records: [{ messageId: merchant.id, body }] });
  const path = `/merchants/${merchant.id}`;
  const [payout] = await waitUntil(
    async () => (await here.api('GET', `${path}/payouts?limit=9`, { key })).body,
    ({ length }) => length === 1,
  );
  const lines = (await here.api('GET', `${path}/lines?limit=99`, { key })).body;
  const movements = (await here.api('GET', `${path}/postings?limit=99`, { key })).body;
  expect(movements.map(({ id }: { id: string }) => id)).toEqual(lines.map(({ id }: { id: string }) => id));
  const payable = movements
    .flatMap(({ postings }: { postings: { account: string; amount: number }[] }) => postings)
    .filter(({ account }: { account: string }) => account === 'merchant:payable')
    .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(payable).toBe(0);

  const change = (Key: object, by: number, of: string) =>
    table.send(
      new UpdateCommand({
        TableName: 'florin',
        Key,
        UpdateExpression: 'ADD #of :by',
        ExpressionAttributeNames: { '#of': of },
        ExpressionAttributeValues: { ':by': by },
      }),
    );
  const lineId = lines[3].id;
  await change({ pk: `line#${lineId}`, sk: 'line' }, 5, 'fee');
  await change({ pk: `payout#${payout.id}`, sk: 'payout' }, 2, 'amount');
  const told = await check(midnight + day + 2 * hour);
  expect(told).toHaveLength(2);
  expect(told).toMatchObject([
    { merchantId: merchant.id, lineId, imbalance: { EUR: 5 } },
    { merchantId: merchant.id, payoutId: payout.id, difference: 2 },
  ]);
  await change({ pk: `payout#${payout.id}`, sk: 'payout' }, -2, 'amount');
});

test('a balance that an acquirer keeps in another currency is checked against its lines', async () => {
  const { merchant } = await here.shop();
  const { id } = merchant;
  const kept = { currency: 'USD', net: 450, fee: 50 };
  await book(id, midnight + hour, 0, { amount: { currency: 'USD', amount: 500 }, kept });
  expect(await check(midnight + day + 2 * hour)).toEqual([]);
  await book(id, midnight + day + hour, 0, { amount: { currency: 'USD', amount: 500 }, kept });
  await table.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk: `merchant#${id}`, sk: '#balance#0' },
      UpdateExpression: 'ADD #usd :by',
      ExpressionAttributeNames: { '#usd': 'balance#USD' },
      ExpressionAttributeValues: { ':by': 3 },
    }),
  );
  expect(await check(midnight + 2 * day + 2 * hour)).toMatchObject([
    { merchantId: id, currency: 'USD', difference: 3 },
  ]);
});
