import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Florin, startFlorin } from '../support/florin.ts';
import { hello } from '../support/hello.ts';

/**
 * Invokes the handlers as Lambda does, with events as API Gateway makes them behind a stage and behind custom domains,
 * because a local Florin has neither. Jest cannot import ES modules, so this script runs in a process of its own.
 */
const script = `
  import { bundle } from './lib/build/bundle.ts';
  import { makeContext, makeEvent } from './lib/local/gateway/event.ts';
  const [build, fronts] = JSON.parse(process.argv[1]);
  const folder = await bundle(['hello/create', 'hello/get'], { build });
  const load = async (entry) => (await import(folder(entry) + '/index.mjs')).handler;
  const [create, get] = [await load('hello/create'), await load('hello/get')];
  const api = { id: 'abc', stage: 'sandbox', stageVariables: null, binaryMediaTypes: [] };

  function invoke(handler, method, { host, prefix }, path, route, id, body = '') {
    const rawHeaders = ['Host', host, 'Content-Type', 'application/json'];
    const request = { method, url: path, rawHeaders, body: Buffer.from(body), sourceIp: '::1', port: 443 };
    const match = { method: { path: route, resourceId: 'x' }, pathParameters: id ? { id } : {} };
    const event = makeEvent(request, api, match, makeContext(request, api, { stagePrefix: prefix }));
    event.headers['X-Forwarded-Proto'] = 'https';
    return handler(event, {});
  }

  const results = [];
  for (const front of fronts) {
    const made = await invoke(create, 'POST', front, '/api/helloWorld', '/api/helloWorld', undefined, '{"name":"Ann"}');
    const { Location } = made.headers;
    const { host, pathname } = new URL(Location);
    // The proxy in front of API Gateway removes its own prefix from the path, and nothing else.
    const found = host === front.host && pathname.startsWith(front.prefix + '/') && pathname.slice(front.prefix.length);
    const read = found && (await invoke(get, 'GET', front, found, '/api/helloWorld/{id}', found.split('/').at(-1)));
    results.push({ status: made.statusCode, Location, read: read && JSON.parse(read.body) });
  }
  process.stdout.write(JSON.stringify(results));
`;

const amazon = 'abc.execute-api.eu-west-1.amazonaws.com';
const fronts = [
  { host: amazon, prefix: '/sandbox', start: `https://${amazon}/sandbox/api/helloWorld/` },
  { host: 'api.example.com', prefix: '', start: 'https://api.example.com/api/helloWorld/' },
  { host: 'example.com', prefix: '/pay/v1', start: 'https://example.com/pay/v1/api/helloWorld/' },
  { host: 'example.com', prefix: '/api', start: 'https://example.com/api/api/helloWorld/' },
];

let florin: Florin;
beforeAll(async () => {
  florin = await startFlorin();
});
afterAll(() => florin?.stop());

test('the Location of a created resource leads to the resource behind a stage and behind custom domains', async () => {
  const build = mkdtempSync(join(tmpdir(), 'florin-location-'));
  try {
    const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...node, JSON.stringify([build, fronts])],
      {
        env: {
          ...process.env,
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
          AWS_REGION: 'eu-west-1',
          DYNAMODB_ENDPOINT: florin.dynamodb,
          LOG_LEVEL: 'error',
          TABLE_NAME: 'florin',
        },
      },
    );
    const results = JSON.parse(stdout);
    expect(results).toHaveLength(fronts.length);
    for (const [n, { start }] of fronts.entries()) {
      const { status, Location, read } = results[n];
      expect([status, Location]).toEqual([201, expect.stringContaining(start)]);
      expect(read).toEqual({ id: Number(Location.slice(start.length)), name: 'Ann' });
    }
  } finally {
    rmSync(build, { recursive: true });
  }
});

test('the Location of a created resource keeps the host name that the client used on this machine', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const { create, api } = hello({ baseUrl: florin.baseUrl.replace('localhost', host) });
    const location = await create({ name: 'Ann' });
    expect(new URL(location).hostname).toBe(host);
    const { body } = await api('GET', location.replace(/^.*\/api/, ''));
    expect(body).toEqual({ id: Number(location.replace(/.*\//, '')), name: 'Ann' });
  }
});
