import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Behaviour, verifyDelivery } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../api/support/webhook-receivers.ts';

/** The settings of AWS, but with addresses on this machine allowed. */
const own = ownFlorin({ env: { WEBHOOK_CHALLENGE: 'on', UNVOUCHED_MERCHANT_POSTS: '12' } });
const receiver = receivers();

const answer: Behaviour = (response, { event }) => response.end(event.data.challenge ?? '');
const listening = (url: string) => merchantWithEndpointIn(own.here)(url);

type Listening = Awaited<ReturnType<typeof listening>>;

const webhookOf = async ({ key, path }: Listening) => (await own.here.api('GET', path, { key })).body.webhook;

const becomes = (here: Listening, right: (webhook: Record<string, unknown>) => boolean) =>
  waitUntil(() => webhookOf(here), right);

test('a server that answers the challenge gets events, including earlier ones', async () => {
  const server = await receiver(answer);
  const here = await listening(server.url);
  const { key, merchant, webhook } = here;
  expect([webhook.verified, webhook.verificationError]).toEqual([false, null]);
  await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { name: 'Tea' } });
  await becomes(here, ({ verified }) => verified === true);
  const [asked, event] = await server.events(2);
  expect([asked.type, asked.data.challenge]).toEqual([
    'webhook.tested',
    expect.stringMatching(/^[\w-]{32}$/),
  ]);
  expect(event.type).toBe('merchant.updated');
  const [first] = server.received;
  expect(first && verifyDelivery(webhook.secret, first)).toEqual(asked);
  await here.test();
  const [, , test] = await server.events(3);
  expect(test.data).toEqual({ webhook: await webhookOf(here) });
});

test.each<[string, Behaviour, RegExp]>([
  ['takes everything', (response) => response.writeHead(204).end(), /answered 204 without the value/],
  ['sends back all that it gets', (response, { text }) => response.end(text), /answered 200 without/],
  ['answers another one', (response) => response.end('x'.repeat(32)), /answered 200 without/],
  ['refuses', (response, { event }) => response.writeHead(401).end(event.data.challenge), /answered 401$/],
  ['hangs up', (response) => response.destroy(), /did not answer \(ECONNRESET\)/],
])('a server that %s gets only the challenge, and the endpoint shows why', async (_, behave, why) => {
  const server = await receiver(behave);
  const here = await listening(server.url);
  const { key, merchant, list, test } = here;
  const { verificationError } = await becomes(here, (webhook) => webhook.verificationError !== null);
  expect(verificationError).toMatch(why);
  const { id, data } = server.received[0]?.event ?? {};
  const tried = await waitUntil(
    () => own.here.api('GET', `${here.path}/deliveries/${id}`, { key }),
    ({ body }) => body.delivery.attempts.length > 0,
  );
  expect(tried.body.event.data).toEqual({ webhook: data.webhook });
  expect(tried.text).not.toContain(data.challenge);
  await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { name: 'Tea' } });
  const updateIn = (all: { type: string; attempts: unknown[] }[]) =>
    all.find(({ type, attempts }) => type === 'merchant.updated' && attempts.length > 0);
  const update = updateIn(await waitUntil(list, (all) => updateIn(all) !== undefined));
  expect(update).toMatchObject({ status: 'pending', attempts: [{ status: null, error: 'NOT_VERIFIED' }] });
  expect(new Set(server.received.map(({ event }) => event.type))).toEqual(new Set(['webhook.tested']));

  server.behave = (response, { event }) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ challenge: event.data.challenge }));
  await test();
  await becomes(here, ({ verified, verificationError }) => verified === true && verificationError === null);
  await waitUntil(list, (all) =>
    all.some(
      ({ type, status }: Record<string, string>) => type === 'merchant.updated' && status === 'succeeded',
    ),
  );
});

test('a new URL gets a challenge, an unchanged one does not, and an endpoint without a URL needs none', async () => {
  const server = await receiver(answer);
  const here = await listening(server.url);
  const { api } = own.here;
  const { key, path, hooks } = here;
  await becomes(here, ({ verified }) => verified === true);
  expect((await api('PUT', path, { key, body: { url: server.url, description: 'Same' } })).status).toBe(204);
  expect((await webhookOf(here)).verified).toBe(true);
  const other = await receiver();
  expect((await api('PUT', path, { key, body: { url: other.url } })).status).toBe(204);
  expect((await webhookOf(here)).verified).toBe(false);
  await other.events(1);
  await becomes(here, ({ verificationError }) => verificationError !== null);
  expect((await api('POST', hooks, { key, body: {} })).body.webhook.verified).toBe(true);
});

test('a slow update with the previous URL cannot restore that URL without a challenge after another update has replaced it', async () => {
  const victim = await receiver();
  const here = await listening(victim.url);
  const { api } = own.here;
  const { key, path } = here;
  await becomes(here, ({ verificationError }) => verificationError !== null);
  const answering = await receiver(answer);
  let others = 0;
  own.proxy.afterAnswer = async (operation, asked) => {
    // The request has read the endpoint at the same time as the membership.
    const looks = operation === 'GetItem' && asked.includes('"merchant#') && asked.includes('"app#');
    if (!looks) return;
    own.proxy.afterAnswer = undefined;
    others = (await api('PUT', path, { key, body: { url: answering.url } })).status;
    await becomes(here, ({ verified }) => verified === true);
  };
  const body = { url: victim.url, description: 'Mine' };
  expect((await api('PUT', path, { key, body })).status).toBe(204);
  const { url, verified, description } = await webhookOf(here);
  expect([others, url, verified, description]).toEqual([204, answering.url, true, 'Mine']);
});

test('a test merchant of an unverified app has a daily limit of webhook posts', async () => {
  const server = await receiver(answer);
  const here = await listening(server.url);
  const { test, list, key, path } = here;
  await becomes(here, ({ verified }) => verified === true);
  for (let n = 0; n < 12; n++) await test();
  const all = await waitUntil(
    list,
    (now) => now.length === 13 && now.every(({ status }: { status: string }) => status !== 'pending'),
  );
  const limited = all.filter(({ status }: { status: string }) => status === 'failed');
  expect(
    limited.map(({ attempts }: { attempts: { error: string }[] }) => attempts.map(({ error }) => error)),
  ).toEqual([['DAILY_LIMIT']]);
  expect(server.received).toHaveLength(12);
  const { identity } = (await own.here.api('GET', '/me', { key })).body;
  await aws(own.florin.aws).invoke('VouchForApp', { appId: identity.id });
  await own.here.api('POST', `${path}/deliveries/${limited[0].id}/retries`, { key });
  await server.events(13);
});

test('an event of more than 20 KB contains the path of its transaction instead of the transaction', async () => {
  const server = await receiver(answer);
  const here = await listening(server.url);
  const { api, payment, pay } = own.here;
  await becomes(here, ({ verified }) => verified === true);
  const large = { custom: { note: 'x'.repeat(25_000) } };
  const paid = await pay(await payment(here.merchant, large));
  expect(paid.status).toBe(201);
  const [, event] = await server.events(2);
  const id = paid.body.authorizationId;
  expect(event).toMatchObject({
    type: 'transaction.created',
    data: { transaction: { id, href: `/transactions/${id}` } },
  });
  expect(server.received.every(({ text }) => text.length <= 20_000)).toBe(true);
  const { transaction } = (await api('GET', event.data.transaction.href, { key: here.key })).body;
  expect(transaction.custom).toEqual(large.custom);
});
