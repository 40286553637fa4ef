import { setNumbers } from '../support/set-numbers.ts';
import { world } from '../support/world.ts';

const { api, shop } = world();

test('an endpoint that is switched on again does not keep its earlier failures, and so is not switched off at the next one', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', path, { key, body: { url: 'https://shop.example/hooks' } })).body;
  const own = `${path}/${webhook.id}`;
  const change = async (body: object) => {
    await api('PUT', own, { key, body });
    return (await api('GET', own, { key })).body.webhook;
  };
  await change({ enabled: false });
  await setNumbers(`webhooks#${merchant.id}`, { failingSince: 1 }, `webhook#${webhook.id}`);
  expect((await change({ description: 'Other' })).failingSince).toBe('1970-01-01T00:00:00.001Z');
  expect((await change({ enabled: true })).failingSince).toBeNull();
});
