import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import type { Response } from '../api/support/http.ts';
import {
  difference,
  look,
  type Post,
  posts,
  type Scene,
  type Sight,
  sendPost,
  setScene,
} from '../api/support/posts.ts';
import { type EngineProxy, startProxy } from '../api/support/proxy.ts';
import { world } from '../api/support/world.ts';

let engine: Engine;
let proxy: EngineProxy;
let florin: Florin;
let here: ReturnType<typeof world>;

/** The next Florin must decrypt the card tokens and hints of the killed one. Both share a folder, removed at the end. */
const sealKey = randomBytes(32).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'florin-killed-'));

const start = async (key = sealKey) => {
  florin = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: proxy.endpoint,
    SEAL_KEY: key,
    TMPDIR: folder,
  });
  here = world(florin);
};

beforeAll(async () => {
  engine = await startEngine();
  proxy = await startProxy(engine.endpoint);
  await start();
});

afterAll(async () => {
  await florin?.stop();
  await proxy?.stop();
  await engine?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Kills Florin after the engine has executed `operation` for each of these requests (`times` in total), and before Florin
 * receives the answers. Then starts another Florin on the same data. The requests share one restart because a start takes
 * seconds.
 */
async function cutOff(
  operation: string,
  acts: readonly (() => Promise<Response>)[],
  times = acts.length,
): Promise<void> {
  let done = 0;
  const killed = new Promise<void>((resolve, reject) => {
    proxy.afterAnswer = (answered) => {
      if (answered !== operation) return;
      if (++done === times) florin.kill().then(resolve, reject);
      return killed;
    };
  });
  const ends = await Promise.allSettled(acts.map((act) => act()));
  proxy.afterAnswer = undefined;
  expect([done, ends.filter(({ status }) => status === 'rejected').length]).toEqual([times, acts.length]);
  await start();
}

/** A request that was cut off. */
interface Cut {
  post: Post;
  scene: Scene;
  /** The visible state before the request. */
  before: Sight;
  headers: Record<string, string>;
}

async function cutOffPosts(operation: string, posts: readonly Post[], times?: number): Promise<Cut[]> {
  const cuts: Cut[] = [];
  for (const post of posts) {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    cuts.push({ post, scene, before, headers: { 'idempotency-key': randomUUID() } });
  }
  await cutOff(
    operation,
    cuts.map(
      ({ post, scene, headers }) =>
        () =>
          sendPost(here, post, scene, headers),
    ),
    times,
  );
  return cuts;
}

describe('Florin is killed between effect and answer: a repeat gets the first response and has no further effect', () => {
  let cuts: Cut[];
  beforeAll(async () => {
    cuts = await cutOffPosts('TransactWriteItems', posts);
  });

  test.each(posts.map(({ name }, n) => [name, n] as const))('%s', async (_, n) => {
    const { post, scene, before, headers } = cuts[n] as Cut;
    expect(difference(before, await look(here, scene))).toEqual(post.effect);

    const repeat = await sendPost(here, post, scene, headers);
    expect([repeat.status, repeat.headers['idempotency-replayed']]).toEqual([post.status, 'true']);
    expect((await sendPost(here, post, scene, headers)).text).toBe(repeat.text);
    expect(difference(before, await look(here, scene))).toEqual(post.effect);
    expect(await readBack(scene, repeat)).toMatchObject(shownBy(scene, repeat));
  });
});

/** Reads back the object of an answer. */
async function readBack({ key, merchant }: Scene, { body }: Response): Promise<unknown> {
  const read = async (path: string, by = key) => (await here.api('GET', path, { key: by })).body;
  if (!body) return (await read(`/merchants/${merchant.id}/apps?limit=1`))[0];
  if (body.app) return read('/me', body.app.key);
  if (body.merchant) return read(`/merchants/${body.merchant.id}`);
  if (body.card) return read(`/cards/${body.card.id}`);
  const id = body.transaction?.id ?? body.authorizationId;
  if (id) return read(`/transactions/${id}`);
  const list = 'isMember' in body ? 'users' : 'transactions';
  return (await read(`/merchants/${merchant.id}/${list}?limit=1`))[0];
}

/** Returns the fields that the object read back must have. */
function shownBy({ guests }: Scene, { body }: Response): object {
  if (!body) return { id: guests[0] };
  if (body.app) return { identity: { id: body.app.id, name: body.app.name } };
  if (body.authorizationId) return { transaction: { id: body.authorizationId, successful: true } };
  if (body.code ?? body[0]) return { successful: false };
  if ('isMember' in body) return { email: expect.any(String) };
  return body;
}

/** Florin reserves the id of a transaction in a separate write before any request to the acquirer. */
describe('Florin is killed after it reserved the id of a transaction: a repeat makes the only transaction', () => {
  const making = posts.filter(({ effect }) => effect.transactions);
  let cuts: Cut[];
  beforeAll(async () => {
    // A payment makes two reservations: one for its key and one for its proof.
    const times = making.reduce((sum, { side }) => sum + (side === 'pos' ? 2 : 1), 0);
    cuts = await cutOffPosts('PutItem', making, times);
  });

  test.each(making.map(({ name }, n) => [name, n] as const))('%s', async (_, n) => {
    const { post, scene, before, headers } = cuts[n] as Cut;
    expect(difference(before, await look(here, scene))).toEqual({});

    const repeat = await sendPost(here, post, scene, headers);
    expect([repeat.status, repeat.headers['idempotency-replayed']]).toEqual([post.status, undefined]);
    expect((await sendPost(here, post, scene, headers)).text).toBe(repeat.text);
    expect(difference(before, await look(here, scene))).toEqual(post.effect);
  });
});

test('Florin is killed after the issuer has held the amount: a repeat holds no second amount', async () => {
  const { key, merchant } = await here.shop();
  const balance = { currency: 'EUR', exponent: 2, value: 1000 };
  const test = { tds: { challenge: false }, card: { balance } };
  const transactionId = await here.authorized(merchant, 100, { test });
  const path = `/merchants/${merchant.id}/transactions`;
  const headers = { 'idempotency-key': randomUUID() };
  const charge = (amount: number, headers = {}) =>
    here.api('POST', path, { key, headers, body: { transactionId, currency: 'EUR', amount } });

  await cutOff('TransactWriteItems', [() => charge(600, headers)]);
  expect((await here.api('GET', path, { key, query: { limit: 10 } })).body).toHaveLength(1);
  expect((await charge(600, headers)).status).toBe(201);
  expect((await charge(301)).status).toBe(400);
  expect((await charge(300)).status).toBe(201);
});

test('a repeated payment gets its first response even when its card tokens can no longer be decrypted, as after an hour', async () => {
  const scene = await setScene(here);
  const paid = posts.filter(({ side }) => side === 'pos');
  const before = await look(here, scene);
  const pay = (post: Post) =>
    sendPost(here, post, scene, { 'idempotency-key': `${scene.appId} ${post.name}` });
  const first = [];
  for (const post of paid) first.push(await pay(post));
  await florin.stop();
  await start(randomBytes(32).toString('base64'));

  for (const [n, post] of paid.entries()) {
    const repeat = await pay(post);
    expect([repeat.status, repeat.text]).toEqual([post.status, first[n]?.text]);
  }
  expect(difference(before, await look(here, scene))).toEqual({ transactions: paid.length });
});
