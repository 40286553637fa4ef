import type { Delivery } from '../../../functions/core/store/webhooks/delivery-item.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { withEvents } from './own-events.ts';
import { recordOf } from './record-of.ts';

const { own, requests, queues, endpoint, payoutRecord, publish } = withEvents();

const idsOf = (all: typeof requests) => all.flat().map(({ eventId }) => eventId);

test('a batch of events takes one read, two writes an event, and few requests to SQS', async () => {
  const webhook = await endpoint();
  const records = Array.from({ length: 30 }, () => payoutRecord(webhook));
  expect(await publish(records)).toEqual({ batchItemFailures: [] });

  const calls = own.proxy.calls.map(({ operation }) => operation).sort();
  expect(calls).toEqual([...Array(60).fill('PutItem'), 'Query']);
  // One unit is for the event, one for its delivery, and one for the delivery in the list of pending deliveries.
  expect(own.proxy.units()).toMatchObject({ write: 3 * 30 });
  // On a busy machine, a record may take so long that other messages do not wait for its message.
  expect(requests.length).toBeLessThanOrEqual(8);
  expect(new Set(idsOf(requests)).size).toBe(30);
});

test('a record that comes twice has its messages sent twice, and its delivery stored once', async () => {
  const webhook = await endpoint();
  const record = payoutRecord(webhook);
  await publish([record]);
  const delivery = async () => (await own.getDelivery(webhook.id, idsOf(requests)[0] ?? '')) as Delivery;
  expect(await delivery()).toMatchObject({ status: 'pending', turn: 0 });
  await own.recordAttempt(await delivery(), 'one', { status: 'succeeded' });
  await publish([record]);
  const [first, second] = idsOf(requests);
  expect(second).toBe(first);
  expect(await delivery()).toMatchObject({ status: 'succeeded', turn: 1 });
});

test('a lost response to the write of an attempt does not lose the next attempt', async () => {
  const webhook = await endpoint({ url: 'http://127.0.0.1:9/' });
  await publish([payoutRecord(webhook)]);
  const [message] = requests.flat();
  requests.length = 0;
  let lost = false;
  own.proxy.afterAnswer = (operation) => {
    if (operation !== 'UpdateItem' || lost) return;
    lost = true;
    throw new Error('The answer is lost');
  };
  const Records = [{ messageId: 'one', body: JSON.stringify(message) }];
  await own.deliverEvents({ Records } as Parameters<typeof own.deliverEvents>[0]);
  own.proxy.afterAnswer = undefined;
  expect([lost, requests.flat()]).toMatchObject([true, [{ turn: 1, attempts: 1 }]]);
});

test.each([
  ['an event', 'event#'],
  ['a delivery', 'deliveries#'],
])(
  'a message is sent only after the write of %s, and a record whose write fails is repeated',
  async (_, kind) => {
    const record = payoutRecord(await endpoint());
    own.proxy.instead = (__, body) =>
      body.includes(`"${kind}`) ? failure('ValidationException') : undefined;
    expect(await publish([record])).toEqual({ batchItemFailures: [] });
    own.proxy.instead = undefined;
    expect([queues, requests.flat()]).toMatchObject([['RETRIES'], [{ eventID: record.eventID }]]);
  },
);

test.each<[string, Partial<StoredWebhook>, string]>([
  ['answers quickly', {}, 'DELIVERIES'],
  ['is slow', { slowUntil: 1 }, 'SLOW_DELIVERIES'],
  ['fails', { failingSince: 1 }, 'SLOW_DELIVERIES'],
])('an event for an endpoint that %s goes to its queue', async (_, over, queue) => {
  const webhook = await endpoint(over);
  await publish([payoutRecord(webhook)]);
  const [message] = requests.flat();
  expect([queues, message]).toMatchObject([[queue], { webhookId: webhook.id, turn: 0, attempts: 0 }]);
  const delivery = await own.getDelivery(webhook.id, message?.eventId ?? '');
  expect(delivery).toMatchObject({ status: 'pending', type: 'payout.created', listPk: expect.any(String) });
});

test('an event for an endpoint without a URL is stored without a message, and never counts as lost', async () => {
  const webhook = await endpoint({ url: undefined });
  await publish([payoutRecord(webhook)]);
  const { merchantId, id: webhookId } = webhook;
  const all = [];
  for await (const each of own.listDeliveries({ merchantId, webhookId }, { limit: 9 })) all.push(each);
  expect([all, requests]).toMatchObject([[{ status: 'pending', attempts: [] }], []]);
  expect(all[0]).not.toHaveProperty('listPk');
});

test('a change has no event for endpoints that are newer, disabled or wait for other types', async () => {
  const newer = await endpoint();
  const hourAgo = Date.now() - 60 * 60_000;
  const disabled = await endpoint({ disabled: { at: '2026-11-24T00:00:00.000Z', by: 'failures' } });
  const others = await endpoint({ events: ['dispute.opened'] });
  await publish([payoutRecord(newer, hourAgo), payoutRecord(disabled), payoutRecord(others)]);
  expect(requests).toEqual([]);
  expect(own.proxy.calls.map(({ operation }) => operation)).not.toContain('PutItem');
});

test('the event of a payment has its place in the payment’s order, and the path of a payment that is too large', async () => {
  const { merchantId } = await endpoint();
  const merchant = { ...someMerchant(), id: merchantId };
  const bodyOf = async (custom: string) => {
    const payment = somePayment(merchant);
    await own.createTransaction(payment, { custom }, { merchant: {}, alongside: [] });
    requests.length = 0;
    await publish([recordOf(await own.get(own.transactionKey(payment.id)))]);
    const [eventId = ''] = idsOf(requests);
    return { id: payment.id, body: JSON.parse((await own.eventBody(merchantId, eventId)) ?? '{}') };
  };
  const small = await bodyOf('x');
  expect(small.body).toMatchObject({
    ...{ type: 'transaction.created', merchantId, test: true, sequence: 0, version: 1 },
    data: { transaction: { id: small.id, custom: 'x' } },
  });
  const { id, body } = await bodyOf('x'.repeat(20_000));
  expect(body.data).toEqual({ transaction: { id, href: `/transactions/${id}` } });
});

test('each new payment of real money is counted once, for the alarms; a declined one or one of a test merchant is not', async () => {
  const logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const payment = (over: object) => ({
    ...own.transactionKey(own.newId()),
    ...{
      merchantId: own.newId(),
      test: false,
      entries: 0,
      trailSize: 0,
      card: { bin: '400000', last4: '0000' },
    },
    ...over,
  });
  const live = payment({});
  const records = [
    recordOf(live),
    recordOf({ ...live, endsSoon: true }, live),
    recordOf(payment({ test: true })),
    recordOf(payment({ error: 7 })),
  ];
  expect(await publish(records)).toEqual({ batchItemFailures: [] });
  expect(logged.mock.calls.join('').match(/"LivePayments":1/g)).toHaveLength(1);
  logged.mockRestore();
});

describe('a request to send a delivery again', () => {
  const asked = async (over: Partial<StoredWebhook> = {}) => {
    const webhook = await endpoint(over);
    await publish([payoutRecord(webhook)]);
    const [{ eventId = '' } = {}] = requests.flat();
    requests.length = 0;
    queues.length = 0;
    const { merchantId, id: webhookId } = webhook;
    const wish = { ...own.askedKey(webhookId, own.newId()), id: own.newId(), merchantId, webhookId, eventId };
    const delivery = await own.getDelivery(webhookId, eventId);
    if (!delivery) throw new Error('No delivery');
    return { wish, delivery };
  };

  test.each<[Partial<StoredWebhook>, string]>([
    [{}, 'DELIVERIES'],
    [{ failingSince: 1 }, 'SLOW_DELIVERIES'],
  ])(
    'a request to resend a delivery of an endpoint with %o sends its message with the present turn to its queue',
    async (over, queue) => {
      const { wish, delivery } = await asked(over);
      await own.restartIfUnchanged(delivery, {});
      await publish([recordOf(wish)]);
      const message = { eventId: wish.eventId, turn: 1, attempts: 0 };
      expect([queues, requests.flat()]).toMatchObject([[queue], [message]]);
    },
  );

  test('a request to send a delivery again sends nothing if the delivery is done, or the request changes or expires', async () => {
    const { wish, delivery } = await asked();
    await publish([recordOf(undefined, wish), recordOf(wish, wish)]);
    await own.recordAttempt(delivery, 'one', { status: 'succeeded' });
    await publish([recordOf(wish), recordOf({ ...wish, webhookId: own.newId() })]);
    expect(requests).toEqual([]);
  });
});

test('a resend has a message when it opens or opens again, and none when it continues or ends', async () => {
  const { merchantId, id: webhookId } = await endpoint();
  const resend = (id: string) => ({ ...own.resendKey(webhookId), id, merchantId, webhookId });
  const [one, other] = [resend(own.newId()), resend(own.newId())];
  await publish([recordOf(one)]);
  await publish([recordOf(other, one)]);
  await publish([recordOf({ ...other, from: own.newId() }, other), recordOf(undefined, other)]);
  expect([queues, requests.flat()]).toMatchObject([
    ['RESENDS', 'RESENDS'],
    [{ merchantId, webhookId, resendId: one.id }, { resendId: other.id }],
  ]);
  // An earlier release stored each request of a merchant in place of a resend. The job turns it into a resend.
  const since = own.newId();
  await publish([recordOf({ ...own.askedKey(webhookId, since), id: since, merchantId, webhookId, since })]);
  expect(await own.getResend(webhookId)).toMatchObject({ merchantId, since, from: since });
});
