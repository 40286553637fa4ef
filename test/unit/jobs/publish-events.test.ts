import { withEvents } from './own-events.ts';

const { own, requests, endpoint, payoutRecord, publish } = withEvents();

const idsOf = (all: typeof requests) => all.flat().map(({ eventId }) => eventId);

test('a batch of events takes one read, two writes an event, and few requests to SQS', async () => {
  const webhook = await endpoint();
  const records = Array.from({ length: 30 }, () => payoutRecord(webhook));
  expect(await publish(records)).toEqual({ batchItemFailures: [] });

  const calls = own.proxy.calls.map(({ operation }) => operation).sort();
  expect(calls).toEqual([...Array(60).fill('PutItem'), 'Query']);
  // A unit for the event, one for its delivery, and one for the delivery in the list of pending ones.
  expect(own.proxy.units()).toMatchObject({ write: 3 * 30 });
  // A busy machine may take so long for a record that messages do not wait for its own.
  expect(requests.length).toBeLessThanOrEqual(8);
  expect(new Set(idsOf(requests)).size).toBe(30);
});

test('a record that comes twice has its messages sent twice, and its delivery stored once', async () => {
  const webhook = await endpoint();
  const record = payoutRecord(webhook);
  await publish([record]);
  await publish([record]);
  const [first, second] = idsOf(requests);
  expect(second).toBe(first);
  expect(await own.getDelivery(webhook.id, first ?? '')).toMatchObject({ status: 'pending', turn: 0 });
});

test('a lost answer to the write of an attempt does not lose the next attempt', async () => {
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
