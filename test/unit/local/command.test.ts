import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { merchantLanguage } from '../../../functions/core/messages/merchant-language.ts';
import { printNote, printRequest } from '../../../lib/local/announce.ts';
import { readFlags } from '../../../lib/local/flags.ts';
import { painter } from '../../../lib/local/paint.ts';
import { makeReadable, readable } from '../../../lib/local/readable.ts';
import { sampleMerchant } from '../../../lib/local/sample.ts';
import { withWelcome } from '../../../lib/local/welcome.ts';
import { makeRequest } from './fixture.ts';

const terminal = { isTTY: true, hasColors: () => true };

describe('colour', () => {
  test('colour is used on a terminal', () => {
    expect(painter(terminal, {})('red', 'x')).toBe('\x1b[31mx\x1b[0m');
  });

  test.each([
    ['a pipe', {}, {}],
    ['a terminal without colours', { ...terminal, hasColors: () => false }, {}],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }],
  ])('colour is not used with %s', (_, output, env) => {
    expect(painter(output, env)('red', 'x')).toBe('x');
  });
});

describe('flags', () => {
  test('flags are read by name', () => {
    expect(readFlags(['--memory', '--routes', '--json-ready', '-h'])).toEqual({
      memory: true,
      routes: true,
      'json-ready': true,
      help: true,
    });
  });

  test.each([
    ['--model', ''],
    ['--model=7', '7'],
  ])('flags may include the model, with a seed or without: %s', (flag, model) => {
    expect(readFlags(['--memory', flag])).toEqual({ memory: true, model });
  });

  test.each([['--mem'], ['-x'], ['start'], ['--memory=yes']])(
    'flags that are unknown are refused: %s',
    (flag) => {
      expect(() => readFlags([flag])).toThrow(/^[^\n]*$/);
    },
  );
});

describe('the output', () => {
  const plain = painter({}, {});

  test('the output has one line for a request, without control characters and card numbers', () => {
    const entry = { method: 'GET', path: '/a\x1b[2J\n4100000000000000', status: 404, milliseconds: 1.6 };
    expect(printRequest(entry, plain)).toMatch(/^\d\d:\d\d:\d\d\.\d{3} GET \/a\?\[2J\?… 404 2 ms -$/);
    expect(printNote('x\x07', plain)).toMatch(/ x\?$/);
  });

  test('the output omits log lines of requests and payments, prints errors readably, and keeps all other lines', () => {
    const request = '{"level":"info","requestId":"1","route":"GET /me","status":200}\n';
    expect(readable(request)).toBe('');
    const money = '{"level":"info","route":"POST /payments","_aws":{},"Payments":1}\n';
    expect(readable(`${request}${money}`)).toBe('');
    expect(readable('{"level":"info","version":3,"done":true,"changed":0}\n')).toBe('');
    const error = '{"level":"error","requestId":"1","error":"Error: no\\n  at x"}\n';
    expect(readable(request + error)).toBe('{"requestId":"1"}\nError: no\n  at x\n');
    for (const other of ['{"level":"info","PaidOut":1}\n', 'text\n', '{"level":', '{"a":1}\n'])
      expect(readable(other)).toBe(other);
  });

  test('the output has no log line of a function before the addresses, except for warnings and errors', () => {
    const written: string[] = [];
    const output = { write: (text: string) => written.push(text) > 0 };
    let isReady = false;
    makeReadable(output as never, () => isReady);
    const paidOut = '{"level":"info","PaidOut":1}\n';
    const warning = '{"level":"warn","message":"x"}\n';
    output.write(paidOut);
    output.write(warning);
    output.write('Florin is ready\n');
    isReady = true;
    output.write(paidOut);
    expect(written.filter((text) => text !== '')).toEqual([warning, 'Florin is ready\n', paidOut]);
  });
});

describe('the page at the root', () => {
  const gateway = withWelcome(
    async () => ({ status: 404, headers: [], body: Buffer.from('{}') }),
    () => [
      ['API docs', 'http://localhost:3000/docs?a&b', 'page'],
      ['DynamoDB', 'http://127.0.0.1:1 (data in .florin/)'],
      ['E-mail', 'file:///<x>/'],
    ],
  );
  const ask = async (method: string, url: string, ...accept: string[]) =>
    (await gateway(makeRequest({ method, url, rawHeaders: accept.flatMap((one) => ['Accept', one]) })))
      .status;

  test('the page at the root is shown to browsers', async () => {
    expect(await ask('GET', '/', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')).toBe(200);
    expect(await ask('GET', '/?utm=1', 'TEXT/HTML')).toBe(200);
    expect(await ask('HEAD', '/', 'text/html')).toBe(200);
  });

  test.each([
    ['GET', '/', 'application/json'],
    ['GET', '/', '*/*'],
    ['GET', '/'],
    ['GET', '/', 'application/json, text/html;q=0'],
    ['POST', '/', 'text/html'],
    ['GET', '/me', 'text/html'],
    ['GET', '//', 'text/html'],
  ])(
    'the page at the root is not shown for other requests, which go to the API: %s %s %s',
    async (method, url, ...accept) => {
      expect(await ask(method, url, ...accept)).toBe(404);
    },
  );

  test('the page at the root links pages, and no address at which there is none, and escapes all values', async () => {
    const { body } = await gateway(makeRequest({ url: '/', rawHeaders: ['accept', 'text/html'] }));
    expect(String(body)).toContain('<a href="http://localhost:3000/docs?a&#38;b">');
    expect(String(body)).toContain('<dd>http://127.0.0.1:1 (data in .florin/)</dd>');
    expect(String(body)).toContain('<dd>file:///&#60;x&#62;/</dd>');
  });
});

test('the sample merchant is made once, and again if the database does not have it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-sample-'));
  const file = join(folder, '.florin/sample.json');
  let merchants = 0;
  let apps = 0;
  const languages = new Set<string>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname.endsWith('/users')) return response.writeHead(201).end('{}');
    if (pathname.endsWith('/MakeSignInLink/invocations')) {
      const { email } = JSON.parse(await text(request));
      return response.writeHead(200).end(JSON.stringify({ url: `${url}/#/sign-in/of-${email}` }));
    }
    const known = (is: boolean) => response.writeHead(is ? 200 : 404).end();
    if (pathname === '/') return known(searchParams.get('key') === `k${merchants}`);
    if (request.method === 'GET')
      return known(
        pathname === `/merchants/m${merchants}` &&
          request.headers.authorization === `Basic ${Buffer.from(`:a${apps}`).toString('base64')}`,
      );
    if (pathname === '/apps')
      return response.writeHead(201).end(JSON.stringify({ app: { key: `a${++apps}` } }));
    const { company } = JSON.parse(await text(request));
    languages.add(merchantLanguage(company.country));
    const answer = { merchant: { id: `m${++merchants}`, key: `k${merchants}` } };
    return response.writeHead(201).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sample = () => sampleMerchant({ baseUrl: url, posUrl: url, aws: url }, file);
  const of = (number: number) => ({
    link: `${url}/?key=k${number}&test=1&value=49.99&currency=EUR&text=Coffee`,
    signIn: `${url}/#/sign-in/of-sample@example.com`,
    lookUp: `curl -u :a${number} '${url}/merchants/m${number}/transactions?limit=10'`,
  });
  const kept = (number: number) => ({ key: `k${number}`, merchantId: `m${number}`, appKey: `a${number}` });

  expect(await sample()).toEqual(of(1));
  expect(await sample()).toEqual(of(1));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(kept(1));
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

  // Earlier versions kept the public key alone, in a file that everybody can read.
  writeFileSync(file, JSON.stringify({ key: 'k1' }));
  chmodSync(file, 0o644);
  expect(await sample()).toEqual(of(2));
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, JSON.stringify({ ...kept(2), key: 'of another database' }));
  expect(await sample()).toEqual(of(3));
  writeFileSync(file, JSON.stringify({ ...kept(3), appKey: 'revoked' }));
  expect(await sample()).toEqual(of(4));
  writeFileSync(file, '{');
  expect(await sample()).toEqual(of(5));

  // With a database in memory, Florin neither reads nor changes the file.
  expect(await sampleMerchant({ baseUrl: url, posUrl: url, aws: url })).toEqual(of(6));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(kept(5));
  // Its mails are in the language of the output of `npm start`.
  expect([...languages]).toEqual(['en']);
  server.close();
  rmSync(folder, { recursive: true });
});
