import { createClient, type Transaction, verifyWebhook } from '../../packages/florin/src/index.ts';
import { type Received, startReceiver, take } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { startCutting } from '../examples/cutting-proxy.ts';

const { shop, authorized } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

test('a capture whose responses are lost is made once, and the client gets its response when the connection is back', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant);
  const line = await startCutting(baseUrl);
  try {
    const florin = createClient({ baseUrl: line.url, key });
    line.lose(/captures/);
    setTimeout(() => line.lose(undefined), 700);
    const { trail } = await florin.transactions.capture(id, { amount: 6000 }, { retries: 5 });
    expect(trail).toHaveLength(1);
    line.lose(/captures/);
    const lost = await florin.transactions
      .capture(id, { amount: 4000 }, { retries: 0 })
      .catch((error) => error);
    expect(lost).toMatchObject({ name: 'ConnectionError', code: 'UNREACHABLE' });
    line.lose(undefined);
    const { idempotencyKey } = lost;
    const after = await florin.transactions.capture(id, { amount: 4000 }, { idempotencyKey });
    expect([after.capturedAmount, after.trail.length]).toEqual([10000, 2]);
  } finally {
    line.stop();
  }
});

test('two simultaneous captures with the same key move money once', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant);
  const florin = createClient({ baseUrl, key });
  const once = { idempotencyKey: `order-${id}` };
  const captures = Array.from({ length: 5 }, () => florin.transactions.capture(id, { amount: 1000 }, once));
  const amounts = (await Promise.all(captures)).map(({ capturedAmount }) => capturedAmount);
  expect(amounts).toEqual([1000, 1000, 1000, 1000, 1000]);
});

test('a list of the running Florin has each transaction once, in both directions', async () => {
  const { key, merchant } = await shop();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await authorized(merchant));
  const florin = createClient({ baseUrl, key });
  const all = async (query: { limit: number; after?: string; before?: string }) => {
    const found: string[] = [];
    for await (const { id } of florin.transactions.list(merchant.id, query)) found.push(id);
    return found;
  };
  const [first, , , , last] = ids;
  expect(await all({ limit: 2 })).toEqual([...ids].reverse());
  expect(await all({ limit: 2, after: first })).toEqual(ids.slice(1));
  expect(await all({ limit: 2, after: first, before: last })).toEqual(ids.slice(1, 4).reverse());
  const declined = florin.transactions.list(merchant.id, { filter: { successful: false } });
  expect(await declined.page()).toEqual([]);
});

test('events of the running Florin are verified, also while the secret changes', async () => {
  const { key, merchant } = await shop();
  const florin = createClient({ baseUrl, key });
  const receiver = await startReceiver(take);
  try {
    const webhook = await florin.webhooks.create(merchant.id, {
      url: receiver.url,
      events: ['transaction.captured'],
    });
    const second = await florin.webhooks.addSecret(merchant.id, webhook.id);
    const id = await authorized(merchant);
    await florin.transactions.capture(id, { amount: 10000 });
    await waitUntil(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    const [{ text = '', headers = {} } = {}] = receiver.received as Partial<Received>[];
    for (const secret of [
      webhook.secret,
      second.secret,
      ['whsec_c3RyYW5nZXJzIGtub3cgbm90aGluZw==', second.secret],
    ]) {
      const event = await verifyWebhook(text, headers, secret);
      if (event.type !== 'transaction.captured') throw new Error(event.type);
      expect((event.data.transaction as Transaction).capturedAmount).toBe(10000);
    }
    const stranger = verifyWebhook(text, headers, 'whsec_c3RyYW5nZXJzIGtub3cgbm90aGluZw==');
    await expect(stranger).rejects.toMatchObject({ code: 'SIGNATURE_WRONG' });
    const { event, delivery } = await florin.deliveries.get(
      merchant.id,
      webhook.id,
      headers['webhook-id'] ?? '',
    );
    expect([delivery.type, event]).toEqual(['transaction.captured', JSON.parse(text)]);
  } finally {
    await receiver.stop();
  }
});
