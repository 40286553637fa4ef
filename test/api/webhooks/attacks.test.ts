import { randomBytes } from 'node:crypto';
import { ownFlorin } from '../support/own-florin.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The default setting in AWS: Florin posts to public addresses only. */
const publicOnly = { WEBHOOK_REACH: 'public' };
const sealed = { SEAL_KEY: randomBytes(32).toString('base64'), FLORIN_VISIBILITY_SECONDS: '1' };
const own = ownFlorin({ env: sealed });

let server: Receiver;

beforeAll(async () => {
  server = await startReceiver();
});

afterAll(() => server?.stop());

async function listening() {
  const { api, shop } = own.here;
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { url: server.url } })).body;
  const path = `${hooks}/${webhook.id}`;
  const deliveries = async () =>
    (await own.here.api('GET', `${path}/deliveries`, { key, query: { limit: 100 } })).body;
  return { key, merchant, hooks, path, deliveries };
}

describe('if endpoints must be on the public Internet, Florin', () => {
  let before: Awaited<ReturnType<typeof listening>>;

  beforeAll(async () => {
    before = await listening();
    await own.florin.stop();
    await own.start(publicOnly);
  });

  test.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'https://169.254.170.2/v2/credentials',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://224.0.0.1/',
    'https://0.0.0.0/',
    'https://instance-data.ec2.internal/',
    ...[
      'alt',
      'corp',
      'home',
      'home.arpa',
      'intranet',
      'internal',
      'lan',
      'local',
      'localdomain',
      'mail',
    ].map((name) => `https://shop.${name}/`),
    'https://shop.private/',
    'https://SHOP.LAN./',
    'https://shop.corp./',
    'https://shop.example:8443/',
    'https://ann:secret@shop.example/',
  ])('Florin refuses %s as the URL of a new and of an existing endpoint', async (url) => {
    const { api } = own.here;
    const { key, hooks, path } = before;
    const refused = await Promise.all([
      api('POST', hooks, { key, body: { url } }),
      api('PUT', path, { key, body: { url } }),
    ]);
    expect(refused.map(({ status, body }) => [status, body[0].field])).toEqual([
      [400, 'url'],
      [400, 'url'],
    ]);
  });

  test('Florin sends nothing to a private address that an endpoint already had', async () => {
    const { key, path, deliveries } = before;
    const count = server.received.length;
    await own.here.api('POST', `${path}/tests`, { key });
    const [delivery] = await waitUntil(deliveries, ([one]) => one?.attempts.length > 0);
    expect(delivery.attempts[0]).toMatchObject({ status: null, error: 'ADDRESS_NOT_PUBLIC' });
    expect(server.received).toHaveLength(count);
  });

  test('Florin reports HOST_NOT_FOUND for a host name that does not exist', async () => {
    const { key, path, deliveries } = before;
    const { api } = own.here;
    const url = 'https://nobody-has-this-name.example/hooks';
    expect((await api('PUT', path, { key, body: { url } })).status).toBe(204);
    await api('POST', `${path}/tests`, { key });
    const [delivery] = await waitUntil(deliveries, ([one]) => one?.attempts.length > 0);
    expect(delivery.attempts[0]).toMatchObject({ status: null, error: 'HOST_NOT_FOUND' });
  });

  test('Florin sends a new endpoint, or one with a new URL, a challenge that its merchant does not see', async () => {
    const { key, hooks, path, deliveries } = before;
    const { api } = own.here;
    const url = 'https://nobody-has-this-name-either.example/hooks';
    const shown = { url, verified: false };
    const { text, body } = await api('POST', hooks, { key, body: { url } });
    expect([text.includes('challenge'), body.webhook]).toEqual([false, expect.objectContaining(shown)]);
    expect((await api('POST', hooks, { key, body: {} })).body.webhook.verified).toBe(true);
    const earlier = (await deliveries()).length;
    expect((await api('PUT', path, { key, body: { url } })).status).toBe(204);
    expect((await api('GET', path, { key })).body.webhook).toMatchObject(shown);
    const [{ id, type }, ...others] = await waitUntil(deliveries, (all) => all.length > earlier);
    expect([type, others.length]).toEqual(['webhook.tested', earlier]);
    const { event } = (await api('GET', `${path}/deliveries/${id}`, { key })).body;
    expect(event.data).toEqual({ webhook: expect.objectContaining(shown) });
    expect((await api('PUT', path, { key, body: { url } })).status).toBe(204);
    expect(await deliveries()).toHaveLength(earlier + 1);
  });
});
