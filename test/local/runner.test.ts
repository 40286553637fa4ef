import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { shapeKey } from '../../functions/core/store/table/keys.ts';
import { shapeVersion } from '../../functions/core/store/table/shape-version.ts';
import { credentials } from '../../lib/local/dynamodb/engine.ts';
import type { Logged } from '../../lib/local/gateway/server.ts';
import { start } from '../../lib/local/runner.ts';
import type { Running, StartOptions } from '../../lib/local/start-options.ts';
import type { Resource } from '../../lib/local/template.ts';
import { template } from '../unit/local/fixture.ts';

const running: Running[] = [];
const root = mkdtempSync(join(tmpdir(), 'florin-runner-'));

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{}');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  rmSync(join(root, '.florin'), { recursive: true, force: true });
});

afterAll(() => rmSync(root, { recursive: true }));

/** Resolves to a function that lets the waiting request in `GetLine` continue. */
const release = later<() => void>();

function later<T>() {
  let done!: (value: T) => void;
  const promise = new Promise<T>((resolved) => {
    done = resolved;
  });
  return { promise, done };
}

const handlers: Record<string, (event: Record<string, unknown>) => unknown> = {
  PostApps: (event) => ({
    statusCode: 201,
    headers: { 'WWW-Authenticate': 'x', 'X-Name': 'y' },
    body: event.body,
  }),
  GetLine: async () => {
    await new Promise<void>((go) => release.done(go));
    return { body: JSON.stringify(process.env.DYNAMODB_ENDPOINT) };
  },
  KeyAuthorizer: () => ({
    principalId: 'app',
    policyDocument: { Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
  }),
};

async function run(options: StartOptions = {}): Promise<Running> {
  const started = await start({
    port: 0,
    posPort: 0,
    consolePort: 0,
    awsPort: 0,
    root,
    memory: true,
    synth: () => ({ template: template(), directory: '/assembly' }),
    load: async (url) => ({ handler: handlers[/asset\.(\w+)/.exec(url)?.[1] ?? ''] }),
    report: () => {},
    ...options,
  });
  running.push(started);
  return started;
}

test('the runner serves the stack over HTTP', async () => {
  const logged: Logged[] = [];
  const { baseUrl, posUrl } = await run({ log: (entry) => logged.push(entry) });

  const created = await fetch(`${baseUrl}/apps/?secret=1`, { method: 'POST', body: 'hello' });
  expect([created.status, await created.text()]).toEqual([201, 'hello']);
  expect(Object.fromEntries(created.headers)).toMatchObject({
    'x-name': 'y',
    'x-amzn-remapped-www-authenticate': 'x',
    'content-type': 'application/json',
    'content-length': '5',
  });
  expect(created.headers.has('www-authenticate')).toBe(false);

  const refused = await fetch(`${baseUrl}/lines/1`);
  expect([refused.status, await refused.text()]).toEqual([401, '{"code":"UNAUTHORIZED"}']);
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="florin"');

  const preflight = await fetch(`${posUrl}/vault`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);

  // Each API has only its own routes.
  expect((await fetch(`${posUrl}/apps`, { method: 'POST' })).status).toBe(403);

  expect(logged).toContainEqual({
    method: 'POST',
    path: '/apps/',
    status: 201,
    milliseconds: expect.any(Number),
    function: 'PostApps',
    route: 'POST /apps',
    shown: '/apps',
    requestId: created.headers.get('x-amzn-requestid'),
  });
});

/** Asks for the log as the AWS CLI does. */
const readLogs = (aws: string, input: object, over: RequestInit = {}) =>
  fetch(aws, {
    method: 'POST',
    headers: { 'x-amz-target': 'Logs_20140328.FilterLogEvents', ...over.headers },
    body: JSON.stringify({ logGroupName: 'florin', ...input }),
  });

test('the test double for CloudWatch Logs returns the newest requests, without values that clients can hide in a path', async () => {
  const logged: Logged[] = [];
  const { baseUrl, aws } = await run({ log: (entry) => logged.push(entry) });
  const before = Date.now();
  await fetch(`${baseUrl}/apps?secret=1`, { method: 'POST', body: 'secret' });
  await fetch(`${baseUrl}/lines/4571736000000075`);
  await fetch(`${baseUrl}/nowhere/4571736000000075/%1b[2J/${'a'.repeat(2000)}`);
  const read = async (input: object) => {
    const { events } = await (await readLogs(aws, input)).json();
    return events.map(({ message }: { message: string }) => JSON.parse(message));
  };
  const lines = await read({ startTime: before });
  expect(lines).toEqual([
    {
      ...{ requestId: expect.any(String), route: 'POST /apps', method: 'POST', path: '/apps' },
      ...{ status: 201, ms: expect.any(Number), function: 'PostApps' },
    },
    expect.objectContaining({ route: 'GET /lines/{lineId}', path: '/lines/…', status: 401 }),
    {
      ...{ requestId: expect.any(String), method: 'GET', status: 403, ms: expect.any(Number) },
      path: expect.stringMatching(/^\/nowhere\/…\/%1b\[2J\/a{10,}$/),
    },
  ]);
  expect(lines[2].path.length).toBe(200);
  expect(JSON.stringify(lines)).not.toMatch(/secret|4571736/);
  expect(await read({ startTime: Date.now() + 1000 })).toEqual([]);
  expect(logged.some(({ path }) => path === '/')).toBe(false);
});

test('no page on the web can read the log of requests', async () => {
  const { aws } = await run();
  const page = { headers: { origin: 'https://evil.example.com' } };
  expect((await readLogs(aws, {}, page)).status).toBe(403);
  // A page that has moved its own name to this machine sends no Origin with GET.
  const headers = { 'x-amz-target': 'Logs_20140328.FilterLogEvents' };
  expect((await fetch(aws, { headers })).status).toBe(404);
  expect((await readLogs(aws, { logGroupName: 'other' })).status).toBe(400);
});

test('a web page cannot run a function by an image, which browsers fetch by GET without an Origin', async () => {
  const { aws } = await run();
  const invoke = (init: RequestInit) => fetch(`${aws}/2015-03-31/functions/PostApps/invocations`, init);
  expect((await invoke({ method: 'POST', body: '{}' })).status).toBe(200);
  expect((await invoke({ method: 'GET' })).status).toBe(404);
  expect((await invoke({ method: 'POST', headers: { origin: 'https://evil.example.com' } })).status).toBe(
    403,
  );
});

test('the runner throttles as the stage does, unless that is turned off', async () => {
  const statuses = async ({ baseUrl }: Running) => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${baseUrl}/apps`, { method: 'POST', body: 'x' })),
    );
    return answers.map(({ status }) => status);
  };
  expect(await statuses(await run())).toContain(429);
  expect(await statuses(await run({ throttle: false }))).not.toContain(429);
});

test('the runner names a port that is taken, and leaves no process running', async () => {
  const { baseUrl } = await run();
  const taken = Number(new URL(baseUrl).port);
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  await expect(run({ port: taken })).rejects.toThrow(
    `Port ${taken} is taken. Stop what listens there, or set PORT`,
  );
  await expect(run({ posPort: taken })).rejects.toThrow('set POS_PORT');
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap')).toHaveLength(before);
});

test('the runner finishes open requests before it stops, and stops the database last', async () => {
  const { baseUrl, dynamodb, stop } = await run();
  const slow = fetch(`${baseUrl}/lines/1`, { headers: { authorization: 'x' } });
  const go = await release.promise;
  const stopped = stop();
  await expect(fetch(dynamodb)).resolves.toMatchObject({ status: 200 });
  go();
  // Functions use the engine itself, and other programs a proxy that refuses web pages.
  const engine = await (await slow).json();
  expect([new URL(engine).protocol, engine === dynamodb]).toEqual(['http:', false]);
  await stopped;
  await expect(fetch(dynamodb)).rejects.toThrow();
  await expect(fetch(engine)).rejects.toThrow();
  await expect(fetch(baseUrl)).rejects.toThrow();
});

const killed = 4194305; // above the highest process id that Linux gives

test('the runner removes its temporary folders at its end, and those of a runner that was killed', async () => {
  const left = ['mail', 'memory', 'stack'].map((kind) => join(tmpdir(), `florin-${kind}-${killed}-left`));
  for (const folder of left) mkdirSync(folder);
  const own = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('florin-') && name.includes(`-${process.pid}-`));
  const { stop } = await run();
  expect(left.filter((folder) => existsSync(folder))).toEqual([]);
  expect(own().map((name) => name.split('-')[1])).toEqual(['mail', 'memory', 'stack']);
  await stop();
  expect(own()).toEqual([]);
});

describe('with data that is kept', () => {
  const key = { pk: { S: 'a' }, sk: { S: 'b' } };
  const client = (endpoint: string) => new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials });

  test('the runner finds kept data again after a restart', async () => {
    const first = await run({ memory: false });
    await client(first.dynamodb).send(
      new PutItemCommand({ TableName: 'florin', Item: { ...key, n: { N: '1' } } }),
    );
    await first.stop();
    const second = await run({ memory: false });
    const { Item } = await client(second.dynamodb).send(
      new GetItemCommand({ TableName: 'florin', Key: key }),
    );
    expect(Item?.n).toEqual({ N: '1' });
  });

  test('a runner refuses to share its data with another runner', async () => {
    await run({ memory: false });
    await expect(run({ memory: false })).rejects.toThrow(`in use by process ${process.pid}`);
  });

  test('a runner continues after one that was killed', async () => {
    const { stop } = await run({ memory: false });
    await stop();
    writeFileSync(join(root, `.florin/pid-${killed}`), '');
    await expect(run({ memory: false })).resolves.toBeDefined();
  });

  test('the runner continues an interrupted backfill at the next start, and says how many items it has changed', async () => {
    const whole = template();
    const Backfill = {
      ...(whole.Resources.PostApps as Resource),
      Metadata: { 'aws:asset:path': 'asset.Backfill' },
    };
    const answers = [new Error('Interrupted'), { changed: 2 }, { changed: 0 }];
    handlers.Backfill = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const [reported, noted]: [unknown[], string[]] = [[], []];
    const options: StartOptions = {
      memory: false,
      synth: () => ({ template: { ...whole, Resources: { ...whole.Resources, Backfill } }, directory: '' }),
      report: (error) => reported.push(error),
      note: (text) => noted.push(text),
    };
    for (let starts = 0; starts < 3; starts++) await (await run(options)).stop();
    expect(answers).toEqual([]);
    expect(reported).toEqual([new Error('Interrupted')]);
    expect(noted).toEqual([expect.stringContaining('2 items')]);
    await run({ ...options, memory: true }); // would fail if it called the function again
    expect(reported).toHaveLength(1);
  });

  const inData = (name: string) => join(root, '.florin', name);
  const cut = (size: number) => () => truncateSync(inData('florin.sqlite'), size);

  test.each<[string, () => void, RegExp]>([
    ['an empty key', () => writeFileSync(inData('seal-key'), ''), /seal-key must have 32 bytes in Base64/],
    [
      'a short key',
      () => writeFileSync(inData('seal-key'), 'c2hvcnQ='),
      /seal-key must have 32 bytes in Base64/,
    ],
    ['no key', () => rmSync(inData('seal-key')), /seal-key is missing, .*Restore the file, set SEAL_KEY/],
    ['an empty database', cut(0), /florin\.sqlite is empty, .*Restore the file/],
    ['a truncated database', cut(8192), /florin\.sqlite cannot be read: .*malformed.*restore it/],
    [
      'the log of a missing database',
      () => renameSync(inData('florin.sqlite'), inData('florin.sqlite-wal')),
      /florin\.sqlite is missing, .*Restore the file/,
    ],
  ])('the runner refuses %s, says how to go on, and changes nothing', async (_, damage, says) => {
    await (await run({ memory: false })).stop();
    damage();
    const contents = () =>
      readdirSync(inData('.')).map((name) => [name, readFileSync(inData(name)).toString('base64')]);
    const before = contents();
    const refused = run({ memory: false });
    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.toThrow(/remove .*\.florin to start with an empty table/);
    expect(contents()).toEqual(before);
  });

  test('the runner starts without the kept key if SEAL_KEY is set', async () => {
    const sealKey = Buffer.alloc(32).toString('base64');
    for (let starts = 0; starts < 2; starts++) await (await run({ memory: false, sealKey })).stop();
    expect(readdirSync(inData('.'))).not.toContain('seal-key');
  });

  test('the runner refuses a table that a newer version has written', async () => {
    const { dynamodb, stop } = await run({ memory: false });
    const { pk, sk } = shapeKey;
    const version = { N: String(shapeVersion + 1) };
    const Item = { pk: { S: pk }, sk: { S: sk }, version, reader: { N: '1' } };
    await client(dynamodb).send(new PutItemCommand({ TableName: 'florin', Item }));
    await stop();
    await expect(run({ memory: false })).rejects.toThrow(
      `its items have shape ${shapeVersion + 1}, and this version knows shape ${shapeVersion}. Use that version, start with --memory`,
    );
  });

  test('the runner makes a whole key if a kill or a full disk has left a part of one', async () => {
    mkdirSync(join(root, '.florin'));
    writeFileSync(join(root, '.florin/seal-key.part'), 'c2hvcnQ=');
    await run({ memory: false });
    expect(readdirSync(join(root, '.florin'))).not.toContain('seal-key.part');
    expect(Buffer.from(readFileSync(join(root, '.florin/seal-key'), 'utf8'), 'base64')).toHaveLength(32);
  });

  test('the runner rejects a table with another index of the same name', async () => {
    const { stop } = await run({ memory: false });
    await stop();
    const other = template();
    const [index] = other.Resources.Table?.Properties?.GlobalSecondaryIndexes ?? [];
    index.Projection = { ProjectionType: 'KEYS_ONLY' };
    const starting = run({ memory: false, synth: () => ({ template: other, directory: '' }) });
    await expect(starting).rejects.toThrow(/its keys or indexes differ.*remove \.florin\//);
  });
});

test('the runner uses a running engine, and does not stop it', async () => {
  const { dynamodb } = await run();
  const second = await run({ dynamodbEndpoint: dynamodb });
  expect(second.dynamodb).toBe(dynamodb);
  await second.stop();
  await expect(fetch(dynamodb)).resolves.toMatchObject({ status: 200 });
});

test('the runner reports that the database ended by itself', async () => {
  const failed = new Promise<Error>((onFailure) => {
    void run({ onFailure }).then(async () => {
      const { execFileSync } = await import('node:child_process');
      const pattern = `^[^ ]*dynoxide serve --db-path [^ ]*/florin-memory-${process.pid}-`;
      const pid = execFileSync('pgrep', ['-n', '-f', pattern], { encoding: 'utf8' }).trim();
      process.kill(Number(pid));
    });
  });
  await expect(failed).resolves.toMatchObject({ message: expect.stringContaining('Dynoxide has stopped') });
});

test('the runner says where to get an engine if none is installed', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'florin-empty-'));
  await expect(run({ root: empty })).rejects.toThrow('DYNAMODB_ENDPOINT');
  rmSync(empty, { recursive: true });
});
