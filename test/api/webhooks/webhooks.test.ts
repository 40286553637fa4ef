import { randomUUID } from 'node:crypto';
import { eventTypes } from '../../../schemas/event-types.ts';
import { world } from '../support/world.ts';

const { api, shop } = world();

const url = 'https://shop.example/hooks';

async function webhooks() {
  const { key, merchant, app } = await shop();
  const path = `/merchants/${merchant.id}/webhooks`;
  const create = (body: object = { url }, headers = {}) => api('POST', path, { key, body, headers });
  const list = async () => (await api('GET', path, { key, query: { limit: 100 } })).body;
  return { key, merchant, app, path, create, list };
}

test('the response to a creation shows the endpoint and its secret, and later reads omit the secret', async () => {
  const { key, merchant, path, create, list } = await webhooks();
  const made = await create({ url, events: ['dispute.opened'], description: 'The shop' });
  expect(made.status).toBe(201);
  const { secret, ...webhook } = made.body.webhook;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    merchantId: merchant.id,
    test: true,
    created: expect.any(String),
    url,
    events: ['dispute.opened'],
    description: 'The shop',
    // A deployed stage first verifies the address.
    verified: expect.any(Boolean),
    verificationError: null,
    enabled: true,
    disabled: null,
    failingSince: null,
    secrets: [{ id: expect.any(String), created: expect.any(String) }],
  });
  expect(await list()).toEqual([webhook]);
  const read = await api('GET', `${path}/${webhook.id}`, { key });
  expect(read.body).toEqual({ webhook });
  expect(read.text).not.toContain(secret.slice('whsec_'.length));
});

test('a repeat with the same idempotency key creates one endpoint, and shows the same secret', async () => {
  const { create, list } = await webhooks();
  const headers = { 'idempotency-key': randomUUID() };
  const [first, again] = [await create({ url }, headers), await create({ url }, headers)];
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await list()).toHaveLength(1);
});

test('an update changes only the named fields, and can disable and enable an endpoint', async () => {
  const { key, path, create } = await webhooks();
  const { secret, ...webhook } = (await create()).body.webhook;
  const own = `${path}/${webhook.id}`;
  const change = async (body: object) => {
    expect((await api('PUT', own, { key, body })).status).toBe(204);
    return (await api('GET', own, { key })).body.webhook;
  };
  const other = { url: 'https://other.example/', events: ['app.added'], description: 'Other' };
  expect(await change(other)).toEqual({ ...webhook, ...other });
  const off = await change({ enabled: false });
  const disabled = { at: expect.any(String), by: 'merchant' };
  expect(off).toEqual({ ...webhook, ...other, enabled: false, disabled });
  expect(await change({ enabled: true })).toEqual({ ...webhook, ...other });
  expect(await change({})).toEqual({ ...webhook, ...other });
  expect(await change({ events: eventTypes })).toEqual({ ...webhook, ...other, events: null });
  const immutable = await api('PUT', own, { key, body: { id: webhook.id } });
  expect([immutable.status, immutable.body[0].field]).toEqual([400, 'id']);
});

test('a merchant can have ten endpoints, and one more for each that is removed', async () => {
  const { key, path, create, list } = await webhooks();
  const made = await Promise.all(Array.from({ length: 14 }, () => create()));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(400)]);
  const ids = (await list()).map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10);
  const removed = await Promise.all([1, 2].map(() => api('DELETE', `${path}/${ids[0]}`, { key })));
  expect(removed.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(400);
});

test('a merchant can add a second secret and remove either one, but cannot remove the last', async () => {
  const { key, path, create } = await webhooks();
  const { id, secrets } = (await create()).body.webhook;
  const own = `${path}/${id}/secrets`;
  const headers = { 'idempotency-key': randomUUID() };
  const added = await api('POST', own, { key, headers });
  expect([added.status, added.body.secret.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  expect((await api('POST', own, { key, headers })).body).toEqual(added.body);
  expect((await api('POST', own, { key })).status).toBe(400);
  const remove = async (secretId: string) => (await api('DELETE', `${own}/${secretId}`, { key })).status;
  expect(await remove(id)).toBe(404);
  expect(await remove(secrets[0].id)).toBe(204);
  expect(await remove(added.body.secret.id)).toBe(400);
});

test.each([
  ['an invalid URL', { url: 'shop' }, 'url'],
  ['a URL that is not http or https', { url: 'ftp://shop.example/' }, 'url'],
  ['credentials in the URL', { url: 'https://ann:secret@shop.example/' }, 'url'],
  ['an empty URL', { url: '' }, 'url'],
  ['a URL that is too long', { url: `https://shop.example/${'x'.repeat(2048)}` }, 'url'],
  ['an unknown event type', { url, events: ['dispute.eaten'] }, 'events.0'],
  ['an empty list of event types', { url, events: [] }, 'events'],
  ['the same event type twice', { url, events: ['app.added', 'app.added'] }, 'events'],
  ['a description of 256 characters', { url, description: 'x'.repeat(256) }, 'description'],
])('an endpoint with %s is refused', async (_, body, field) => {
  const { create, list } = await webhooks();
  const refused = await create(body);
  expect([refused.status, refused.body.map((fault: { field: string }) => fault.field)]).toEqual([
    400,
    [field],
  ]);
  expect(await list()).toEqual([]);
});

test('an endpoint can be created with a form', async () => {
  const { key, path } = await webhooks();
  const form = { url, 'events[]': 'dispute.opened' };
  const made = await api('POST', path, { key, form });
  expect([made.status, made.body.webhook.events]).toEqual([201, ['dispute.opened']]);
});
