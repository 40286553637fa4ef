import type { DeliveryMessage } from '../../../functions/core/usecases/webhooks/publish-event.ts';
import { withDeliveries } from './own-deliveries.ts';

const { own, sent, held, merchant, endpoint, messagesOf, batch, deliveryOf } = withDeliveries();

const answering = (status: number) => {
  merchant.answer = (_, response) => {
    held.push(response);
    response.writeHead(status).end();
  };
};

const messageTo = async (...given: Parameters<typeof endpoint>): Promise<DeliveryMessage> => {
  const [message] = await messagesOf([await endpoint(...given)]);
  if (!message) throw new Error('No message');
  return message;
};

const statusOf = async (message: DeliveryMessage) => (await deliveryOf(message))?.status;

test.each([
  [200, 'succeeded'],
  [299, 'succeeded'],
  [300, 'pending'],
  [404, 'pending'],
  [409, 'pending'],
  [411, 'pending'],
  [500, 'pending'],
])('after an answer with status %i a delivery has %s', async (status, expected) => {
  answering(status);
  const message = await messageTo();
  await own.fast(batch([message]));
  expect([await statusOf(message), held.length]).toEqual([expected, 1]);
  const next = { queue: 'SLOW_DELIVERIES', turn: 1, attempts: 1 };
  expect(sent).toEqual(expected === 'pending' ? [expect.objectContaining(next)] : []);
});

test('after an answer with status 410 a delivery has failed, and its endpoint is gone', async () => {
  answering(410);
  const message = await messageTo();
  await own.fast(batch([message]));
  expect([await statusOf(message), sent]).toEqual(['failed', []]);
  expect(await own.getWebhook(message.merchantId, message.webhookId)).toBeUndefined();
});

test('an attempt beyond the retry schedule is the last one', async () => {
  answering(500);
  const [last, over] = [await messageTo(), await messageTo()];
  await own.slow(
    batch([
      { ...last, attempts: 13 },
      { ...over, attempts: 14 },
    ]),
  );
  expect([await statusOf(last), await statusOf(over)]).toEqual(['pending', 'failed']);
  expect(sent).toMatchObject([{ eventId: last.eventId, attempts: 14 }]);
});

test('a message with an older or a later turn, or for a finished delivery, posts nothing', async () => {
  answering(500);
  const message = await messageTo();
  await own.fast(batch([{ ...message, turn: 1 }]));
  expect([held.length, sent]).toEqual([0, []]);
  await own.fast(batch([message]));
  await own.fast(batch([message]));
  expect([held.length, sent.length]).toEqual([1, 1]);
  answering(204);
  await own.slow(batch([{ ...message, turn: 1, attempts: 1 }]));
  await own.slow(batch([{ ...message, turn: 2, attempts: 1 }]));
  expect([held.length, sent.length, await statusOf(message)]).toEqual([2, 1, 'succeeded']);
});

test('of two runs of a message at once, one counts and sends the message for the next attempt', async () => {
  answering(500);
  const message = await messageTo();
  await Promise.all([own.fast(batch([message], 'a')), own.fast(batch([message], 'b'))]);
  const delivery = await deliveryOf(message);
  expect([delivery?.turn, delivery?.attempts.length, sent.length]).toEqual([1, 1, 1]);
});

test('of two runs of a message that have read the same delivery, one counts, even as SQS gives both the same id', async () => {
  const message = await messageTo();
  const delivery = await deliveryOf(message);
  if (!delivery) throw new Error('No delivery');
  const record = () => own.recordAttempt(delivery, 'message', { status: 'pending' });
  expect([await record(), await record()]).toEqual([true, false]);
});

test.each([
  ['failed', 'fast', 0, [{ status: 500, duration: 1 }], 1],
  ['timed out in the fast lane', 'fast', 0, [{ error: 'TIMEOUT', duration: 3000 }], 0],
  ['timed out in the slow lane', 'slow', 1, [{ error: 'TIMEOUT', duration: 10_000 }], 1],
] as const)(
  'a message whose first run %s and then died continues, without another post',
  async (_, lane, turn, attempts, counted) => {
    const message = { ...(await messageTo()), turn };
    const delivery = await deliveryOf(message);
    if (!delivery) throw new Error('No delivery');
    const next = new Date(Date.now() + 60_000).toISOString();
    const [made] = attempts;
    const attempt = { time: new Date(0).toISOString(), ...made };
    await own.recordAttempt({ ...delivery, turn: 0 }, 'first', { status: 'pending', next, attempt });
    if (turn === 1)
      await own.recordAttempt({ ...delivery, turn }, 'first', { status: 'pending', next, attempt });
    await own[lane](batch([message], 'first'));
    const due = Date.parse(next);
    expect(sent).toMatchObject([{ queue: 'SLOW_DELIVERIES', turn: turn + 1, attempts: counted, due }]);
    expect(held).toEqual([]);
    // The message of another run has no effect.
    await own[lane](batch([message], 'other'));
    expect(sent).toHaveLength(1);
  },
);

test('a timeout counts in the slow lane alone, as the fast lane waits only briefly', async () => {
  const patience = AbortSignal.timeout;
  const waits = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => patience.call(AbortSignal, 50));
  try {
    const message = await messageTo();
    await own.fast(batch([message]));
    await own.slow(batch([{ ...message, turn: 1 }]));
    expect(waits.mock.calls).toEqual(expect.arrayContaining([[3000], [10_000]]));
  } finally {
    waits.mockRestore();
  }
  expect(sent).toMatchObject([
    { queue: 'SLOW_DELIVERIES', turn: 1, attempts: 0, delay: 0 },
    { queue: 'SLOW_DELIVERIES', turn: 2, attempts: 1 },
  ]);
  expect(sent[1]?.delay).toBeGreaterThan(0);
});

test('a message that is not due goes back to its queue, for at most fifteen minutes', async () => {
  const message = await messageTo();
  const due = Date.now() + 60_000;
  await own.fast(batch([{ ...message, due }]));
  await own.slow(batch([{ ...message, due: due + 60 * 60_000 }]));
  expect(sent.map(({ queue, turn }) => [queue, turn])).toEqual([
    ['DELIVERIES', 0],
    ['SLOW_DELIVERIES', 0],
  ]);
  const [soon, late] = sent.map(({ delay }) => delay);
  expect(soon).toBeGreaterThan(30);
  expect(soon).toBeLessThanOrEqual(60);
  expect(late).toBe(900);
  expect(held).toEqual([]);
});

test('a delivery of a disabled endpoint, or whose event has expired, fails without a post', async () => {
  const disabled = { at: '2026-11-24T00:00:00.000Z', by: 'merchant' } as const;
  const off = await messageTo({ disabled });
  const gone = await messageTo();
  const { pk, sk } = own.eventKey(gone.merchantId, gone.eventId);
  await own.transact([{ item: own.discard({ pk, sk }) }]);
  await own.fast(batch([off, gone]));
  expect([await statusOf(off), await statusOf(gone), held, sent]).toEqual(['failed', 'failed', [], []]);
});

test('an endpoint that has not answered its challenge gets only the challenge', async () => {
  const message = await messageTo({ challenge: 'secret' });
  await own.fast(batch([message]));
  expect((await deliveryOf(message))?.attempts).toMatchObject([{ error: 'NOT_VERIFIED' }]);
  // The event stays on the usual schedule, which is longer than that of challenges.
  await own.slow(batch([{ ...message, turn: 1, attempts: 3 }]));
  expect([await statusOf(message), held, sent.map(({ attempts }) => attempts)]).toEqual([
    'pending',
    [],
    [1, 4],
  ]);
});
