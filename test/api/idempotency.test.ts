import { randomUUID } from 'node:crypto';
import { isLive } from './support/is-live.ts';
import { difference, look, type Post, posts, sendPost, setScene } from './support/posts.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, createApp, shop, authorized, move, transaction } = here;

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });

describe.each(posts.map((post) => [post.name, post] as const))('%s', (_, post: Post) => {
  test('a request that is sent four times with one key has one effect and the same response byte for byte', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    const headers = withKey();

    const first = await sendPost(here, post, scene, headers);
    expect(first.status).toBe(post.status);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    for (let n = 0; n < 3; n++) {
      const repeat = await sendPost(here, post, scene, headers);
      expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
      expect(repeat.headers).toMatchObject({
        'idempotency-replayed': 'true',
        'content-type': first.headers['content-type'],
      });
      expect(repeat.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    expect(difference(before, await look(here, scene))).toEqual(post.effect);
  });

  test('a request that is sent 20 times at the same time with one key has one effect and one response', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    const headers = withKey();

    const answers = await Promise.all(Array.from({ length: 20 }, () => sendPost(here, post, scene, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([post.status]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(19);
    expect(difference(before, await look(here, scene))).toEqual(post.effect);
  });

  test('a request with the key of another request returns 422, both at the same time and later', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    const headers = withKey();

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sendPost(here, post, scene, headers, n % 2 === 1)),
    );
    const told = answers.map(({ status, text }) => (status === 422 ? '422' : `${status} ${text}`));
    const taken = told.filter((answer) => answer !== '422');
    expect(new Set(taken)).toEqual(new Set([expect.stringMatching(`^${post.status} `)]));
    expect(taken).toHaveLength(5);
    const later = await Promise.all(
      [false, true].map((another) => sendPost(here, post, scene, headers, another)),
    );
    expect(later.map(({ status }) => status).sort()).toEqual([post.status, 422].sort());
    expect(later.find(({ status }) => status === 422)?.body).toMatchObject({
      [post.side === 'base' ? 'error' : 'code']: 'IDEMPOTENCY_KEY_REUSED',
      message: expect.any(String),
    });
    const { captured, refunded, voided, balance, ...counts } = difference(before, await look(here, scene));
    const { captured: _c, refunded: _r, voided: _v, balance: _b, ...expected } = post.effect;
    expect(counts).toEqual(expected);
  });

  test('a request has its effect again without a key and with another key', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    for (const headers of [withKey(), withKey(), {}])
      expect((await sendPost(here, post, scene, headers)).status).toBe(post.status);
    const times = post.settled ? 1 : 3;
    const effects = Object.entries(post.effect).map(([name, change]) => [name, times * change]);
    expect(difference(before, await look(here, scene))).toEqual(Object.fromEntries(effects));
  });

  test('a request is refused without effect if its key is too long or is not printable ASCII', async () => {
    const scene = await setScene(here, post);
    const before = await look(here, scene);
    for (const key of ['x'.repeat(256), 'clé unique en français', 'tab\tin the middle']) {
      const refused = await sendPost(here, post, scene, withKey(key));
      expect(refused.status).toBe(400);
      if (post.side === 'base') expect(refused.body).toMatchObject([{ field: 'Idempotency-Key' }]);
      else
        expect(refused.body).toMatchObject({
          code: 'REQUEST_INVALID',
          message: expect.stringContaining('Idempotency-Key'),
        });
    }
    expect(difference(before, await look(here, scene))).toEqual({});
    expect((await sendPost(here, post, scene, withKey(`${randomUUID()} ~`.padEnd(255, '!')))).status).toBe(
      post.status,
    );
  });
});

test('a request without an effect ignores its key, and is refused if the key is too long', async () => {
  const { merchant } = await shop();
  const key = withKey();
  const requests = [
    ['/vault', { type: 'pcn', value: '4100000000000000' }],
    ['/vault', { type: 'pcsc', value: '123' }],
    [`/payments/challenges/${isLive ? 'begin' : 'tds-frictionless'}`, await here.payment(merchant)],
  ] as const;
  for (const [path, body] of requests) {
    expect((await pos(path, body, key)).status).toBeLessThan(300);
    const refused = await pos(path, body, withKey('x'.repeat(256)));
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'REQUEST_INVALID' }]);
  }
});

test('POST /apps requires a key of at least 16 characters, because its requests are anonymous', async () => {
  const create = (key: string) => api('POST', '/apps', { headers: withKey(key) });
  const short = await create('x'.repeat(15));
  expect([short.status, short.body]).toMatchObject([400, [{ field: 'Idempotency-Key' }]]);
  const key = randomUUID().slice(0, 16);
  const first = await create(key);
  expect(first.status).toBe(201);
  expect((await create(key)).text).toBe(first.text);
  const { id, key: secret } = first.body.app;
  expect((await api('GET', '/me', { key: secret })).body.identity.id).toBe(id);
});

test('two apps, and the customers of two merchants, can use the same key independently', async () => {
  const headers = withKey();
  const scenes = await Promise.all([setScene(here), setScene(here)]);
  for (const post of posts.filter(({ name }) => name !== 'POST /apps')) {
    const answers = [];
    for (const scene of scenes) {
      const before = await look(here, scene);
      const keyed = { 'idempotency-key': `${headers['idempotency-key']} ${post.name}` };
      const answer = await sendPost(here, post, scene, keyed);
      expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([post.status, undefined]);
      expect(difference(before, await look(here, scene))).toEqual(post.effect);
      answers.push(answer);
    }
  }
});

test('a key that an app used for a capture is refused for a capture of another transaction and for a void', async () => {
  const { key, merchant } = await shop();
  const [a, b] = [await authorized(merchant, 100), await authorized(merchant, 100)];
  const headers = withKey();
  expect((await move(key, a, 'captures', 10, headers)).status).toBe(201);
  expect((await move(key, b, 'captures', 10, headers)).status).toBe(422);
  expect((await move(key, a, 'voids', 10, headers)).status).toBe(422);
  expect((await api('POST', '/merchants', { key, headers, body: {} })).status).toBe(400);
});

test.each([
  ['captures', { amount: 1001 }],
  ['refunds', { amount: 301 }],
  ['voids', { amount: 701 }],
  ['captures', { amount: 'many' }],
  ['captures', { amount: 1, currency: 'USD' }],
])('%s: a corrected request can reuse the key of a refused request with %j', async (kind, wrong) => {
  const scene = await setScene(here);
  const path = `/transactions/${scene.transaction}/${kind}`;
  const headers = withKey();
  const post = (body: unknown) => api('POST', path, { key: scene.key, headers, body });
  const refused = await post(wrong);
  expect(refused.status).toBe(400);
  const corrected = await post({ amount: 1 });
  expect([corrected.status, corrected.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await post({ amount: 1 })).text).toBe(corrected.text);
});

test('transactions and payments: a corrected request can reuse the key of a refused request', async () => {
  const { key, merchant, transaction: first, payment } = await setScene(here);
  const headers = withKey();
  const create = (over: object) => {
    const body = { transactionId: first, currency: 'EUR', amount: 100, ...over };
    return api('POST', `/merchants/${merchant.id}/transactions`, { key, headers, body });
  };
  for (const wrong of [{ transactionId: 'f'.repeat(24) }, { currency: 'XXX' }, { amount: 0 }])
    expect((await create(wrong)).status).toBe(400);
  const made = await create({});
  expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await create({})).text).toBe(made.text);

  const pay = (over: object) => pos('/payments', { ...payment, ...over }, headers);
  for (const wrong of [
    // A live merchant takes no `test`, and a test merchant needs it.
    { test: isLive ? {} : undefined },
    { card: { ...(payment.card as object), code: 'x' } },
    { custom: 'x'.repeat(60_000) },
  ])
    expect((await pay(wrong)).status).toBe(400);
  const paid = await pay({});
  expect([paid.status, paid.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await pay({})).text).toBe(paid.text);
});

test('a customer can send the same key with every step of a payment, and makes one payment', async () => {
  const { key, merchant } = await shop();
  const headers = withKey();
  const body = await here.payment(merchant);
  const first = await here.pay(body, headers);
  expect(first.status).toBe(201);
  const list = await api('GET', `/merchants/${merchant.id}/transactions?limit=10`, { key });
  expect(list.body).toMatchObject([{ id: first.body.authorizationId }]);
});

test('a repeated capture gets its first response, also after the transaction changed', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const headers = withKey();
  await move(key, id, 'captures', 100);
  const first = await move(key, id, 'captures', 900, headers);
  expect(first.status).toBe(201);
  // The same capture with another key is refused, because nothing is left to capture.
  expect((await move(key, id, 'captures', 900)).status).toBe(400);
  await move(key, id, 'refunds', 50);
  const repeat = await move(key, id, 'captures', 900, headers);
  expect([repeat.status, repeat.text]).toEqual([201, first.text]);
  expect((await transaction(key, id)).trail).toHaveLength(3);
});

test('20 captures of the whole amount at the same time with one key get the same response', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const headers = withKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => move(key, id, 'captures', 1000, headers)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.body.transaction).toEqual(await transaction(key, id));
});

test('another app that knows the key gets 403', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  const headers = withKey();
  await move(key, id, 'captures', 100, headers);
  const stranger = await createApp();
  expect((await move(stranger.key, id, 'captures', 100, headers)).status).toBe(403);
});
