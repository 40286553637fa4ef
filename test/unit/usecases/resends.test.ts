import type { Context } from 'aws-lambda';
import type { Webhook } from '../../../functions/core/domain/webhooks/webhook.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import type { Delivery } from '../../../functions/core/store/webhooks/delivery-item.ts';
import type { Resend } from '../../../functions/core/store/webhooks/resends.ts';
import { awsService } from '../aws-service.ts';
import { onOwnTable } from '../own-table.ts';

interface Message {
  queue: string;
  group: string;
  eventId?: string;
  turn?: number;
  resendId?: string;
}

let messages: Message[];
let isDown = false;
const sqs = awsService(({ QueueUrl, Entries }) => {
  if (isDown) return [400, { __type: 'InternalError' }];
  for (const { MessageBody, MessageGroupId: group } of Entries)
    messages.push({ queue: QueueUrl.replace(/.*\//, ''), group, ...JSON.parse(MessageBody) });
  return [200, {}];
});

const own = onOwnTable(async () => {
  process.env.AWS_ENDPOINT_URL_SQS = await sqs.listen();
  for (const name of ['RESENDS', 'DELIVERIES', 'SLOW_DELIVERIES'])
    process.env[`${name}_URL`] = `https://sqs.example/1/${name}`;
  process.env.WATCHED_JOBS = 'RestartDeliveries';
  return {
    job: (await import('../../../functions/jobs/restart-deliveries.ts')).handler,
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
    ...(await import('../../../functions/core/store/webhooks/events.ts')),
    ...(await import('../../../functions/core/store/webhooks/resends.ts')),
    ...(await import('../../../functions/core/store/webhooks/stranded-deliveries.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/webhooks/resend-deliveries.ts')),
    ...(await import('../../../functions/core/usecases/webhooks/restart-stranded.ts')),
  };
});
beforeEach(() => {
  messages = [];
});

async function endpoint(over: Partial<Webhook> = {}) {
  const ids = { id: own.newId(), merchantId: own.newId() };
  const webhook: Webhook = {
    ...{ ...ids, test: true, appId: own.newId(), secrets: [], url: 'https://shop.example/' },
    ...over,
  };
  await own.transact([{ item: own.put({ ...own.webhookKey(ids.merchantId, ids.id), ...webhook }) }]);
  return { merchantId: ids.merchantId, webhookId: ids.id };
}

type Endpoint = Awaited<ReturnType<typeof endpoint>>;

let second = 1_700_000_000;
const inTable = async (at: Endpoint, many: readonly Partial<Delivery>[]): Promise<Delivery[]> => {
  const deliveries = many.map((over) => {
    const id = own.newId(++second * 1000);
    return {
      ...at,
      id,
      type: 'webhook.tested',
      status: 'failed',
      attempts: [],
      turn: 3,
      ...over,
    } as Delivery;
  });
  for (let n = 0; n < deliveries.length; n += 50)
    await own.transact(
      deliveries.slice(n, n + 50).map((delivery) => ({
        item: own.put({ ...own.deliveryKey(at.webhookId, delivery.id), ...delivery }),
      })),
    );
  return deliveries;
};

const open = async (at: Endpoint, since = own.firstIdAt(0)) => {
  await own.openResend({ ...at, since });
  const resend = await own.getResend(at.webhookId);
  if (!resend) throw new Error('No resend');
  return resend;
};

test('a resend starts failed deliveries page by page, and ends after the last page', async () => {
  const at = await endpoint();
  const deliveries = await inTable(at, Array(102).fill({}));
  const { id: resendId } = await open(at);
  const page = { ...at, resendId };
  await own.resendPage(page);
  expect(
    messages
      .filter(({ queue }) => queue === 'SLOW_DELIVERIES')
      .map(({ eventId }) => eventId)
      .sort(),
  ).toEqual(deliveries.slice(0, 100).map(({ id }) => id));
  expect(messages.filter(({ queue }) => queue === 'RESENDS')).toMatchObject([page]);
  // All messages of a merchant are in one group, and SQS serves the groups in turn.
  expect(new Set(messages.map(({ group }) => group))).toEqual(new Set([at.merchantId]));
  expect(await own.getResend(at.webhookId)).toMatchObject({ from: deliveries[99]?.id });
  messages = [];
  await own.resendPage(page);
  expect(messages.map(({ queue, eventId, turn }) => [queue, eventId, turn])).toEqual(
    deliveries.slice(100).map(({ id }) => ['SLOW_DELIVERIES', id, 4]),
  );
  expect(await own.getResend(at.webhookId)).toBeUndefined();
  // A duplicate message has no effect.
  messages = [];
  await own.resendPage(page);
  expect(messages).toEqual([]);
});

test('a page whose messages no queue takes is repeated, and starts each of its deliveries once', async () => {
  const at = await endpoint();
  const deliveries = await inTable(at, Array(12).fill({}));
  const { id: resendId, from } = await open(at);
  isDown = true;
  await expect(own.resendPage({ ...at, resendId })).rejects.toThrow();
  isDown = false;
  expect(await own.getResend(at.webhookId)).toMatchObject({ id: resendId, from });
  await own.resendPage({ ...at, resendId });
  expect(messages.map(({ eventId, turn }) => [eventId, turn])).toEqual(deliveries.map(({ id }) => [id, 4]));
  expect(await own.getResend(at.webhookId)).toBeUndefined();
});

test('a resend starts failed deliveries, those that wait for an attempt, and pending ones in no queue', async () => {
  const at = await endpoint();
  const resend = await open(at);
  const listPk = 'undelivered#0';
  const pending = { status: 'pending', listPk } as const;
  const next = '2026-11-23T00:00:00.000Z';
  const [failed, unlisted, begun, , , , waiting, again] = await inTable(at, [
    { status: 'failed' },
    { status: 'pending' },
    { ...pending, asked: resend.id },
    { ...pending },
    { ...pending, asked: own.newId() },
    { ...pending, asked: resend.id, next },
    { ...pending, next },
    { ...pending, asked: own.newId(), next },
    { status: 'succeeded' },
  ]);
  await own.resendPage({ ...at, resendId: resend.id });
  expect(messages.map(({ eventId, turn }) => [eventId, turn]).sort()).toEqual([
    [failed?.id, 4],
    [unlisted?.id, 4],
    [begun?.id, 3],
    [waiting?.id, 4],
    [again?.id, 4],
  ]);
});

test('a resend starts no delivery from before its time, and none that is newer than the resend', async () => {
  const at = await endpoint();
  const [, from, later] = await inTable(at, Array(3).fill({}));
  const resend = await open(at, own.firstIdAt(own.idTime(from?.id ?? '')));
  const [newer] = await inTable(at, [{ id: own.newId(own.idTime(resend.id) + 1000) }]);
  await own.resendPage({ ...at, resendId: resend.id });
  expect(messages.map(({ eventId }) => eventId)).toEqual([from?.id, later?.id]);
  expect(await own.getDelivery(at.webhookId, newer?.id ?? '')).toMatchObject({ status: 'failed', turn: 3 });
});

test('a resend ends immediately for an endpoint that is disabled or has no URL', async () => {
  const disabled = { at: '2026-11-23T00:00:00.000Z', by: 'merchant' } as const;
  for (const over of [{ disabled }, { url: undefined }]) {
    const at = await endpoint(over);
    await inTable(at, [{ status: 'failed' }]);
    const { id: resendId } = await open(at);
    await own.resendPage({ ...at, resendId });
    expect(await own.getResend(at.webhookId)).toBeUndefined();
  }
  expect(messages).toEqual([]);
});

test('a request for the same or a later start joins an open resend, unless its next page is overdue', async () => {
  const at = await endpoint();
  const since = (seconds: number) => ({ ...at, since: own.firstIdAt(seconds * 1000) });
  expect(await own.openResend(since(20))).toBe(true);
  expect([await own.openResend(since(20)), await own.openResend(since(21))]).toEqual([false, false]);
  expect(await own.openResend(since(19))).toBe(true);
  const { lease = 0 } = (await own.getResend(at.webhookId)) ?? {};
  const clock = jest.spyOn(Date, 'now');
  try {
    clock.mockReturnValue(lease);
    expect(await own.openResend(since(19))).toBe(false);
    clock.mockReturnValue(lease + 1);
    expect(await own.openResend(since(19))).toBe(true);
  } finally {
    clock.mockRestore();
  }
});

test('a request for deliveries that the open resend has passed starts it again, so that deliveries that have failed since are sent', async () => {
  const at = await endpoint();
  const deliveries = await inTable(at, Array(102).fill({}));
  const first = await open(at);
  await own.resendPage({ ...at, resendId: first.id });
  // The endpoint was disabled for a moment, so that the started deliveries failed again.
  for (const { id } of deliveries.slice(0, 100))
    await own.recordAttempt((await own.getDelivery(at.webhookId, id)) as Delivery, 'm', { status: 'failed' });
  const rest = own.firstIdAt(own.idTime(deliveries[101]?.id ?? ''));
  expect(await own.openResend({ ...at, since: rest })).toBe(false);
  const again = await open(at);
  messages = [];
  await own.resendPage({ ...at, resendId: first.id });
  await own.endResend(first);
  expect([messages, (await own.getResend(at.webhookId))?.id]).toEqual([[], again.id]);
  for (const { id: resendId } of [again, again]) await own.resendPage({ ...at, resendId });
  const started = messages.flatMap(({ eventId }) => eventId ?? []);
  expect(started.sort()).toEqual(deliveries.map(({ id }) => id));
});

test('a request for newer deliveries does not take the place of an open resend that is late', async () => {
  const at = await endpoint();
  const { since, lease } = await open(at);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(lease + 1);
  try {
    expect(await own.openResend({ ...at, since: own.firstIdAt(1000) })).toBe(false);
  } finally {
    clock.mockRestore();
  }
  expect(await own.getResend(at.webhookId)).toMatchObject({ since });
});

test('a merchant has a daily limit of resends for all its endpoints together, and a joined one does not count', async () => {
  const { merchantId } = await endpoint();
  const caller = { kind: 'app' as const, id: own.newId() };
  await own.transact([{ item: own.put({ ...own.membershipKey(merchantId, caller), id: caller.id }) }]);
  const ask = async (webhookId: string) => {
    const asked = own.askResend({ merchantId, webhookId, since: own.firstIdAt(0) }, caller, []);
    return asked.then(() => 'accepted').catch(({ faults: [{ field, message }] }) => `${field} ${message}`);
  };
  const limit = (field: string, most: number) =>
    `${field} Has had ${most} resends today (UTC); ask again tomorrow`;
  const hour = 60 * 60_000;
  const begin = (Math.floor(Date.now() / (24 * hour)) + 2) * 24 * hour;
  const clock = jest.spyOn(Date, 'now');
  for (let round = 0; round < 4; round++) {
    const webhookId = own.newId();
    for (let n = 0; n < 24; n++) {
      clock.mockReturnValue(begin + n * hour);
      expect([await ask(webhookId), await ask(webhookId)]).toEqual(['accepted', 'accepted']);
      await own.endResend((await own.getResend(webhookId)) as Resend);
    }
    expect(await ask(webhookId)).toBe(limit('webhookId', 24));
  }
  const webhooks = Array.from({ length: 5 }, () => own.newId());
  const answers: string[] = [];
  for (const webhookId of webhooks) answers.push(await ask(webhookId));
  expect(answers).toEqual([...Array(4).fill('accepted'), limit('merchantId', 100)]);
  clock.mockReturnValue(begin + 24 * hour);
  expect(await ask(own.newId())).toBe('accepted');
  clock.mockRestore();
});

describe('a stranded delivery or resend', () => {
  const restart = (delivery: Delivery) =>
    own.restartStranded({ kind: 'delivery', delivery: delivery as never });
  const now = async ({ webhookId, id }: Delivery) => own.getDelivery(webhookId, id);

  test('a stranded delivery or resend is restarted by one run only, and an older delivery waits longer for the next restart', async () => {
    const at = await endpoint();
    const old = await inTable(at, [{ status: 'pending', id: own.newId(Date.now() - 3 * 24 * 60 * 60_000) }]);
    const young = await inTable(at, [{ status: 'pending', id: own.newId() }]);
    const [first, other] = [...old, ...young] as [Delivery, Delivery];
    expect([await restart(first), await restart(first), await restart(other)]).toEqual([true, false, true]);
    expect(messages.map(({ queue, eventId, turn }) => [queue, eventId, turn])).toEqual([
      ['DELIVERIES', first.id, 4],
      ['DELIVERIES', other.id, 4],
    ]);
    const waits = async (delivery: Delivery) => {
      const { listSk = '' } = (await now(delivery)) as { listSk?: string };
      return Math.round((Date.parse(listSk.split('#')[0] ?? '') - Date.now()) / 60_000);
    };
    // The wait is at most six hours, plus twenty minutes of grace.
    expect([await waits(first), await waits(other)]).toEqual([380, 20]);
  });

  test('a stranded delivery or resend has the whole retry schedule if a merchant asked for it after all attempts had failed', async () => {
    const at = await endpoint();
    const attempts = Array(15).fill({ time: '2026-11-23T00:00:00.000Z', status: 500, duration: 1 });
    const [one, other] = (await inTable(at, [{ attempts }, { attempts }])) as [Delivery, Delivery];
    await own.restartIfUnchanged(one, { asked: own.newId() });
    const caller = { kind: 'app' as const, id: own.newId() };
    await own.transact([{ item: own.put({ ...own.membershipKey(at.merchantId, caller) }) }]);
    await own.requestRetry(other, caller, []);
    for (const delivery of [one, other]) await restart((await now(delivery)) as Delivery);
    expect(messages).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    await own.recordAttempt((await now(one)) as Delivery, 'm', { status: 'pending', tried: 2 });
    await restart((await now(one)) as Delivery);
    expect(messages).toMatchObject([{}, {}, { attempts: 2 }]);
  });

  test('a stranded delivery or resend fails if the endpoint is disabled, and stays pending if the endpoint has no URL', async () => {
    const off = await endpoint({ disabled: { at: '2026-11-23T00:00:00.000Z', by: 'merchant' } });
    const none = await endpoint({ url: undefined });
    const listed = { status: 'pending', listPk: 'undelivered#0', listSk: 'x' } as Partial<Delivery>;
    const [failing] = await inTable(off, [listed]);
    const [resting] = await inTable(none, [listed]);
    expect([await restart(failing as Delivery), await restart(resting as Delivery)]).toEqual([false, false]);
    expect(messages).toEqual([]);
    expect(await now(failing as Delivery)).toMatchObject({ status: 'failed', turn: 4, by: 'restart' });
    const rests = await now(resting as Delivery);
    expect(rests).toMatchObject({ status: 'pending' });
    expect(rests).not.toHaveProperty('listPk');
  });

  test('a stranded delivery or resend is restarted by the job although others before it in its list fail', async () => {
    const at = await endpoint();
    const waiting = (since: number) => ({
      ...{ status: 'pending', listPk: 'undelivered#0', listSk: `${since}-01-01T00:00:00.000Z#` },
    });
    const spoiled = { ...waiting(2020), merchantId: own.newId(), attempts: null } as unknown as Delivery;
    await inTable(at, Array(5).fill(spoiled));
    const [later] = await inTable(at, [waiting(2021) as Partial<Delivery>]);
    await own.job({}, { getRemainingTimeInMillis: () => 60_000 } as Context);
    expect(messages.map(({ eventId }) => eventId)).toContain(later?.id);
  });

  const spoiledAt = (year: number): Partial<Delivery> => ({
    ...{ status: 'pending', listPk: 'undelivered#0', listSk: `${year}-01-01T00:00:00.000Z#` },
    ...({ merchantId: own.newId(), attempts: null } as object),
  });

  test('a stranded delivery or resend is restarted by the job after rounds that fail, unless three of them follow one another', async () => {
    const [at, other] = [await endpoint(), await endpoint()];
    const waits = (year: number) => ({ ...spoiledAt(year), ...at, attempts: [] });
    await inTable(at, [...Array(10).fill(spoiledAt(2001)), ...Array(4).fill(spoiledAt(2002))]);
    const [first] = await inTable(at, [waits(2003)]);
    await inTable(at, Array(5).fill(spoiledAt(2004)));
    const [second] = await inTable(at, [waits(2005)]);
    const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
    const logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await own.job({}, context);
    const started = messages.map(({ eventId }) => eventId);
    expect(started).toEqual(expect.arrayContaining([first?.id, second?.id]));
    // The queues are down.
    const waiting = await inTable(
      other,
      Array(20).fill({ ...spoiledAt(2000), merchantId: other.merchantId, attempts: [] }),
    );
    isDown = true;
    await own.job({}, context);
    isDown = false;
    const lines = logged.mock.calls.join('');
    logged.mockRestore();
    expect(waiting.filter(({ id }) => lines.includes(`${other.webhookId} ${id}`))).toHaveLength(15);
    expect(lines.split('"JobsFinished":1')).toHaveLength(3);
    // The job logs its metrics even if they are 0, because alarms wait for them.
    expect(lines.split('"job":"RestartDeliveries","JobsFinished":0')).toHaveLength(3);
    expect(lines.split('"LivePayments":0')).toHaveLength(3);
  });

  test('a stranded delivery or resend is queued once if it is a resend, and continues with the delivery that it has reached', async () => {
    const at = await endpoint();
    const { id: resendId, ...opened } = await open(at);
    const [from = ''] = (await inTable(at, [{}])).map(({ id }) => id);
    await own.advanceResend({ id: resendId, ...opened }, from);
    const resend = (await own.getResend(at.webhookId)) as Resend & Item;
    const again = () => own.restartStranded({ kind: 'resend', resend });
    await new Promise((done) => setTimeout(done, 5));
    expect([await again(), await again()]).toEqual([true, false]);
    expect(messages).toMatchObject([{ queue: 'RESENDS', resendId }]);
    expect(await own.getResend(at.webhookId)).toMatchObject({ id: resendId, from });
  });

  test('a stranded delivery or resend is a resend only when the lease after its last page has ended', async () => {
    const at = await endpoint();
    const opened = await open(at);
    await new Promise((done) => setTimeout(done, 5));
    await own.advanceResend(opened, own.newId());
    const { lease = 0 } = (await own.getResend(at.webhookId)) ?? {};
    const isStranded = async (time: number) => {
      for await (const round of own.listStranded(time, 100))
        if (round.some((one) => one.kind === 'resend' && one.resend.webhookId === at.webhookId)) return true;
      return false;
    };
    expect(lease).toBeGreaterThan(opened.lease);
    expect([await isStranded(lease), await isStranded(lease + 1)]).toEqual([false, true]);
  });

  test('a delivery that another run has started again since it was read stays in the list of pending ones', async () => {
    const at = await endpoint({ url: undefined });
    const [read] = (await inTable(at, [{ status: 'pending' }])) as [Delivery];
    await own.restartIfUnchanged(read, {});
    expect(await restart(read)).toBe(false);
    expect(await now(read)).toMatchObject({ status: 'pending', listPk: expect.any(String) });
  });
});
