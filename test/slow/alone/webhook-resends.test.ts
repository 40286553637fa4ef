import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aws } from '../../api/support/aws.ts';
import { makeClock } from '../../api/support/clock.ts';
import { ownFlorin } from '../../api/support/own-florin.ts';
import { scan } from '../../api/support/stored-items.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../../api/support/webhook-receivers.ts';

const clock = makeClock();
/** Stands between Florin and its queues. It accepts all messages, and loses those to the given queues. */
const loses = { queues: [] as string[], count: 0 };
const sqs = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const answer = (body: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  const { QueueUrl = '', Entries } = JSON.parse(text);
  if (Entries && loses.queues.some((name) => QueueUrl.endsWith(name))) {
    loses.count += Entries.length;
    return answer(JSON.stringify({ Successful: [], Failed: [] }));
  }
  const { host, 'content-length': length, ...headers } = request.headers;
  const forwarded = await fetch(own.florin.aws, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: text,
  });
  return answer(await forwarded.text(), forwarded.status);
});
const env: Record<string, string> = { ...clock.env };

beforeAll(async () => {
  await once(sqs.listen(0, '127.0.0.1'), 'listening');
  env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${(sqs.address() as AddressInfo).port}`;
});

const own = ownFlorin({ env });
const receiver = receivers();

beforeAll(() => {
  own.proxy.ahead = clock.ahead;
});

afterAll(() => {
  sqs.closeAllConnections();
  sqs.close();
});

/** Runs, half an hour later, the job that restarts stranded deliveries. */
async function restart(): Promise<unknown> {
  await clock.moveTo(clock.now() + 30 * 60_000);
  return (await aws(own.florin.aws).invoke('RestartDeliveries')).body;
}

/** Loses messages to these queues while `work` runs, until the given number is lost. */
async function losing(queues: string[], count: number, work: () => Promise<unknown>): Promise<void> {
  Object.assign(loses, { queues, count: 0 });
  try {
    await work();
    await waitUntil(
      async () => loses.count,
      (lost) => lost >= count,
    );
  } finally {
    loses.queues = [];
  }
}

const since = { since: '2020-01-01T00:00:00Z' };

interface Delivery {
  id: string;
  status: string;
  attempts: unknown[];
}

/** An enabled endpoint with the given number of deliveries that failed while it was disabled. */
async function withFailed(count: number) {
  const server = await receiver();
  const here = await merchantWithEndpointIn(own.here)(server.url);
  const { key, path } = here;
  const { api } = own.here;
  await api('PUT', path, { key, body: { enabled: false } });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await here.test());
  const read = async (query: object): Promise<Delivery[]> =>
    (await api('GET', `${path}/deliveries`, { key, query: { limit: 100, ...query } })).body;
  const list = async (): Promise<Delivery[]> => {
    const all = await read({});
    for (let page = all; page.length === 100; all.push(...page))
      page = await read({ before: all.at(-1)?.id });
    return all;
  };
  const all = (status: string) =>
    waitUntil(list, (now) => now.length === count && now.every((one) => one.status === status), 120);
  await all('failed');
  await api('PUT', path, { key, body: { enabled: true } });
  const resend = async () => (await api('POST', `${path}/retries`, { key, body: since })).status;
  return { ...here, server, ids, list, all, resend };
}

/** The delivery time of an event of an unrelated merchant, in milliseconds. */
async function latency(): Promise<number> {
  const server = await receiver();
  const { test } = await merchantWithEndpointIn(own.here)(server.url);
  const started = performance.now();
  await test();
  await server.events(1, 120);
  return Math.round(performance.now() - started);
}

test('another merchant’s event does not wait for a hundred resends', async () => {
  const { resend, all } = await withFailed(100);
  const calm = await latency();
  const asked = await Promise.all(Array.from({ length: 100 }, resend));
  const busy = await latency();
  process.stdout.write(`\nAn event beside 100 resends of 100 deliveries: ${busy} ms, without: ${calm} ms\n`);
  expect(new Set(asked)).toEqual(new Set([202]));
  expect(busy).toBeLessThan(3000);
  await all('succeeded');
});

test('forty concurrent resends of fifteen deliveries send each once, and leave none pending', async () => {
  const { resend, all, server, ids } = await withFailed(15);
  await Promise.all(Array.from({ length: 40 }, resend));
  await all('succeeded');
  const counts = ids.map((id) => server.received.filter(({ event }) => event.id === id).length);
  expect(counts).toEqual(Array(15).fill(1));
});

test('a resend covers more than one page of a hundred, and skips successful deliveries', async () => {
  const { resend, all, server, ids } = await withFailed(101);
  expect(await resend()).toBe(202);
  await all('succeeded');
  const sent = () => server.received.map(({ event }) => event.id).sort();
  expect(sent()).toEqual([...ids].sort());
  // The first resend is complete, so this one is new and finds no failed delivery.
  expect(await resend()).toBe(202);
  const last = await withFailed(1);
  expect(await last.resend()).toBe(202);
  await last.all('succeeded');
  expect(sent()).toEqual([...ids].sort());
});

test('the job restarts a delivery once if its first message was lost', async () => {
  const server = await receiver();
  const { test, attempted } = await merchantWithEndpointIn(own.here)(server.url);
  let id = '';
  await losing(['Deliveries'], 1, async () => {
    id = await test();
  });
  expect(await restart()).toEqual({ restarted: 1 });
  expect((await attempted(id)).status).toBe('succeeded');
  expect(await restart()).toEqual({ restarted: 0 });
  expect(server.received).toHaveLength(1);
});

test('a delivery continues its retry schedule if the message for its next attempt was lost', async () => {
  const server = await receiver((response) => response.writeHead(503).end());
  const { test, attempted, read } = await merchantWithEndpointIn(own.here)(server.url);
  let id = '';
  await losing(['SlowDeliveries'], 1, async () => {
    id = await test();
    await attempted(id);
  });
  server.behave = (response) => response.writeHead(204).end();
  expect(await restart()).toEqual({ restarted: 1 });
  const { attempts } = await waitUntil(
    async () => (await read(id)).delivery,
    ({ status }) => status === 'succeeded',
  );
  expect(attempts.map(({ status }: { status: number }) => status)).toEqual([503, 204]);
});

test('a resend continues after its message or those of its deliveries were lost, and another resend joins it', async () => {
  const { resend, all, server, ids, list } = await withFailed(15);
  await losing(['Resends'], 1, resend);
  expect(await resend()).toBe(202);
  expect((await list()).every(({ status }) => status === 'failed')).toBe(true);
  await losing(['SlowDeliveries'], 15, restart);
  expect((await list()).every(({ status }) => status === 'pending')).toBe(true);
  expect(await restart()).toEqual({ restarted: 15 });
  await all('succeeded');
  expect(server.received.map(({ event }) => event.id).sort()).toEqual([...ids].sort());
});

test('the job does not restart deliveries of a removed endpoint, or one without a server, for ever', async () => {
  const { api } = own.here;
  const server = await receiver();
  const { key, path, test } = await merchantWithEndpointIn(own.here)(server.url);
  await losing(['Deliveries'], 1, test);
  await api('DELETE', path, { key });
  const hooks = path.replace(/\/\w+$/, '');
  const { webhook } = (await api('POST', hooks, { key, body: {} })).body;
  await api('POST', `${hooks}/${webhook.id}/tests`, { key });
  expect(await restart()).toEqual({ restarted: 0 });
  expect(server.received).toHaveLength(0);
});

test('an endpoint has a daily limit of resends', async () => {
  const { resend, key, path } = await withFailed(1);
  const answers: number[] = [];
  for (let n = 0; n < 25; n++) {
    answers.push(await resend());
    const open = async () => JSON.stringify(await scan(own.engine.endpoint)).includes('"sk":{"S":"resend"}');
    await waitUntil(open, (is) => !is);
  }
  expect(answers).toEqual([...Array(24).fill(202), 400]);
  const refused = await own.here.api('POST', `${path}/retries`, { key, body: since });
  expect(refused.body).toEqual([
    { field: 'webhookId', message: 'Has had 24 resends today (UTC); ask again tomorrow' },
  ]);
});
