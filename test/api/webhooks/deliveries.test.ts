import { randomUUID } from 'node:crypto';
import { aws } from '../support/aws.ts';
import { verifyDelivery } from '../support/receiver.ts';
import { waitUntil } from '../support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../support/webhook-receivers.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, createApp, shop, authorized, pay, payment, move, transaction } = here;

const receiver = receivers();
const listening = merchantWithEndpointIn(here);

test('an endpoint receives the events of a payment, signed and numbered, each with the transaction as it was', async () => {
  const server = await receiver();
  const { key, merchant, webhook } = await listening(server.url);
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', 500);
  await move(key, id, 'refunds', 100);
  await move(key, id, 'voids', 500);
  const events = (await server.events(4)).sort((a, b) => a.sequence - b.sequence);
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['transaction.created', 0],
    ['transaction.captured', 1],
    ['transaction.refunded', 2],
    ['transaction.voided', 3],
  ]);
  const now = await transaction(key, id);
  expect(events[3].data).toEqual({ transaction: now });
  expect(events[1].data.transaction).toEqual({
    ...now,
    pendingAmount: 500,
    refundedAmount: 0,
    voidedAmount: 0,
    trail: now.trail.slice(0, 1),
  });
  for (const event of events)
    expect(event).toMatchObject({ merchantId: merchant.id, test: true, version: 1 });
  for (const received of server.received) {
    expect(verifyDelivery(webhook.secret, received)).toEqual(received.event);
    expect(received.headers).toMatchObject({
      'webhook-id': received.event.id,
      'content-type': 'application/json',
      'user-agent': 'Florin-Webhooks',
    });
    expect(Object.keys(received.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
  }
});

test('an endpoint receives events of declined payments, the merchant and its members, limited to its chosen types', async () => {
  const server = await receiver();
  const { key, merchant, hooks } = await listening(server.url);
  const some = await receiver();
  await api('POST', hooks, { key, body: { url: some.url, events: ['user.added', 'app.removed'] } });
  const limit = { currency: 'EUR', exponent: 2, value: 1 };
  const declined = { test: { tds: { challenge: false }, card: { limit } } };
  expect((await pay(await payment(merchant, declined))).status).toBe(400);
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { name: 'Tea & John' } });
  const friend = await createApp();
  const [apps, users] = [`/merchants/${merchant.id}/apps`, `/merchants/${merchant.id}/users`];
  await api('POST', apps, { key, body: { appId: friend.id } });
  await api('DELETE', `${apps}/${friend.id}`, { key });
  await api('POST', users, { key, body: { email: 'ann@example.com' } });
  const [user] = (await api('GET', users, { key, query: { limit: 1 } })).body;
  await api('DELETE', `${users}/${user.id}`, { key });
  const events = await server.events(6);
  const data = Object.fromEntries(events.map(({ type, data }) => [type, data]));
  expect(Object.keys(data).sort()).toEqual([
    'app.added',
    'app.removed',
    'merchant.updated',
    'transaction.declined',
    'user.added',
    'user.removed',
  ]);
  expect(data['transaction.declined'].transaction).toMatchObject({ successful: false, error: { code: 25 } });
  expect(data['merchant.updated']).toEqual((await api('GET', `/merchants/${merchant.id}`, { key })).body);
  expect(data['app.added'].app).toMatchObject({ id: friend.id, name: 'Test' });
  expect([data['user.added'], data['user.removed']]).toEqual([{ user }, { user }]);
  const few = await some.events(2);
  expect(few.map(({ type }) => type).sort()).toEqual(['app.removed', 'user.added']);
});

test('five updates of a merchant in a row make five events, each with the name of its update', async () => {
  const server = await receiver();
  const { key, merchant } = await listening(server.url);
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  for (const name of names) await api('PUT', `/merchants/${merchant.id}`, { key, body: { name } });
  const events = await server.events(names.length);
  expect(events.map(({ data }) => data.merchant.name).sort()).toEqual([...names].sort());
});

test('an endpoint receives events of won and lost disputes and of fraud alerts, with the data that GET shows', async () => {
  const server = await receiver();
  const { key, merchant } = await listening(server.url);
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', 1000);
  const [won, lost, fraud] = [randomUUID(), randomUUID(), randomUUID()];
  const reason = { code: 83, title: 'Fraud' };
  const opened = { type: 'dispute.opened', transactionId: id, reason, due: '2090-01-01T00:00:00.000Z' };
  const { report } = aws();
  await report(
    { ...opened, reference: won, amount: 100 },
    { ...opened, reference: lost, amount: 200 },
    { type: 'dispute.resolved', reference: won, outcome: 'won' },
    { type: 'dispute.resolved', reference: lost, outcome: 'lost' },
    { type: 'fraud.reported', reference: fraud, transactionId: id },
  );
  const events = await server.events(7);
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  const query = { limit: 9, 'filter[merchantId]': merchant.id };
  const disputes = (await api('GET', '/disputes', { key, query })).body;
  const byAmount = (amount: number) =>
    disputes.find((dispute: { amount: number }) => dispute.amount === amount);
  expect(of('dispute.opened')).toHaveLength(2);
  const sequences = (type: string) =>
    events.filter((event) => event.type === type).map(({ sequence }) => sequence);
  const ended = [...sequences('dispute.won'), ...sequences('dispute.lost')];
  expect(ended.sort()).toEqual([2, 3]);
  for (const opened of sequences('dispute.opened')) expect(opened).toBeLessThan(Math.max(...ended));
  expect(sequences('fraud.reported')).toEqual([expect.any(Number)]);
  expect(of('dispute.won')).toEqual([{ dispute: byAmount(100) }]);
  expect(of('dispute.lost')).toEqual([{ dispute: byAmount(200) }]);
  expect(of('fraud.reported')).toEqual([{ fraud: (await api('GET', '/frauds', { key, query })).body[0] }]);
});

test('a merchant sends a test event on demand, and reads its delivery attempt and the endpoint’s response', async () => {
  const server = await receiver((response) => response.writeHead(201).end('y'.repeat(5000)));
  const { webhook, test, read, list, attempted } = await listening(server.url, { events: ['app.added'] });
  const id = await test();
  await server.events(1);
  const { status, attempts, answer, next } = await attempted(id);
  const attempt = { time: expect.any(String), status: 201, error: null, duration: expect.any(Number) };
  expect([status, attempts, answer, next]).toEqual(['succeeded', [attempt], 'y'.repeat(1024), null]);
  const { delivery, event } = await read(id);
  expect(event).toEqual(server.received[0]?.event);
  const { secret, ...shown } = webhook;
  expect([event.type, event.data.webhook]).toEqual(['webhook.tested', shown]);
  expect(await list()).toEqual([delivery]);
});

test('each of two secrets signs a delivery, and a removed secret signs no more', async () => {
  const server = await receiver();
  const { key, webhook, path, test } = await listening(server.url);
  const added = (await api('POST', `${path}/secrets`, { key })).body.secret;
  await test();
  await server.events(1);
  const [both] = server.received;
  if (!both) throw new Error('Nothing came');
  expect(verifyDelivery(webhook.secret, both)).toEqual(verifyDelivery(added.secret, both));
  await api('DELETE', `${path}/secrets/${webhook.secrets[0].id}`, { key });
  await test();
  await server.events(2);
  const [, one] = server.received;
  if (!one) throw new Error('Nothing came');
  expect(verifyDelivery(added.secret, one)).toEqual(one.event);
  expect(() => verifyDelivery(webhook.secret, one)).toThrow('No matching signature found');
});

test('a merchant repeats one delivery, or all failed deliveries since a time; a repeat has the same bytes', async () => {
  const server = await receiver();
  const { key, path, test, list } = await listening(server.url);
  const ids = [await test(), await test()];
  const counts = () => ids.map((id) => server.received.filter(({ event }) => event.id === id).length);
  const reach = (...wanted: number[]) =>
    waitUntil(
      async () => counts(),
      (now) => String(now) === String(wanted),
    );
  await reach(1, 1);
  await waitUntil(list, (all) => all.every(({ status }: { status: string }) => status === 'succeeded'));
  const once = { 'idempotency-key': randomUUID() };
  for (let n = 0; n < 2; n++) {
    const again = await api('POST', `${path}/deliveries/${ids[0]}/retries`, { key, headers: once });
    expect(again.status).toBe(202);
  }
  await reach(2, 1);
  await waitUntil(list, (all) => all.every(({ status }: { status: string }) => status === 'succeeded'));
  expect(new Set(server.received.map(({ text }) => text)).size).toBe(2);
  // The endpoint is disabled, so that one delivery fails.
  await api('PUT', path, { key, body: { enabled: false } });
  ids.push(await test());
  await waitUntil(list, ([newest]) => newest.status === 'failed');
  await api('PUT', path, { key, body: { enabled: true } });
  const since = (time: string) => api('POST', `${path}/retries`, { key, body: { since: time } });
  expect((await since('2090-01-01T00:00:00Z')).status).toBe(202);
  expect((await since('2020-01-01T00:00:00Z')).status).toBe(202);
  await reach(2, 1, 1);
});

test.each(['2020-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T24:30:00Z', '2026-01-01'])(
  'failed deliveries cannot be repeated since %s, which is not a time',
  async (time) => {
    const { key, path } = await listening('https://shop.example/');
    const { status, body } = await api('POST', `${path}/retries`, { key, body: { since: time } });
    expect([status, body]).toMatchObject([400, [{ field: 'since' }]]);
  },
);

test('an endpoint without a URL keeps its deliveries as pending, for the merchant to read', async () => {
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: {} })).body;
  await authorized(merchant, 1000);
  const path = `${hooks}/${webhook.id}/deliveries`;
  const query = { limit: 9 };
  const [delivery] = await waitUntil(
    async () => (await api('GET', path, { key, query })).body,
    ({ length }) => length === 1,
  );
  expect([delivery.type, delivery.status, delivery.attempts]).toEqual(['transaction.created', 'pending', []]);
});

test('the list of deliveries names the transaction of each event, and shows those of one status', async () => {
  const server = await receiver();
  const { key, merchant, path, test: tested, list } = await listening(server.url);
  const transactionId = await authorized(merchant, 1000);
  await waitUntil(list, ([one]) => one?.status === 'succeeded');
  await api('PUT', path, { key, body: { enabled: false } });
  const failed = await tested();
  const all = await waitUntil(list, ([newest]) => newest.status === 'failed');
  expect(all.map((one: Record<string, string>) => [one.type, one.transactionId])).toEqual([
    ['webhook.tested', null],
    ['transaction.created', transactionId],
  ]);
  const withStatus = (status: string) =>
    api('GET', `${path}/deliveries`, { key, query: { limit: 9, 'filter[status]': status } });
  const found = await Promise.all(['failed', 'succeeded', 'pending'].map(withStatus));
  expect(found.map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual([
    [failed],
    [all[1].id],
    [],
  ]);
  expect(found.map(({ headers }) => headers['florin-next'])).toEqual([undefined, undefined, undefined]);
  expect(await withStatus('fialed')).toMatchObject({ status: 400, body: [{ field: 'filter[status]' }] });
});

test('deliveries of an endpoint that does not exist or is another merchant’s return 404, not an empty list', async () => {
  const { key, merchant } = await shop();
  const other = await listening('https://shop.example/');
  const hooks = `/merchants/${merchant.id}/webhooks`;
  for (const id of ['0'.repeat(24), other.webhook.id]) {
    const path = `${hooks}/${id}`;
    const some = `${path}/deliveries/${'1'.repeat(24)}`;
    expect((await api('GET', `${path}/deliveries`, { key, query: { limit: 9 } })).status).toBe(404);
    expect((await api('GET', some, { key })).status).toBe(404);
    expect((await api('POST', `${some}/retries`, { key })).status).toBe(404);
    const body = { since: '2020-01-01T00:00:00Z' };
    expect((await api('POST', `${path}/retries`, { key, body })).status).toBe(404);
  }
});

test('deleting an endpoint of a merchant that does not exist returns 404', async () => {
  const { key } = await shop();
  const path = `/merchants/${'0'.repeat(24)}/webhooks/${'1'.repeat(24)}`;
  expect((await api('DELETE', path, { key })).status).toBe(404);
});

test('the response 410 removes the endpoint, and a disabled or deleted endpoint receives nothing', async () => {
  const gone = await receiver((response) => response.writeHead(410).end());
  const first = await listening(gone.url);
  await first.test();
  await waitUntil(
    async () => (await api('GET', first.path, { key: first.key })).status,
    (status) => status === 404,
  );
  const server = await receiver();
  const { key, path, merchant, hooks, list } = await listening(server.url);
  const witness = await receiver();
  await api('POST', hooks, { key, body: { url: witness.url } });
  await api('PUT', path, { key, body: { enabled: false } });
  const id = await authorized(merchant, 1000);
  await witness.events(1);
  expect([await list(), server.received]).toEqual([[], []]);
  await api('PUT', path, { key, body: { enabled: true } });
  await move(key, id, 'captures', 1);
  await server.events(1);
  expect((await api('DELETE', path, { key })).status).toBe(204);
  await move(key, id, 'captures', 2);
  await witness.events(3);
  expect(server.received.map(({ event }) => event.type)).toEqual(['transaction.captured']);
});
