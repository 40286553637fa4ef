import { createHash, randomUUID } from 'node:crypto';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { difference, look, type Post, posts, type Scene, sendPost, setScene } from './support/posts.ts';
import { world } from './support/world.ts';

const here = world();
const { api, createApp, shop, authorized, move } = here;

const call = callEngine(process.env.FLORIN_DYNAMODB ?? '');
const day = 24 * 60 * 60;
const now = () => Math.floor(Date.now() / 1000);

let table: string;
beforeAll(async () => {
  const { TableNames } = (await call('ListTables', {})) as { TableNames: string[] };
  table = TableNames.find((name) => name !== 'florin-local') ?? '';
});

const keyOf = (scope: string, key: string) => ({
  pk: { S: `once#${createHash('sha256').update(`${scope}\n${key}`).digest('hex')}` },
  sk: { S: 'once' },
});

interface Stored {
  answer?: { S: string };
  transactionId?: { S: string };
  expires: { N: string };
}

const recordOf = async (scope: string, key: string): Promise<Stored | undefined> =>
  (
    (await call('GetItem', { TableName: table, Key: keyOf(scope, key), ConsistentRead: true })) as {
      Item?: Stored;
    }
  ).Item;

/** Moves the end of a record's day. TTL does not delete the record soon: DynamoDB takes up to days. */
async function expire(scope: string, key: string, expires: number): Promise<void> {
  await call('UpdateItem', {
    TableName: table,
    Key: keyOf(scope, key),
    UpdateExpression: 'SET expires = :expires',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':expires': { N: String(expires) } },
  });
}

/** Returns the scope that the idempotency key of this request belongs to. */
async function scopeOf({ name, side }: Post, { appId, merchant }: Scene, key: string): Promise<string> {
  if (name === 'POST /apps') {
    const local = 'anonymous 127.0.0.1';
    return (await recordOf(local, key)) ? local : 'anonymous ::1';
  }
  return side === 'pos' ? `pos ${merchant.key}` : appId;
}

describe.each(posts.map((post) => [post.name, post] as const))('%s', (_, post) => {
  test('the route keeps its idempotency record for one day, and no longer', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const first = await sendPost(here, post, scene, headers);
    expect(first.status).toBe(post.status);
    const scope = await scopeOf(post, scene, key);
    const left = Number((await recordOf(scope, key))?.expires.N) - now();
    expect(left).toBeGreaterThan(day - 300);
    expect(left).toBeLessThanOrEqual(day);

    // In its last minute the record still answers. After its end the same request counts as new.
    await expire(scope, key, now() + 60);
    expect((await sendPost(here, post, scene, headers)).headers['idempotency-replayed']).toBe('true');
    expect(difference(before, await look(here, scene))).toEqual(post.effect);
    // The challenge proof of a payment also pays only once (paid-once.test.ts).
    if (post.side === 'pos') return;
    await expire(scope, key, now() - 2);
    const next = await sendPost(here, post, scene, headers, true);
    expect(next.headers).not.toHaveProperty('idempotency-replayed');
    expect(next.status).toBe(post.status);
    expect(Number((await recordOf(scope, key))?.expires.N) - now()).toBeGreaterThan(day - 300);
  });
});

test('a repeated capture after the day of its record gets a new response: 400', async () => {
  const { app, key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const name = randomUUID();
  const capture = () => move(key, id, 'captures', 1000, { 'idempotency-key': name });
  expect((await capture()).status).toBe(201);
  expect((await capture()).status).toBe(201);
  await expire(app.id, name, now() - 2);
  expect((await capture()).status).toBe(400);
});

test('a key whose record has no response is reserved for its own request for one day, and then free for any request', async () => {
  const scene = await setScene(here);
  const post = posts.find(({ name }) => name === 'POST /merchants/<id>/transactions') as Post;
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const before = await look(here, scene);
  const first = await sendPost(here, post, scene, headers);
  // Such a record remains if a request stopped before its effect: with a transaction id, and without an answer.
  const reserved = `${first.body.transaction.id.slice(0, 16)}00000000`;
  const forget = async (expires: number) => {
    await call('UpdateItem', {
      TableName: table,
      Key: keyOf(scene.appId, key),
      UpdateExpression: 'SET expires = :expires, transactionId = :id REMOVE answer',
      ExpressionAttributeValues: { ':expires': { N: String(expires) }, ':id': { S: reserved } },
    });
  };
  await forget(now() + 60);
  expect((await sendPost(here, post, scene, headers, true)).status).toBe(422);
  expect((await sendPost(here, post, scene, headers)).body.transaction.id).toBe(reserved);
  await forget(now() - 2);
  const another = await sendPost(here, post, scene, headers, true);
  expect(another.status).toBe(201);
  expect(another.body.transaction.id).not.toBe(reserved);
  expect(difference(before, await look(here, scene))).toEqual({ transactions: 3 });
});

test('an app that lost access gets 403 for a repeat, and the first response again once access is back', async () => {
  const { key, merchant } = await shop();
  const app = await createApp();
  const apps = `/merchants/${merchant.id}/apps`;
  const add = () => api('POST', apps, { key, body: { appId: app.id } });
  await add();
  const transactionId = await authorized(merchant, 1000);
  const charge = () =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key: app.key,
      headers: { 'idempotency-key': merchant.id },
      body: { transactionId, currency: 'EUR', amount: 100 },
    });
  const first = await charge();
  expect(first.status).toBe(201);
  expect((await api('DELETE', `${apps}/${app.id}`, { key })).status).toBe(204);
  expect((await charge()).status).toBe(403);
  await add();
  const repeat = await charge();
  expect([repeat.status, repeat.text, repeat.headers['idempotency-replayed']]).toEqual([
    201,
    first.text,
    'true',
  ]);
  const list = await api('GET', `/merchants/${merchant.id}/transactions?limit=9`, { key });
  expect(list.body).toHaveLength(2);
});
