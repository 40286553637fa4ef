import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import type { DeliveryMessage } from '../../../functions/core/usecases/webhooks/publish-event.ts';
import { awsService } from '../aws-service.ts';
import { onOwnTable } from '../own-table.ts';
import { recordOf } from './record-of.ts';

/** Provides `PublishEvents` in this process, with endpoints and records of the stream. */
export function withEvents() {
  /** The messages of each request to SQS, and the queue of each request. */
  const requests: DeliveryMessage[][] = [];
  const queues: string[] = [];
  const sqs = awsService(({ QueueUrl, Entries }) => {
    requests.push(Entries.map(({ MessageBody }: { MessageBody: string }) => JSON.parse(MessageBody)));
    queues.push(QueueUrl.replace(/.*\//, ''));
    return [200, {}];
  });

  const own = onOwnTable(async () => {
    const names = ['RETRIES', 'DELIVERIES', 'SLOW_DELIVERIES', 'RESENDS', 'ACQUIRER_EVENTS'];
    for (const name of names) process.env[`${name}_URL`] = `https://sqs.example/1/${name}`;
    Object.assign(process.env, {
      ...{ AWS_ENDPOINT_URL_SQS: await sqs.listen(), SEAL_KEY_ID: 'unused', WEBHOOK_REACH: 'any' },
      ...{ MAIL_FROM: 'florin@example.com', UNVOUCHED_MERCHANT_POSTS: '10', UNVOUCHED_POSTS: '10' },
      ...{ UNVOUCHED_TEST_MAILS: '10', UNVOUCHED_LIVE_MAILS: '10', CONSOLE_URL: 'http://console.example' },
    });
    return {
      ...(await import('../../../functions/core/domain/id.ts')),
      ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
      ...(await import('../../../functions/core/store/webhooks/events.ts')),
      ...(await import('../../../functions/core/store/webhooks/resends.ts')),
      ...(await import('../../../functions/core/store/table/keys.ts')),
      ...(await import('../../../functions/core/store/table/transact.ts')),
      ...(await import('../../../functions/core/store/table/read.ts')),
      ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
      ...(await import('../../../functions/core/store/webhooks/webhooks.ts')),
      publishEvents: (await import('../../../functions/jobs/publish-events.ts')).handler,
      deliverEvents: (await import('../../../functions/jobs/deliver-events.ts')).handler,
      deliverSlowly: (await import('../../../functions/jobs/deliver-slowly.ts')).handler,
    };
  });
  beforeEach(() => {
    requests.length = 0;
    queues.length = 0;
    own.proxy.reset();
  });

  async function endpoint(over: Partial<StoredWebhook> = {}): Promise<StoredWebhook> {
    const webhook: StoredWebhook = {
      ...{ id: own.newId(), merchantId: own.newId(), test: false, appId: own.newId(), secrets: [] },
      ...{ url: 'https://shop.example/', ...over },
    };
    await own.transact([
      { item: own.put({ ...own.webhookKey(webhook.merchantId, webhook.id), ...webhook }) },
    ]);
    own.proxy.reset();
    return webhook;
  }

  /** Makes the record of a payout, whose event shows the payout's line. */
  function payoutRecord({ merchantId }: StoredWebhook, time?: number): DynamoDBRecord {
    const id = own.newId();
    const line = { id, merchantId, test: false, kind: 'payout', balance: -500, fee: 0 };
    const item = { ...own.lineKey(id), ...line, amount: { currency: 'EUR', amount: 500 } };
    return recordOf(item, undefined, time);
  }

  const publish = (Records: DynamoDBRecord[]) => own.publishEvents({ Records } as DynamoDBStreamEvent);

  return { own, requests, queues, endpoint, payoutRecord, publish };
}
