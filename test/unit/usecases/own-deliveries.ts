import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SQSEvent } from 'aws-lambda';
import type { Event, EventType } from '../../../functions/core/domain/webhooks/event.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import type { DeliveryMessage } from '../../../functions/core/usecases/webhooks/publish-event.ts';
import { awsService } from '../aws-service.ts';
import { onOwnTable } from '../own-table.ts';

/** A message that was sent to a queue. */
interface Sent extends DeliveryMessage {
  queue: string;
  group: string;
  delay: number;
}

/** Provides endpoints, events and the handlers of both lanes, in this process. */
export function withDeliveries() {
  const sent: Sent[] = [];
  const queues = { areDown: false };
  const sqs = awsService(({ QueueUrl, Entries }) => {
    if (queues.areDown) return [400, { __type: 'InternalError' }];
    const queue = QueueUrl.replace(/.*\//, '');
    for (const { MessageBody, MessageGroupId: group, DelaySeconds: delay = 0 } of Entries)
      sent.push({ ...JSON.parse(MessageBody), queue, group, delay });
    return [200, {}];
  });

  const own = onOwnTable(async () => {
    process.env.AWS_ENDPOINT_URL_SQS = await sqs.listen();
    for (const name of ['DELIVERIES', 'SLOW_DELIVERIES'])
      process.env[`${name}_URL`] = `https://sqs.example/1/${name}`;
    Object.assign(process.env, {
      SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
      UNVOUCHED_MERCHANT_POSTS: '10',
      UNVOUCHED_POSTS: '160',
      WEBHOOK_REACH: 'any',
    });
    return {
      ...(await import('../../../functions/core/domain/id.ts')),
      ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
      ...(await import('../../../functions/core/store/webhooks/events.ts')),
      ...(await import('../../../functions/core/store/webhooks/stranded-deliveries.ts')),
      ...(await import('../../../functions/core/store/table/keys.ts')),
      ...(await import('../../../functions/core/store/table/transact.ts')),
      ...(await import('../../../functions/core/store/webhooks/webhooks.ts')),
      ...(await import('../../../functions/core/vault/seal.ts')),
      fast: (await import('../../../functions/jobs/deliver-events.ts')).handler,
      slow: (await import('../../../functions/jobs/deliver-slowly.ts')).handler,
    };
  });

  /** The posts that the merchant's server holds: it answers none of them until a test does. */
  const held: ServerResponse[] = [];
  const hold: RequestListener = (_, response) => held.push(response);
  const merchant = { answer: hold };
  const server = createServer((request, response) => merchant.answer(request, response));
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    sent.length = 0;
    held.length = 0;
    merchant.answer = hold;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  async function endpoint(over: Partial<StoredWebhook> = {}): Promise<StoredWebhook> {
    const webhook: StoredWebhook = {
      ...{ id: own.newId(), merchantId: own.newId(), test: false, appId: own.newId(), secrets: [] },
      ...{ url: url(), ...over },
    };
    await own.transact([
      { item: own.put({ ...own.webhookKey(webhook.merchantId, webhook.id), ...webhook }) },
    ]);
    return webhook;
  }

  /** Stores an event for endpoints of a merchant. @returns the message of each of its deliveries */
  async function messagesOf(
    webhooks: readonly StoredWebhook[],
    type: EventType = 'merchant.updated',
  ): Promise<DeliveryMessage[]> {
    const [id, merchantId] = [own.newId(), webhooks[0]?.merchantId ?? ''];
    await own.storeEvent({ id, merchantId, type, data: {} } as Event, webhooks);
    return webhooks.map((webhook) => ({
      merchantId,
      webhookId: webhook.id,
      eventId: id,
      turn: 0,
      attempts: 0,
    }));
  }

  /** Makes a batch of messages. @param id the id that each message has */
  const batch = (messages: readonly DeliveryMessage[], id = own.newId()) =>
    ({ Records: messages.map((message) => ({ messageId: id, body: JSON.stringify(message) })) }) as SQSEvent;

  const deliveryOf = async ({ webhookId, eventId }: DeliveryMessage) => own.getDelivery(webhookId, eventId);

  return { own, sent, queues, held, merchant, endpoint, messagesOf, batch, deliveryOf };
}
