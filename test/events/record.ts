/**
 * `npm run events`: one event a function, as the local runner makes it of a real request, into `<function>.json`. What
 * they need to work again (the items of the table, the time) goes into `state.json`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { start } from '../../lib/local/runner.ts';
import { environment } from './environment.ts';
import { answerOf, dump, printState, type State, stateFile } from './state.ts';

const { Parameters } = environment();

const input = {
  name: 'Coffee & John',
  currency: 'EUR',
  test: true,
  email: 'john@example.com',
  website: 'https://example.com',
  descriptor: 'Coffee & John',
  company: { country: 'DK' },
};
interface Recording {
  events: Map<string, unknown>;
  answers: State['answers'];
}

let recording: Recording | undefined;

function startRecording(): Recording {
  recording = { events: new Map(), answers: {} };
  return recording;
}

/** Every function of the runner passes here when it is loaded. */
async function load(url: string): Promise<unknown> {
  const module = await import(url);
  return {
    ...module,
    handler: async (event: unknown, context: { functionName: string }) => {
      const copy = structuredClone(event);
      const result = await module.handler(event, context);
      const answer = answerOf(result);
      const good = answer.status === undefined || answer.status < 300;
      if (recording && good && !recording.events.has(context.functionName)) {
        recording.events.set(context.functionName, copy);
        recording.answers[context.functionName] = answer;
      }
      return result;
    },
  };
}

const running = await start({
  port: 0,
  posPort: 0,
  awsPort: 0,
  memory: true,
  throttle: false,
  sealKey: Parameters.SEAL_KEY,
  helloCredentials: Parameters.HELLO_CREDENTIALS,
  load,
});
try {
  const scene = await prepare();
  const recorded = Date.now();
  const items = await dump(running.dynamodb, 'florin');
  const { events, answers } = startRecording();
  await everyRoute(scene);

  for (const file of readdirSync('test/events')) {
    if (file.endsWith('.json') && file !== 'environment.json') rmSync(`test/events/${file}`);
  }
  // As `npm start` has it.
  const here = (text: string) =>
    text
      .replaceAll(running.baseUrl.slice(7), 'localhost:3000')
      .replaceAll(running.posUrl.slice(7), 'localhost:3001');
  for (const [name, event] of events) {
    // Jobs have no part in HTTP, and what triggers them is theirs alone.
    if (!('Records' in (event as object))) {
      writeFileSync(`test/events/${name}.json`, here(`${JSON.stringify(event, null, 2)}\n`));
    } else delete answers[name];
  }
  const state: State = { recorded, answers, items };
  writeFileSync(stateFile, here(`${printState(state)}\n`));
  execFileSync(process.execPath, [
    'node_modules/@biomejs/biome/bin/biome',
    'format',
    '--write',
    'test/events',
  ]);
  console.log(`${Object.keys(answers).length} events, ${items.length} items`);
} finally {
  await running.stop();
}

interface Sent {
  key?: string;
  json?: unknown;
  headers?: Record<string, string>;
  pos?: boolean;
}

/** A request that must succeed, and its answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(method: string, path: string, { key, json, headers, pos }: Sent = {}): Promise<any> {
  const credentials = path.startsWith('/api/') ? Parameters.HELLO_CREDENTIALS : key && `:${key}`;
  const response = await fetch((pos ? running.posUrl : running.baseUrl) + path, {
    method,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      ...(pos && { 'accept-version': '1' }),
      ...headers,
    },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}

/** What must be there before: a shop in business. */
async function prepare() {
  const { app } = await ask('POST', '/apps', { json: { name: 'My shop' } });
  const guest = (await ask('POST', '/apps', { json: { name: 'Bookkeeping' } })).app;
  const { key } = app;
  const merchant = (await ask('POST', '/merchants', { key, json: input })).merchant;
  const order = await newOrder(merchant.key);
  const { hints } = await ask('POST', '/payments/challenges/tds-frictionless', { pos: true, json: order });
  const { authorizationId } = await ask('POST', '/payments', { pos: true, json: { ...order, hints } });
  const base = `/transactions/${authorizationId}`;
  await ask('POST', `${base}/captures`, { key, json: { amount: 5000 } });
  await ask('POST', `${base}/refunds`, { key, json: { amount: 100 } });
  await ask('POST', `${base}/voids`, { key, json: { amount: 100 } });
  const { card } = await ask('POST', `/merchants/${merchant.id}/cards`, {
    key,
    json: { transactionId: authorizationId },
  });
  await ask('POST', `/merchants/${merchant.id}/users`, { key, json: { email: 'ann@example.com' } });
  await ask('POST', `/merchants/${merchant.id}/apps`, { key, json: { appId: guest.id } });
  for (const name of ['Ann', 'Bob']) await ask('POST', '/api/helloWorld', { json: { name } });
  const transactionId = authorizationId as string;
  await acquirerSays(transactionId);
  const query = `?limit=1&filter[merchantId]=${merchant.id}`;
  const disputes = await until(() => ask('GET', `/disputes${query}`, { key }));
  const frauds = await until(() => ask('GET', `/frauds${query}`, { key }));
  const lines = await ask('GET', `/merchants/${merchant.id}/lines?limit=1`, { key });
  const users = await ask('GET', `/merchants/${merchant.id}/users?limit=1`, { key });
  const ids = {
    dispute: disputes[0]?.id,
    fraud: frauds[0]?.id,
    line: lines[0].id,
    user: users[0].id,
    card: card.id,
  };
  return { app, guest, merchant, transactionId, ids, query };
}

/** Each route once, reading first and deleting last, so that each works on what {@link prepare} left. */
async function everyRoute({
  app,
  guest,
  merchant,
  transactionId,
  ids,
  query,
}: Awaited<ReturnType<typeof prepare>>) {
  const { key } = app;
  const [m, t] = [`/merchants/${merchant.id}`, `/transactions/${transactionId}`];
  await ask('GET', '/me', { key: guest.key }); // not used before: no authorization is cached
  await ask('GET', `/identities/${app.id}/merchants?limit=10`, { key });
  await ask('GET', m, { key });
  await ask('GET', `${m}/users?limit=10`, { key });
  await ask('GET', `${m}/apps?limit=10`, { key });
  await ask('GET', `${m}/lines?limit=10`, { key });
  await ask('GET', `/lines/${ids.line}`, { key });
  await ask('GET', `${m}/transactions?limit=10`, { key });
  await ask('GET', t, { key });
  await ask('GET', `/cards/${ids.card}`, { key });
  await ask('GET', `/disputes${query}`, { key });
  await ask('GET', `/disputes/${ids.dispute}`, { key });
  await ask('GET', `/frauds${query}`, { key });
  await ask('GET', `/frauds/${ids.fraud}`, { key });

  await ask('POST', '/apps', { json: { name: 'Another shop' } });
  await ask('POST', '/merchants', { key, json: input });
  await ask('PUT', m, { key, json: { name: 'Coffee by John' } });
  await ask('POST', `${m}/users`, { key, json: { email: 'bob@example.com' } });
  await ask('POST', `${m}/transactions`, { key, json: { transactionId, currency: 'EUR', amount: 700 } });
  await ask('POST', `${t}/captures`, { key, json: { amount: 1000 } });
  await ask('POST', `${t}/refunds`, { key, json: { amount: 200 } });
  await ask('POST', `${t}/voids`, { key, json: { amount: 300 } });
  await ask('POST', `${m}/cards`, { key, json: { transactionId } });

  const link = `?key=${merchant.key}&currency=EUR&value=49.99&test=1`;
  const page = await ask('GET', `/${link}`, { pos: true, headers: { accept: 'text/html' } });
  const [asset = '/'] = /\/assets\/[\w.-]+/.exec(page) ?? [];
  await ask('GET', asset, { pos: true });
  await ask('GET', '/sdk.js', { pos: true });
  const order = await newOrder(merchant.key);
  const { hints } = await ask('POST', '/payments/challenges/tds-frictionless', { pos: true, json: order });
  await ask('POST', '/payments', { pos: true, json: { ...order, hints } });
  const slow = { ...order, test: {} };
  const [challenge] = (await ask('POST', '/payments', { pos: true, json: slow })).challenges;
  const frame = await ask('POST', challenge.path, { pos: true, json: slow });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(frame.action, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams(frame.fields).toString(),
  });

  await ask('GET', '/api/helloWorld/1');
  await ask('POST', '/api/helloWorld', { json: { name: 'Cid' } });
  await ask('PUT', '/api/helloWorld', { json: { id: 1, name: 'Anna' } });
  await ask('GET', '/api/helloWorld');
  await ask('GET', '/api/about');
  await ask('GET', '/openapi.json');
  const docs = await ask('GET', '/docs', { headers: { accept: 'text/html' } });
  const [script = '/'] = /\/docs\/[\w.-]+/.exec(docs) ?? [];
  await ask('GET', script);

  await ask('DELETE', `${m}/users/${ids.user}`, { key });
  await ask('DELETE', `${m}/apps/${guest.id}`, { key });
  await ask('DELETE', '/api/helloWorld/2');
  await ask('POST', `${m}/apps`, { key, json: { appId: guest.id } });
}

async function newOrder(publicKey: string) {
  const seal = (type: string, value: string) => ask('POST', '/vault', { pos: true, json: { type, value } });
  return {
    integration: { key: publicKey },
    test: { tds: { challenge: false } },
    amount: { currency: 'EUR', exponent: 2, value: 10000 },
    card: {
      number: await seal('pcn', '4100000000000000'),
      code: await seal('pcsc', '123'),
      expiry: { month: 12, year: 2090 },
    },
    hints: [],
  };
}

/** A dispute and a fraud alert, on the acquirer's queue. */
async function acquirerSays(transactionId: string): Promise<void> {
  const sqs = async (action: string, body: object) => {
    const target = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
    const response = await fetch(running.aws, {
      method: 'POST',
      headers: target,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { QueueUrls } = (await sqs('ListQueues', {})) as { QueueUrls: string[] };
  const QueueUrl = QueueUrls.find((url) => url.includes('AcquirerEvents'));
  const reason = { code: 83, title: 'Fraud, card-absent environment' };
  const due = '2090-01-01T00:00:00.000Z';
  for (const event of [
    { type: 'dispute.opened', reference: 'events-1', transactionId, amount: 400, reason, due },
    {
      type: 'fraud.reported',
      reference: 'events-2',
      transactionId,
      reported: new Date().toISOString(),
      reason: 1,
    },
  ])
    await sqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(event) });
}

async function until(read: () => Promise<{ id: string }[]>): Promise<{ id: string }[]> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The acquirer’s events do not arrive');
}
