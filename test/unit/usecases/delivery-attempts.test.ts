import { givenUpAfter } from '../../../functions/core/domain/webhooks/endpoint-health.ts';
import type { EventType } from '../../../functions/core/domain/webhooks/event.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';
import type { DeliveryMessage } from '../../../functions/core/usecases/webhooks/publish-event.ts';
import { signedHeaders } from '../../../functions/core/webhooks/signature.ts';
import { failure } from '../../api/support/answer.ts';
import type { Received } from '../../api/support/receiver.ts';
import { withDeliveries } from './own-deliveries.ts';

const { own, sent, queues, held, merchant, endpoint, messagesOf, batch, deliveryOf } = withDeliveries();

const answering = (status: number) => {
  merchant.answer = (_, response) => {
    held.push(response);
    response.writeHead(status).end();
  };
};

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const messageTo = async (...given: Parameters<typeof endpoint>): Promise<DeliveryMessage> =>
  anotherTo(await endpoint(...given));

async function anotherTo(...[webhook, type]: [StoredWebhook, EventType?]): Promise<DeliveryMessage> {
  const [message] = await messagesOf([webhook], type);
  if (!message) throw new Error('No message');
  return message;
}

const webhookNow = ({ merchantId, id }: StoredWebhook) => own.getWebhook(merchantId, id);

const statusOf = async (message: DeliveryMessage) => (await deliveryOf(message))?.status;

test.each([
  [200, 'succeeded'],
  [299, 'succeeded'],
  [300, 'pending'],
  [404, 'pending'],
  [409, 'pending'],
  [411, 'pending'],
  [500, 'pending'],
])('after a response with status %i a delivery has %s', async (status, expected) => {
  answering(status);
  const message = await messageTo();
  await own.fast(batch([message]));
  expect([await statusOf(message), held.length]).toEqual([expected, 1]);
  const next = { queue: 'SLOW_DELIVERIES', turn: 1, attempts: 1 };
  expect(sent).toEqual(expected === 'pending' ? [expect.objectContaining(next)] : []);
});

test('after a response with status 410 a delivery has failed, and its endpoint is removed', async () => {
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

test('each attempt has the id of its event, its own time, and the signatures of its endpoint alone', async () => {
  const posts: Received[] = [];
  merchant.answer = async (request, response) => {
    const { headers } = request;
    const text = await readAll(request);
    posts.push({ headers: headers as Record<string, string>, text, event: JSON.parse(text) });
    response.writeHead(500).end();
  };
  const sealed = async (id: string, secret: string) => ({
    id,
    sealed: await own.sealAtRest(`webhook ${id}`, secret),
  });
  const secrets = ['one', 'two', 'three'].map((name) => `whsec_${Buffer.from(name).toString('base64')}`);
  const [one = '', two = '', three = ''] = secrets;
  const webhook = await endpoint({ secrets: [await sealed('1', one), await sealed('2', two)] });
  const other = await endpoint({ merchantId: webhook.merchantId, secrets: [await sealed('3', three)] });
  const [message, toOther] = await messagesOf([webhook, other]);
  if (!message || !toOther) throw new Error('No message');
  const begun = Math.floor(Date.now() / 1000);
  await own.fast(batch([message]));
  await own.fast(batch([toOther]));
  const later = Date.now() + 3 * 24 * 60 * 60_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  await own.slow(batch([{ ...message, turn: 1, attempts: 1 }]));
  clock.mockRestore();

  const signers = ({ headers, text }: Received) =>
    (headers['webhook-signature'] ?? '').split(' ').map((signature) =>
      secrets.findIndex((secret) => {
        const { 'webhook-signature': signed } = signedHeaders(
          message.eventId,
          text,
          [secret],
          Number(headers['webhook-timestamp']) * 1000,
        );
        return signed === signature;
      }),
    );
  expect(posts.map((post) => [post.headers['webhook-id'], signers(post)])).toEqual([
    [message.eventId, [0, 1]],
    [message.eventId, [2]],
    [message.eventId, [0, 1]],
  ]);
  expect(new Set(posts.map(({ text }) => text)).size).toBe(1);
  const times = posts.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times[0]).toBeGreaterThanOrEqual(begun);
  expect(times[0]).toBeLessThan(begun + 60);
  expect(times[2]).toBe(Math.floor(later / 1000));
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

test('two runs of a message at the same time count once and send one message for the next attempt', async () => {
  answering(500);
  const message = await messageTo();
  await Promise.all([own.fast(batch([message], 'a')), own.fast(batch([message], 'b'))]);
  const delivery = await deliveryOf(message);
  expect([delivery?.turn, delivery?.attempts.length, sent.length]).toEqual([1, 1, 1]);
});

test('two runs of a message that have read the same delivery count once, although SQS gives both the same id', async () => {
  const message = await messageTo();
  const delivery = await deliveryOf(message);
  if (!delivery) throw new Error('No delivery');
  const record = () => own.recordAttempt(delivery, 'message', { status: 'pending' });
  expect([await record(), await record()]).toEqual([true, false]);
});

test('a message whose answer was lost does not take the outcome of another message for its own', async () => {
  const delivery = await deliveryOf(await messageTo());
  if (!delivery) throw new Error('No delivery');
  const record = (by: string) => own.recordAttempt(delivery, by, { status: 'pending' });
  own.proxy.instead = async () => {
    own.proxy.instead = undefined;
    expect(await record('other')).toBe(true);
    return failure('InternalServerError', {}, 500);
  };
  expect(await record('this')).toBe(false);
});

test.each([
  ['failed', 'fast', 0, [{ status: 500, duration: 1 }], 1],
  ['timed out in the fast queue', 'fast', 0, [{ error: 'TIMEOUT', duration: 3000 }], 0],
  ['timed out in the slow queue', 'slow', 1, [{ error: 'TIMEOUT', duration: 10_000 }], 1],
  // A delivery that its merchant repeats begins in the fast queue with a later turn. A delivery to a slow endpoint begins
  // in the slow queue.
  ['timed out in the fast queue, as a repeat,', 'fast', 1, [{ error: 'TIMEOUT', duration: 3000 }], 0],
  [
    'timed out in the slow queue, as the first attempt,',
    'slow',
    0,
    [{ error: 'TIMEOUT', duration: 10_000 }],
    1,
  ],
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

test('a message whose next attempt no queue accepts is repeated, and then sends the message without another post', async () => {
  answering(500);
  const message = await messageTo();
  queues.areDown = true;
  const failed = await own.fast(batch([message], 'same'));
  queues.areDown = false;
  expect([failed.batchItemFailures.length, sent]).toEqual([1, []]);
  expect(await own.fast(batch([message], 'same'))).toEqual({ batchItemFailures: [] });
  expect(sent).toMatchObject([{ queue: 'SLOW_DELIVERIES', turn: 1, attempts: 1 }]);
  expect(held).toHaveLength(1);
});

test('a timeout counts only in the slow queue, as attempts from the fast queue wait only briefly', async () => {
  const patience = AbortSignal.timeout;
  const waits: number[] = [];
  const shortened = jest.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    if (time !== 3000 && time !== 10_000) return patience.call(AbortSignal, time);
    waits.push(time);
    return patience.call(AbortSignal, 50);
  });
  try {
    const message = await messageTo();
    await own.fast(batch([message]));
    expect(waits).toEqual([3000]);
    await own.slow(batch([{ ...message, turn: 1 }]));
    expect(waits).toEqual([3000, 10_000]);
  } finally {
    shortened.mockRestore();
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
  const { merchantId } = message;
  expect(sent.map(({ queue, turn, group }) => [queue, turn, group])).toEqual([
    ['DELIVERIES', 0, merchantId],
    ['SLOW_DELIVERIES', 0, merchantId],
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

describe('the challenge of an endpoint', () => {
  const challenge = 'a-challenge';

  const answeringWith = (status: number, text: string, first = async () => {}) => {
    merchant.answer = async (_, response) => {
      held.push(response);
      await first();
      response.writeHead(status).end(text);
    };
  };

  test.each([
    [200, challenge],
    [299, JSON.stringify({ challenge })],
  ])(
    'the challenge of an endpoint is met by an answer %i with the challenge, after which other events are posted',
    async (status, text) => {
      answeringWith(status, text);
      const webhook = await endpoint({ challenge, challengeError: 'The server answered 500' });
      const asked = await anotherTo(webhook, 'webhook.tested');
      await own.fast(batch([asked]));
      const verified = await webhookNow(webhook);
      expect([await statusOf(asked), verified?.challenge, verified?.challengeError, sent]).toEqual([
        ...['succeeded', undefined, undefined, []],
      ]);
      const other = await anotherTo(webhook);
      await own.slow(batch([other]));
      expect([await statusOf(other), held.length]).toEqual(['succeeded', 2]);
    },
  );

  const isMissing = ' without the value of `data.challenge` as its body';

  test.each([
    [200, 'ok', `answered 200${isMissing}`, 'CHALLENGE_NOT_ANSWERED'],
    [299, '', `answered 299${isMissing}`, 'CHALLENGE_NOT_ANSWERED'],
    [300, challenge, 'answered 300', undefined],
    [404, challenge, 'answered 404', undefined],
    [500, `${challenge} ${challenge}`, 'answered 500', undefined],
  ])(
    'the challenge of an endpoint is not met by an answer %i with "%s", and is repeated three times in all',
    async (status, text, why, error) => {
      answeringWith(status, text);
      const webhook = await endpoint({ challenge });
      const asked = await anotherTo(webhook, 'webhook.tested');
      await own.fast(batch([asked]));
      expect(await webhookNow(webhook)).toMatchObject({ challenge, challengeError: `The server ${why}` });
      // The merchant may see the answer, but not the challenge.
      const answer = text.split(challenge).join('…');
      expect(await deliveryOf(asked)).toMatchObject({ status: 'pending', answer });
      expect((await deliveryOf(asked))?.attempts.map((made) => [made.status, made.error])).toEqual([
        [status, error],
      ]);
      for (const attempts of [1, 2]) await own.slow(batch([{ ...asked, turn: attempts, attempts }]));
      expect([await statusOf(asked), sent.map(({ attempts }) => attempts)]).toEqual(['failed', [1, 2]]);
    },
  );

  test('the challenge of an endpoint is not met by a server that does not answer', async () => {
    merchant.answer = (_, response) => response.destroy();
    const webhook = await endpoint({ challenge });
    await own.fast(batch([await anotherTo(webhook, 'webhook.tested')]));
    const challengeError = 'The server did not answer (ECONNRESET)';
    expect(await webhookNow(webhook)).toMatchObject({ challenge, challengeError });
  });

  test.each([
    [200, 'does not verify'],
    [500, 'does not fail'],
  ])('the challenge of an earlier address, answered %i, %s the later address', async (status) => {
    const webhook = await endpoint({ challenge });
    answeringWith(status, challenge, async () => {
      const { merchantId, id } = webhook;
      await own.transact([
        { item: own.put({ ...own.webhookKey(merchantId, id), ...webhook, challenge: 'new' }) },
      ]);
    });
    await own.fast(batch([await anotherTo(webhook, 'webhook.tested')]));
    const now = await webhookNow(webhook);
    expect([now?.challenge, now?.challengeError]).toEqual(['new', undefined]);
  });
});

test('a delivery beyond the daily limit of posts fails without a post and without harm to its endpoint, and is not repeated', async () => {
  answering(204);
  const webhook = await endpoint({ test: true });
  for (let n = 0; n < 10; n++) await own.slow(batch([await anotherTo(webhook)]));
  const over = await anotherTo(webhook);
  await own.slow(batch([over]));
  expect(await deliveryOf(over)).toMatchObject({ status: 'failed', attempts: [{ error: 'DAILY_LIMIT' }] });
  expect([held.length, sent]).toEqual([10, []]);
  expect(await webhookNow(webhook)).not.toHaveProperty('failingSince');
});

test('two responses with status 410 at the same time remove the endpoint once, and neither message is repeated', async () => {
  answering(410);
  const webhook = await endpoint();
  const messages = [await anotherTo(webhook), await anotherTo(webhook)];
  expect(await own.fast(batch(messages))).toEqual({ batchItemFailures: [] });
  expect([await webhookNow(webhook), held.length]).toEqual([undefined, 2]);
});

test('a response with status 410 does not remove an endpoint that has another URL now', async () => {
  const webhook = await endpoint();
  const { merchantId, id } = webhook;
  const moved = { ...webhook, url: 'https://new.example/' };
  merchant.answer = async (_, response) => {
    await own.transact([{ item: own.put({ ...own.webhookKey(merchantId, id), ...moved }) }]);
    response.writeHead(410).end();
  };
  const message = await anotherTo(webhook);
  expect(await own.slow(batch([message]))).toEqual({ batchItemFailures: [] });
  expect([await statusOf(message), await webhookNow(webhook)]).toMatchObject(['failed', moved]);
});

const ago = Date.now() - givenUpAfter - 60_000;

test.each<[string, { over?: Partial<StoredWebhook>; type?: EventType; status?: number; text?: string }]>([
  ['removes the endpoint', { status: 410 }],
  ['ends its troubles', { over: { failingSince: 1, slowUntil: 1 }, status: 204 }],
  ['begins them', { status: 500 }],
  ['switches it off', { over: { failingSince: ago }, status: 500 }],
  ['verifies it', { over: { challenge: 'c' }, type: 'webhook.tested', text: 'c' }],
  ['does not verify it', { over: { challenge: 'c' }, type: 'webhook.tested', text: 'd' }],
  ['is not made', { over: { disabled: { at: '1', by: 'merchant' } } }],
])(
  'a message whose attempt %s is repeated if one of its writes fails',
  async (_, { over, type, status, text }) => {
    merchant.answer = (__, response) => response.writeHead(status ?? 200).end(text);
    /** Makes an attempt, and fails one of its writes, counted from 1. @returns the number of writes, and of failures */
    const attempt = async (failing: number) => {
      const message = await anotherTo(await endpoint(over), type);
      let writes = 0;
      own.proxy.instead = (operation) => {
        if (/Get|Query/.test(operation)) return undefined;
        return ++writes === failing ? failure('ValidationException') : undefined;
      };
      const { batchItemFailures } = await own.slow(batch([message]));
      own.proxy.instead = undefined;
      return { writes, failures: batchItemFailures.length };
    };
    const { writes } = await attempt(0);
    expect(writes).toBeGreaterThan(0);
    for (let n = 1; n <= writes; n++) expect([n, (await attempt(n)).failures]).toEqual([n, 1]);
  },
);

describe('an endpoint', () => {
  test('an endpoint is failing since its first failed attempt, until the next success', async () => {
    answering(500);
    const webhook = await endpoint();
    const first = await anotherTo(webhook);
    await own.fast(batch([first]));
    const { failingSince = 0 } = (await webhookNow(webhook)) ?? {};
    const [attempt] = (await deliveryOf(first))?.attempts ?? [];
    expect(new Date(failingSince).toISOString()).toBe(attempt?.time);
    await own.slow(batch([await anotherTo(webhook)]));
    expect((await webhookNow(webhook))?.failingSince).toBe(failingSince);
    answering(204);
    await own.slow(batch([await anotherTo(webhook)]));
    expect(await webhookNow(webhook)).not.toHaveProperty('failingSince');
  });

  test('an endpoint that another attempt found failing during a failing attempt keeps the time of the other', async () => {
    const webhook = await endpoint();
    const { merchantId, id } = webhook;
    merchant.answer = async (_, response) => {
      const failing = own.put({ ...own.webhookKey(merchantId, id), ...webhook, failingSince: 5 });
      await own.transact([{ item: failing }]);
      response.writeHead(500).end();
    };
    await own.slow(batch([await anotherTo(webhook)]));
    expect(await webhookNow(webhook)).toMatchObject({ failingSince: 5 });
  });

  test('an endpoint that another attempt found slow during a quick response stays slow', async () => {
    const webhook = await endpoint({ slowUntil: 1 });
    const key = own.webhookKey(webhook.merchantId, webhook.id);
    merchant.answer = async (_, response) => {
      await own.transact([{ item: own.put({ ...key, ...webhook, slowUntil: 2 }) }]);
      response.writeHead(204).end();
    };
    await own.slow(batch([await anotherTo(webhook)]));
    expect(await webhookNow(webhook)).toMatchObject({ slowUntil: 2 });
  });

  test.each<[string, number, number, Partial<StoredWebhook>]>([
    ['fails for the first time', 500, 0, {}],
    ['ends its troubles', 204, 0, { failingSince: 1, slowUntil: 1 }],
    ['is slow', 204, 700, {}],
  ])(
    'an endpoint that was deleted during an attempt that %s stays deleted',
    async (_, status, wait, over) => {
      const webhook = await endpoint(over);
      merchant.answer = async (__, response) => {
        await own.transact([{ item: own.discard(own.webhookKey(webhook.merchantId, webhook.id)) }]);
        setTimeout(() => response.writeHead(status).end(), wait);
      };
      await own.slow(batch([await anotherTo(webhook)]));
      expect(await webhookNow(webhook)).toBeUndefined();
    },
  );

  test('an endpoint is switched off by a failure after five days without a success', async () => {
    answering(500);
    const webhook = await endpoint({ failingSince: ago });
    await own.slow(batch([await anotherTo(webhook)]));
    const disabled = { at: expect.any(String), by: 'failures' };
    expect(await webhookNow(webhook)).toMatchObject({ disabled });
  });

  test.each<[string, Partial<StoredWebhook> | undefined]>([
    ['switched on', {}],
    ['switched on, and failing again since,', { failingSince: ago + 1 }],
    ['switched off by its merchant', { failingSince: ago, disabled: { at: '1', by: 'merchant' } }],
    ['deleted', undefined],
  ])('an endpoint that was %s during a failing attempt stays so', async (_, then) => {
    const webhook = await endpoint();
    const key = own.webhookKey(webhook.merchantId, webhook.id);
    await own.transact([{ item: own.put({ ...key, ...webhook, failingSince: ago }) }]);
    merchant.answer = async (__, response) => {
      const item = then ? own.put({ ...key, ...webhook, ...then }) : own.discard(key);
      await own.transact([{ item }]);
      response.writeHead(500).end();
    };
    await own.slow(batch([await anotherTo(webhook)]));
    const now = await webhookNow(webhook);
    expect(now && [now.disabled, now.failingSince]).toEqual(then && [then.disabled, then.failingSince]);
  });
});

test('an attempt stores its time, its response and the next time, and counts as lost only twenty minutes later', async () => {
  let arrived = 0;
  merchant.answer = (_, response) => {
    arrived = Date.now();
    response.writeHead(503).end('Busy');
  };
  const message = await messageTo();
  const before = Date.now();
  await own.slow(batch([{ ...message, attempts: 5 }]));
  const delivery = await deliveryOf(message);
  expect(delivery).toMatchObject({ status: 'pending', turn: 1, tried: 6, answer: 'Busy' });
  const [{ time = '' } = {}] = delivery?.attempts ?? [];
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(time)).toBeLessThanOrEqual(arrived);
  const next = Date.parse(delivery?.next ?? '');
  const hour = 60 * 60_000;
  expect(next - before).toBeGreaterThanOrEqual(0.9 * hour);
  expect(next - Date.now()).toBeLessThanOrEqual(1.1 * hour);
  expect(sent).toMatchObject([{ due: next, delay: 900 }]);
  const isLost = async (at: number) => {
    for await (const round of own.listStranded(at, 100))
      if (round.some((one) => one.kind === 'delivery' && one.delivery.id === message.eventId)) return true;
    return false;
  };
  const grace = 20 * 60_000;
  expect([await isLost(next + grace), await isLost(next + grace + 1)]).toEqual([false, true]);

  merchant.answer = (_, response) => response.writeHead(204).end();
  await own.slow(batch([{ ...message, turn: 1, attempts: 6 }]));
  const done = await deliveryOf(message);
  expect([done?.attempts.length, done?.answer]).toEqual([2, '']);
  for (const field of ['next', 'listPk', 'listSk']) expect(done).not.toHaveProperty(field);
});

test('a delivery keeps its last twenty attempts, and its last response if an attempt has none', async () => {
  const message = await messageTo();
  const delivery = await deliveryOf(message);
  if (!delivery) throw new Error('No delivery');
  const made = (duration: number) => ({ time: new Date(0).toISOString(), duration });
  const attempts = Array.from({ length: 20 }, (_, n) => made(n));
  await own.recordAttempt({ ...delivery, attempts }, 'one', {
    status: 'failed',
    attempt: made(20),
    answer: 'No',
  });
  const [first, ...rest] = [...attempts, made(20)];
  const failed = await deliveryOf(message);
  expect([first, failed?.attempts]).toEqual([made(0), rest]);
  await own.recordAttempt({ ...delivery, turn: 1, attempts: rest }, 'two', { status: 'failed' });
  const now = await deliveryOf(message);
  expect([now?.attempts, now?.answer, now?.by]).toEqual([rest, 'No', 'two']);
});
