import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { slowFor } from '../../../functions/core/domain/webhooks/endpoint-health.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { withDeliveries } from './own-deliveries.ts';

const { own, sent, held, endpoint, messagesOf, batch, deliveryOf } = withDeliveries();

const slowUntil = async ({ merchantId, id }: StoredWebhook) =>
  (await own.getWebhook(merchantId, id))?.slowUntil;

test('a merchant whose ten endpoints do not answer holds ten places of the fast queue, and no more', async () => {
  const merchantId = own.newId();
  const webhooks = await Promise.all(Array.from({ length: 10 }, () => endpoint({ merchantId })));
  const messages = await messagesOf(webhooks);
  const first = own.fast(batch(messages));
  const marks = await waitUntil(
    () => Promise.all(webhooks.map(slowUntil)),
    // On a busy machine, the server receives a post after its endpoint has been marked.
    (all) => all.every((mark) => mark !== undefined) && held.length === 10,
  );

  for (let event = 0; event < 5; event++)
    expect(await own.fast(batch(await messagesOf(webhooks)))).toEqual({ batchItemFailures: [] });
  expect([held.length, ...new Set(sent.map(({ queue }) => queue))]).toEqual([10, 'SLOW_DELIVERIES']);
  // On a busy machine the first ten posts may have ended by now, and then are repeated.
  expect(sent.length).toBeGreaterThanOrEqual(50);

  for (const response of held) response.writeHead(204).end();
  await first;
  // The endpoints were marked as slow while the server still held the first posts.
  for (const [n, message] of messages.entries()) {
    const attempts = (await deliveryOf(message))?.attempts ?? [];
    const [ended = 0] = attempts.map(({ time, duration }) => Date.parse(time) + duration);
    expect((marks[n] ?? 0) - slowFor).toBeLessThan(ended);
  }
});

test('an endpoint that has been slow holds no place of the fast queue until it has answered quickly', async () => {
  const webhook = await endpoint({ slowUntil: Date.now() - 24 * 60 * 60_000 });
  const [one, another] = [await messagesOf([webhook]), await messagesOf([webhook])];
  await own.fast(batch(one));
  expect([held.length, sent.map(({ queue }) => queue)]).toEqual([0, ['SLOW_DELIVERIES']]);

  // The response counts as quick, however busy the machine is.
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const answering = own.slow(batch(one));
  await waitUntil(
    async () => held.length,
    (length) => length === 1,
  );
  held[0]?.writeHead(204).end();
  await answering;
  clock.mockRestore();
  expect(await slowUntil(webhook)).toBeUndefined();
  const posting = own.fast(batch(another));
  await waitUntil(
    async () => held.length,
    (length) => length === 2,
  );
  held[1]?.writeHead(204).end();
  await posting;
  expect(sent).toHaveLength(1);
});

test.each([
  ['a quick refusal', 0, 500, 0],
  ['a late success', 700, 204, slowFor],
])('%s keeps an endpoint in the slow queue', async (_, wait, status, longer) => {
  const before = Date.now() - 1;
  const webhook = await endpoint({ slowUntil: before });
  const answering = own.slow(batch(await messagesOf([webhook])));
  await waitUntil(
    async () => held.length,
    (length) => length === 1,
  );
  setTimeout(() => held[0]?.writeHead(status).end(), wait);
  await answering;
  expect(await slowUntil(webhook)).toBeGreaterThanOrEqual(before + longer);
});

test('a held delivery does not delay the other messages of its batch', async () => {
  const quick = createServer((_, response) => response.writeHead(204).end());
  await once(quick.listen(0, '127.0.0.1'), 'listening');
  const slow = await endpoint();
  const other = await endpoint({ url: `http://127.0.0.1:${(quick.address() as AddressInfo).port}/` });
  const others = await messagesOf([other]);
  const delivering = own.fast(batch([...(await messagesOf([slow])), ...others]));
  const eventId = others[0]?.eventId ?? '';
  await waitUntil(
    async () => (await own.getDelivery(other.id, eventId))?.status,
    (status) => status === 'succeeded',
  );
  expect(held.map(({ writableEnded }) => writableEnded)).toEqual([false]);
  held[0]?.writeHead(204).end();
  await delivering;
  quick.close();
});
