import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SQSEvent } from 'aws-lambda';
import { type EndpointHealth, slowFor } from '../../../functions/core/domain/webhooks/endpoint-health.ts';
import type { Event } from '../../../functions/core/domain/webhooks/event.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks.ts';
import type { DeliveryMessage } from '../../../functions/core/usecases/webhooks/publish-event.ts';
import { until } from '../../api/support/until.ts';
import { awsService } from '../aws-service.ts';
import { onOwnTable } from '../own-table.ts';

/** The queues to which messages were sent. */
let sent: string[];
const sqs = awsService(({ QueueUrl, Entries }) => {
  for (const _ of Entries) sent.push(QueueUrl.replace(/.*\//, ''));
  return [200, {}];
});

const own = onOwnTable(async () => {
  process.env.AWS_ENDPOINT_URL_SQS = await sqs.listen();
  for (const name of ['DELIVERIES', 'SLOW_DELIVERIES'])
    process.env[`${name}_URL`] = `https://sqs.example/1/${name}`;
  Object.assign(process.env, {
    SEAL_KEY_ID: 'unused',
    UNVOUCHED_MERCHANT_POSTS: '10',
    UNVOUCHED_POSTS: '10',
    WEBHOOK_REACH: 'any',
  });
  return {
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/store/deliveries.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/webhooks.ts')),
    fast: (await import('../../../functions/jobs/deliver-events.ts')).handler,
    slow: (await import('../../../functions/jobs/deliver-slowly.ts')).handler,
  };
});

/** The posts that the merchant's server holds: it answers none of them until a test does. */
let held: ServerResponse[];
const server = createServer((_, response) => held.push(response));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
beforeEach(() => {
  sent = [];
  held = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function endpoint(merchantId: string, health: EndpointHealth = {}): Promise<StoredWebhook> {
  const id = own.newId();
  const webhook: StoredWebhook = {
    ...{ id, merchantId, test: false, appId: own.newId(), secrets: [], url: url() },
    ...health,
  };
  await own.transact([{ item: own.put({ ...own.webhookKey(merchantId, id), ...webhook }) }]);
  return webhook;
}

/** Stores an event for these endpoints. @returns the message of each of its deliveries */
async function messagesOf(webhooks: readonly StoredWebhook[]): Promise<DeliveryMessage[]> {
  const [id, merchantId] = [own.newId(), webhooks[0]?.merchantId ?? ''];
  await own.storeEvent({ id, merchantId, type: 'merchant.updated' } as Event, webhooks);
  return webhooks.map((webhook) => ({
    merchantId,
    webhookId: webhook.id,
    eventId: id,
    turn: 0,
    attempts: 0,
  }));
}

/** Makes a batch of these messages. */
const batch = (messages: readonly object[]) =>
  ({
    Records: messages.map((message) => ({ messageId: own.newId(), body: JSON.stringify(message) })),
  }) as SQSEvent;

const slowUntil = async ({ merchantId, id }: StoredWebhook) =>
  (await own.getWebhook(merchantId, id))?.slowUntil;

test('a merchant whose ten endpoints do not answer holds ten places of the fast lane, and no more', async () => {
  const merchantId = own.newId();
  const webhooks = await Promise.all(Array.from({ length: 10 }, () => endpoint(merchantId)));
  const messages = await messagesOf(webhooks);
  const first = own.fast(batch(messages));
  const marks = await until(
    () => Promise.all(webhooks.map(slowUntil)),
    (all) => all.every((mark) => mark !== undefined),
  );
  expect(held).toHaveLength(10);

  for (let event = 0; event < 5; event++)
    expect(await own.fast(batch(await messagesOf(webhooks)))).toEqual({ batchItemFailures: [] });
  expect([held.length, ...new Set(sent)]).toEqual([10, 'SLOW_DELIVERIES']);
  // On a busy machine the first ten posts have ended by now, and are repeated there, too.
  expect(sent.length).toBeGreaterThanOrEqual(50);

  for (const response of held) response.writeHead(204).end();
  await first;
  // The endpoints were marked while the server still held the first posts.
  for (const [n, { webhookId, eventId }] of messages.entries()) {
    const attempts = (await own.getDelivery(webhookId, eventId))?.attempts ?? [];
    const [ended = 0] = attempts.map(({ time, duration }) => Date.parse(time) + duration);
    expect((marks[n] ?? 0) - slowFor).toBeLessThan(ended);
  }
});

test('an endpoint that has been slow holds no place of the fast lane until it has answered quickly', async () => {
  const webhook = await endpoint(own.newId(), { slowUntil: Date.now() - 24 * 60 * 60_000 });
  const [one, another] = [await messagesOf([webhook]), await messagesOf([webhook])];
  await own.fast(batch(one));
  expect([held.length, sent]).toEqual([0, ['SLOW_DELIVERIES']]);

  const answering = own.slow(batch(one));
  await until(
    async () => held.length,
    (length) => length === 1,
  );
  held[0]?.writeHead(204).end();
  await answering;
  expect(await slowUntil(webhook)).toBeUndefined();
  const posting = own.fast(batch(another));
  await until(
    async () => held.length,
    (length) => length === 2,
  );
  held[1]?.writeHead(204).end();
  await posting;
  expect(sent).toHaveLength(1);
});

test.each([
  ['a quick refusal', 0, 500],
  ['a late success', 700, 204],
])('%s keeps an endpoint in the slow lane', async (_, wait, status) => {
  const webhook = await endpoint(own.newId(), { slowUntil: Date.now() - 1 });
  const answering = own.slow(batch(await messagesOf([webhook])));
  await until(
    async () => held.length,
    (length) => length === 1,
  );
  setTimeout(() => held[0]?.writeHead(status).end(), wait);
  await answering;
  expect(await slowUntil(webhook)).toBeDefined();
});

test('a held delivery does not delay the other messages of its batch', async () => {
  const quick = createServer((_, response) => response.writeHead(204).end());
  await once(quick.listen(0, '127.0.0.1'), 'listening');
  const slow = await endpoint(own.newId());
  const other = await endpoint(own.newId());
  const { port } = quick.address() as AddressInfo;
  await own.transact([
    {
      item: own.put({
        ...own.webhookKey(other.merchantId, other.id),
        ...other,
        url: `http://127.0.0.1:${port}/`,
      }),
    },
  ]);
  const others = await messagesOf([other]);
  const delivering = own.fast(batch([...(await messagesOf([slow])), ...others]));
  const eventId = others[0]?.eventId ?? '';
  await until(
    async () => (await own.getDelivery(other.id, eventId))?.status,
    (status) => status === 'succeeded',
  );
  expect(held.map(({ writableEnded }) => writableEnded)).toEqual([false]);
  held[0]?.writeHead(204).end();
  await delivering;
  quick.close();
});
