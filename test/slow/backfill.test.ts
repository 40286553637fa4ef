import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { send } from '../api/support/http.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { at, runOperator } from './support/run-script.ts';

/*
 * A table in the shape of the releases before the index `pending` and before the console: their transactions lack
 * `pendingPk`, and their memberships of users lack `listPk`, `listSk`, `role` and `invited`.
 */
const own = ownFlorin();

const call = (action: string, input: object) =>
  callEngine(own.engine.endpoint)(action, { TableName: 'florin', ...input });

/** Removes attributes from an item, as if an earlier release had written it. */
const strip = (pk: string, sk: string, ...attributes: string[]) =>
  call('UpdateItem', {
    Key: { pk: { S: pk }, sk: { S: sk } },
    UpdateExpression: `REMOVE ${attributes.map((_, i) => `#a${i}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, i) => [`#a${i}`, name])),
  });

const itemOf = async (pk: string, sk: string) =>
  (await call('GetItem', { Key: { pk: { S: pk }, sk: { S: sk } } })).Item;

/** Runs the job once, as an operator. */
async function backfill(steps?: number) {
  const url = `${own.florin.aws}/2015-03-31/functions/Backfill/invocations`;
  return (await send(url, 'POST', { body: { steps } })).body;
}

async function command(): Promise<{ code: number; text: string }> {
  const { code, text } = await runOperator(['backfill', '--local'], at(own.florin));
  return { code, text };
}

/** A merchant with a pending, a captured and a voided payment, and a user, all in the old shape. */
async function oldShop() {
  const { key, merchant } = await own.here.shop();
  const [pending, captured, voided] = [
    await own.here.authorized(merchant, 1000),
    await own.here.authorized(merchant, 1000),
    await own.here.authorized(merchant, 1000),
  ];
  await own.here.move(key, captured, 'captures', 1000);
  await own.here.move(key, voided, 'voids', 1000);
  await strip(`tx#${pending}`, '#transaction', 'pendingPk');
  const email = `${merchant.id}@example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await own.here.api('POST', path, { key, body: { email } })).status).toBe(201);
  const [user] = (await own.here.api('GET', `${path}?limit=1`, { key })).body;
  await strip(`merchant#${merchant.id}`, `user#${user.id}`, 'listPk', 'listSk', 'role', 'invited');
  return { key, merchant, pending, user };
}

const listed = async ({ key, merchant }: Awaited<ReturnType<typeof oldShop>>) =>
  (
    await own.here.api('GET', `/merchants/${merchant.id}/transactions`, {
      key,
      query: { limit: 10, 'filter[pending]': 'yes' },
    })
  ).body.map(({ id }: { id: string }) => id);

const merchantsOf = async (userId: string): Promise<string[]> => {
  const { Items } = await call('Query', {
    IndexName: 'list',
    KeyConditionExpression: 'listPk = :pk',
    ExpressionAttributeValues: { ':pk': { S: `user#${userId}#test` } },
  });
  return Items.map(({ listSk }: { listSk: { S: string } }) => listSk.S);
};

test('items of earlier releases get the shape of this one, also if runs are interrupted', async () => {
  const shops = [await oldShop(), await oldShop()];
  for (const shop of shops) {
    expect(await listed(shop)).toEqual([]);
    expect(await merchantsOf(shop.user.id)).toEqual([]);
  }
  let runs = 0;
  for (let done = false; !done; runs += 1) {
    const run = await backfill(1);
    expect(run).toMatchObject({ version: 6, changed: expect.any(Number) });
    done = run.done;
    if (!done) expect((await itemOf('shape', 'shape')).cursor.M.merchantId.S).toMatch(/^[0-9a-f]{24}$/);
  }
  expect(runs).toBeGreaterThan(3); // three steps a merchant
  for (const shop of shops) {
    expect(await listed(shop)).toEqual([shop.pending]);
    expect(await merchantsOf(shop.user.id)).toEqual([shop.merchant.id]);
    const { transaction } = await own.here
      .api('GET', `/transactions/${shop.pending}`, { key: shop.key })
      .then(({ body }) => body);
    expect(transaction).toMatchObject({ pendingAmount: 1000, trail: [] });
  }
  expect(await itemOf('shape', 'shape')).toMatchObject({ version: { N: '6' }, reader: { N: '1' } });
});

test('a transaction that is captured while the backfill reads it stays out of the index', async () => {
  await call('DeleteItem', { Key: { pk: { S: 'shape' }, sk: { S: 'shape' } } });
  const shop = await oldShop();
  let captured = false;
  own.proxy.instead = async (operation, body) => {
    if (captured || !/Transact/.test(operation) || !body.includes('attribute_not_exists(pendingPk)'))
      return undefined;
    captured = true;
    expect((await own.here.move(shop.key, shop.pending, 'captures', 1000)).status).toBe(201);
    return undefined;
  };
  expect(await backfill()).toMatchObject({ done: true });
  expect(captured).toBe(true);
  expect(await listed(shop)).toEqual([]);
  expect((await itemOf(`tx#${shop.pending}`, '#transaction')).pendingPk).toBeUndefined();
});

test('`florin operator backfill` runs until all is done, and a repeat changes nothing', async () => {
  await call('DeleteItem', { Key: { pk: { S: 'shape' }, sk: { S: 'shape' } } });
  const shop = await oldShop();
  const { code, text } = await command();
  expect({ code, text }).toEqual({
    code: 0,
    text: expect.stringMatching(/^\d+ items changed; all items have shape 6\n$/),
  });
  // The stream may have made some of the payments findable earlier.
  expect(Number.parseInt(text, 10)).toBeGreaterThanOrEqual(2);
  expect(await listed(shop)).toEqual([shop.pending]);
  expect(await command()).toEqual({ code: 0, text: '0 items changed; all items have shape 6\n' });
});

test('a local table without the index `pending` gets it at the start, with its items', async () => {
  await call('DeleteItem', { Key: { pk: { S: 'shape' }, sk: { S: 'shape' } } });
  const shop = await oldShop();
  await own.florin.stop();
  await call('UpdateTable', { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'pending' } }] });
  await own.start();
  expect(await listed(shop)).toEqual([shop.pending]);
  expect((await itemOf('shape', 'shape')).version).toEqual({ N: '6' });
});
