import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import { withEvents } from '../jobs/own-events.ts';

const { own, requests, endpoint, payoutRecord, publish } = withEvents();

const posted: string[] = [];
const shop = createServer((request, response) => {
  posted.push(String(request.headers['webhook-id']));
  request.resume().on('end', () => response.writeHead(204).end());
});
beforeAll(() => new Promise<void>((done) => shop.listen(0, '127.0.0.1', done)));
beforeEach(() => {
  posted.length = 0;
  throttledWrites = 0;
  own.proxy.instead = undefined;
});
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

let throttledWrites = 0;

/** Throttles the writes of the first deliveries to an endpoint, as an overloaded partition does. */
function throttle({ id }: StoredWebhook, times: number): void {
  own.proxy.instead = (operation, body) => {
    const isDelivery = operation === 'PutItem' && body.includes(`"deliveries#${id}"`);
    if (!isDelivery || throttledWrites >= times) return undefined;
    throttledWrites++;
    const error = { __type: 'com.amazon.coral.availability#ThrottlingException', message: 'Too many' };
    return { status: 400, headers: {}, body: JSON.stringify(error) };
  };
}

const lanesNow = async ({ merchantId, id }: StoredWebhook) => (await own.getWebhook(merchantId, id))?.lanes;

/** Publishes events to an endpoint, some of them while its partition is too busy. */
async function busy(before = 2, after = 38) {
  const webhook = await endpoint({ url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/` });
  throttle(webhook, 6);
  const records = Array.from({ length: before + after }, () => payoutRecord(webhook));
  await publish(records.slice(0, before));
  await publish(records.slice(before));
  return { webhook, records, messages: requests.flat() };
}

/** Delivers in the slow queue, as a busy machine can make an endpoint too slow for the fast one. */
const deliver = (messages: readonly object[]) => {
  const Records = messages.map((message, n) => ({ messageId: String(n), body: JSON.stringify(message) }));
  return own.deliverSlowly({ Records } as Parameters<typeof own.deliverSlowly>[0]);
};

async function listAll({ merchantId, id: webhookId }: StoredWebhook) {
  const all = [];
  for await (const each of own.listDeliveries({ merchantId, webhookId }, { limit: 100 })) all.push(each);
  return all;
}

test('after throttling, an endpoint gets lanes, and the next deliveries are spread over their partitions', async () => {
  const { webhook, messages } = await busy();
  expect(await lanesNow(webhook)).toBeGreaterThan(1);
  const partitions = new Set((await listAll(webhook)).map(({ pk }) => pk));
  expect(partitions.size).toBe((await lanesNow(webhook)) ?? 0);
  expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(40);
});

test('deliveries of all lanes are posted once, and are listed newest first', async () => {
  const { webhook, messages } = await busy();
  for (let n = 0; n < messages.length; n += 10) await deliver(messages.slice(n, n + 10));
  await deliver(messages.slice(0, 10));
  expect(posted.sort()).toEqual(messages.map(({ eventId }) => eventId).sort());
  const all = await listAll(webhook);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['succeeded']));
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(ids).toHaveLength(40);
});

test('a delivery of any lane is found by its event, and can be sent again', async () => {
  const { webhook, messages } = await busy();
  const { merchantId, id: webhookId } = webhook;
  const lanes = new Set(messages.map(({ lane }) => lane));
  expect(lanes.size).toBeGreaterThan(1);
  for (const { eventId, lane } of messages) {
    const { delivery, body } = await own.findDelivery({ merchantId, webhookId, eventId });
    expect([delivery?.id, delivery?.lane, JSON.parse(body ?? '').id]).toEqual([eventId, lane, eventId]);
  }
});

test('an event that is published again after lanes were added keeps its lane', async () => {
  const { webhook, records } = await busy(8, 0);
  expect(await lanesNow(webhook)).toBeGreaterThan(1);
  await publish(records);
  expect(requests.flat().map(({ lane }) => lane)).toEqual(Array(16).fill(undefined));
  expect(await listAll(webhook)).toHaveLength(8);
});
