import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { hello, xml } from '../api/support/hello.ts';
import { basic, type Response } from '../api/support/http.ts';

/**
 * Stands between Florin and its store, and counts the requests of hello-world. It can make the requests fail whose
 * operation matches `fails`. Requests of Florin's background jobs pass.
 */
async function startStore(engine: Engine) {
  const store = { fails: /^$/, calls: [] as string[], endpoint: '', stop: () => server.close() };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isHello = body.includes('helloWorld');
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '');
    if (isHello) store.calls.push(operation);
    if (isHello && store.fails.test(operation)) {
      outgoing.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(
        '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Disk 7 is gone"}',
      );
      return;
    }
    const { method, headers, url } = incoming;
    const forward = httpRequest(engine.endpoint + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forward.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  store.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return store;
}

let engine: Engine;
let store: Awaited<ReturnType<typeof startStore>>;
/** `deployed` runs with the settings of a deployment, `local` with those of a laptop. */
let deployed: Florin;
let local: Florin;

beforeAll(async () => {
  engine = await startEngine();
  store = await startStore(engine);
  const DYNAMODB_ENDPOINT = store.endpoint;
  deployed = await startFlorin([], { DYNAMODB_ENDPOINT, STACK_TRACES: '0' });
  local = await startFlorin([], { DYNAMODB_ENDPOINT });
});

afterAll(async () => {
  await deployed?.stop();
  await local?.stop();
  store?.stop();
  await engine?.stop();
});

beforeEach(() => {
  store.fails = /^$/;
  store.calls = [];
});

const requests: [method: string, path: string, body: unknown][] = [
  ['GET', '/helloWorld/1', undefined],
  ['POST', '/helloWorld', { name: 'Ann' }],
  ['POST', '/helloWorld', { id: 1, name: 'Ann' }],
  ['PUT', '/helloWorld', { id: 1, name: 'Ann' }],
  ['DELETE', '/helloWorld/1', undefined],
  ['GET', '/helloWorld', undefined],
];

const internals = /Disk 7|Internal ?Server|dynamo|amazon|\.m?[jt]s|node_modules|127\.0\.0\.1/i;

/** Headers and body without the headers that the server and the AWS client add. */
const all = ({ headers, text }: Response) => JSON.stringify(headers).replace(/"x-amzn?-[^,]*,/g, '') + text;

describe('a failure of the store returns 500', () => {
  /** The answers to the requests, in their order; the answer in XML; and the answers with a stack trace, in JSON and in XML. */
  let answers: Response[];
  let inXml: Response;
  let traced: Response[];
  const asXml = { headers: { accept: xml } };
  // Florin repeats each request for eight seconds, so all of them are sent at once.
  beforeAll(async () => {
    store.fails = /./;
    const traces = [{}, asXml].map((options) => hello(local).api('GET', '/helloWorld/1', options));
    const asked = requests.map(([method, path, body]) => hello(deployed).api(method, path, { body }));
    inXml = await hello(deployed).api('GET', '/helloWorld', asXml);
    answers = await Promise.all(asked);
    traced = await Promise.all(traces);
  });

  test.each(requests.map(([method, path], n) => [method, path, n] as const))(
    '%s %s, with the request id and nothing about what failed',
    (_method, _path, n) => {
      const answer = answers[n] as Response;
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        code: 'INTERNAL_ERROR',
        message: expect.any(String),
        requestId: answer.headers['x-request-id'],
      });
      expect(all(answer)).not.toMatch(internals);
      expect(deployed.log()).toContain(answer.body.requestId);
      expect(deployed.log()).toContain('Disk 7 is gone');
    },
  );

  test('a creation whose write fails uses one id, and does not try the next', async () => {
    store.fails = /^TransactWriteItems$/;
    const { status } = await hello(deployed).api('POST', '/helloWorld', { body: { name: 'Ann' } });
    const counted = store.calls.filter((operation) => operation === 'UpdateItem');
    expect([status, counted]).toEqual([500, ['UpdateItem']]);
  });

  test('in XML, too', () => {
    const id = inXml.headers['x-request-id'];
    expect([inXml.status, inXml.headers['content-type']]).toEqual([500, 'application/xml; charset=utf-8']);
    expect(inXml.text).toMatch(
      new RegExp(
        `<error><code>INTERNAL_ERROR</code><message>[^<]+</message><requestId>${id}</requestId></error>$`,
      ),
    );
    expect(all(inXml)).not.toMatch(internals);
  });

  test('a response has a stack trace if the stage is configured for it', () => {
    const [{ status, body }, { text }] = traced as [Response, Response];
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(body.stack).toMatch(/Disk 7 is gone\n\s+at /);
    expect(text).toMatch(/<stack>.*Disk 7 is gone\n\s+at .*<\/stack>/s);
  });

  test('hello-world works again when the store does', async () => {
    const { create, api } = hello(deployed);
    const location = await create({ name: 'Ann' });
    expect((await api('GET', location.replace(/^.*\/api/, ''))).status).toBe(200);
  });
});

test('on a laptop, hello-world accepts florin / florin, and Florin prints these credentials at start', async () => {
  expect(local.log()).toMatch(/Hello-world .*florin \/ florin/);
  const headers = { authorization: basic('florin', 'florin') };
  expect((await hello(local).api('GET', '/about', { headers })).status).toBe(200);
});

describe('number of requests to DynamoDB', () => {
  test('creating an item with an assigned id takes two writes; a read, an update and a delete take one request', async () => {
    const { create, api, idIn } = hello(deployed);
    const id = idIn(await create({ name: 'Ann' }));
    const cost = async (act: () => Promise<unknown>) => {
      store.calls = [];
      await act();
      return store.calls;
    };
    expect(await cost(() => create({ name: 'Ann' }))).toEqual(['UpdateItem', 'TransactWriteItems']);
    expect(await cost(() => create({ id: id + 1_000_000, name: 'Ann' }))).toEqual(['TransactWriteItems']);
    expect(await cost(() => api('GET', `/helloWorld/${id}`))).toEqual(['GetItem']);
    expect(await cost(() => api('PUT', '/helloWorld', { body: { id, name: 'Bob' } }))).toEqual([
      'TransactWriteItems',
    ]);
    expect(await cost(() => api('GET', '/helloWorld'))).toEqual(['Query']);
    expect(await cost(() => api('DELETE', `/helloWorld/${id}`))).toEqual(['TransactWriteItems']);
    expect(await cost(() => api('GET', '/about'))).toEqual([]);
  });

  test('hello-world skips a thousand taken ids in a row in about ten attempts', async () => {
    const { create, idIn } = hello(deployed);
    const last = idIn(await create({ name: 'Ann' }));
    for (let n = 0; n < 1000; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => create({ id: last + 1 + n + i, name: 'taken' })),
      );
    store.calls = [];
    expect(idIn(await create({ name: 'Bob' }))).toBeGreaterThan(last + 1000);
    expect(store.calls.length).toBeLessThanOrEqual(2 * 12);
  });
});

test('a list longer than a page of DynamoDB is complete', async () => {
  const { create, api } = hello(deployed);
  const name = '💳'.repeat(255);
  const count = 1200; // of a kilobyte each
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => create({ id: 10_000_000 + n + i, name })));
  store.calls = [];
  const { body } = await api('GET', '/helloWorld');
  expect(store.calls.length).toBeGreaterThan(1);
  expect(body.filter((item: { name: string }) => item.name === name)).toHaveLength(count);
});
