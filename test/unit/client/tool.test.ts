import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onlyLive } from '../../../lib/site/pages/events.ts';
import { accountOf, cleanUrl, isLocal, merchantOf } from '../../../packages/cli/src/account.ts';
import { readCommand } from '../../../packages/cli/src/arguments.ts';
import { clockCheck, merchantChecks } from '../../../packages/cli/src/checks.ts';
import { type Command, flagsOf, type Input, type Values } from '../../../packages/cli/src/command.ts';
import { commandLine } from '../../../packages/cli/src/command-text.ts';
import { completion } from '../../../packages/cli/src/commands/completion.ts';
import { links } from '../../../packages/cli/src/commands/links.ts';
import { listen } from '../../../packages/cli/src/commands/listen.ts';
import { month } from '../../../packages/cli/src/commands/month.ts';
import { payments } from '../../../packages/cli/src/commands/payments.ts';
import { raw } from '../../../packages/cli/src/commands/raw.ts';
import { trigger } from '../../../packages/cli/src/commands/trigger.ts';
import { reportOf, UnknownOutcome, UsageError } from '../../../packages/cli/src/failures.ts';
import { amountOf } from '../../../packages/cli/src/money.ts';
import { coloured, output, plain, json as printJson, table } from '../../../packages/cli/src/output.ts';
import { consoleUrlOf } from '../../../packages/cli/src/places.ts';
import { fileOf, readProfile, removeProfile, writeProfile } from '../../../packages/cli/src/profiles.ts';
import { scenes } from '../../../packages/cli/src/scenes.ts';
import { customerOf } from '../../../packages/cli/src/test-merchant.ts';
import {
  ConnectionError,
  NotFoundError,
  OperationOpenError,
  ServerError,
  verifyWebhook,
} from '../../../packages/florin/src/index.ts';
import { eventTypes } from '../../../schemas/event-types.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { canInstallPrograms, installProgram } from './install-program.ts';
import { json, type Script, type Server, startServer } from './server.ts';

const id = '6b02020f386512fe66966561';

let server: Server;
const written: string[] = [];
beforeEach(() => {
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  // The listener of an ended command would count the next test's signal as the second one, and end the process.
  process.removeAllListeners('SIGTERM');
  written.length = 0;
  await server?.stop();
});

/** Runs a command against a server that behaves as the test says. */
async function start(
  command: Command,
  positionals: string[],
  script: Script,
  values: Values = {},
): Promise<{ ended: Promise<void> }> {
  server = await startServer(script);
  const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k', FLORIN_MERCHANT: id };
  return { ended: command.run({ values, positionals, env, out: output(false), name: '' }) };
}

test.each([
  [true, 'http://localhost:3000'],
  [true, 'http://127.0.0.1:3000'],
  [true, 'http://127.1.2.3/'],
  [true, 'http://[::1]:3000'],
  [false, 'https://localhost.example.com'],
  [false, 'https://127.0.0.1.example.com'],
  [false, 'https://my-localhost'],
  [false, 'https://128.0.0.1'],
])('this machine (%p) has the address %s', (isHere, url) => expect(isLocal(url)).toBe(isHere));

test.each([
  [0, 0, 'ok', 0],
  [11_400, 0, 'ok', 10],
  [-13_000, 0, 'warning', 12],
  // The date in an answer that took five seconds may be five seconds old.
  [16_000, 5000, 'ok', 10],
  [240_400, 0, 'warning', 239],
  [241_500, 0, 'failed', 241],
])(
  'a clock that differs by %i ms, after a response of %i ms, is %s',
  (skew, milliseconds, result, seconds) => {
    const described = { version: '1', posUrl: undefined, date: 1_900_000_000_000, milliseconds };
    const check = clockCheck(described, described.date + skew);
    expect(check).toMatchObject({ result, says: `this clock and Florin's differ by ${seconds} s` });
  },
);

test.each<[string, object, string]>([
  ['a test merchant', { test: true }, 'ok'],
  ['a live merchant without an acquirer', { test: false }, 'failed'],
  [
    'a live merchant that takes no payments',
    { test: false, integration: { payments: false, payouts: true } },
    'failed',
  ],
  ['one without payouts', { test: false, integration: { payments: true, payouts: false } }, 'warning'],
  ['one with both', { test: false, integration: { payments: true, payouts: true } }, 'ok'],
])('the check of %s', (_, merchant, result) => {
  expect(merchantChecks({ id, ...merchant } as never)).toMatchObject([{ result }]);
});

const lost = [
  ['nothing answered', 501],
  ['Florin throttled the requests', 429],
] as const;
test.each(lost)('listen later reads the events of the time in which %s', async (_, status) => {
  const begin = Date.now();
  let isLost = false;
  const froms: number[] = [];
  const { ended } = await start(listen, [], (response, { method, url }) => {
    const from = new URL(url, 'http://x').searchParams.get('filter[from]');
    if (method === 'POST')
      json(response, 201, { webhook: { id, secret: 'whsec_1', created: new Date(begin) } });
    else if (method === 'DELETE') response.writeHead(204).end();
    else if (isLost) json(response, status, { error: 'X', message: 'Away' });
    else {
      froms.push(Date.parse(from ?? ''));
      json(response, 200, []);
    }
  });
  await waitUntil(
    async () => froms.length,
    (count) => count > 0,
  );
  isLost = true;
  await waitUntil(
    async () => written.join(''),
    (text) => text.includes('trying again'),
  );
  const hour = 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => begin + hour + performance.now());
  await waitUntil(
    async () => written.join('').split('trying again').length,
    (count) => count > 2,
  );
  isLost = false;
  const before = froms.length;
  await waitUntil(
    async () => froms.length,
    (count) => count > before + 1,
  );
  expect(froms[before]).toBeLessThan(begin + hour / 2);
  expect(froms.at(-1)).toBeGreaterThan(begin + hour / 2);
  process.emit('SIGTERM');
  await ended;
});

test('listen asks for events since now by the clock of Florin, even if the tool’s clock is an hour ahead', async () => {
  const created = new Date(Date.now() - 3_600_000);
  const froms: number[] = [];
  const { ended } = await start(listen, [], (response, { method, url }) => {
    if (method === 'POST') return json(response, 201, { webhook: { id, secret: 'whsec_1', created } });
    if (method === 'DELETE') return response.writeHead(204).end();
    froms.push(Date.parse(new URL(url, 'http://x').searchParams.get('filter[from]') ?? ''));
    return json(response, 200, []);
  });
  await waitUntil(
    async () => froms.length,
    (count) => count > 0,
  );
  process.emit('SIGTERM');
  await ended;
  expect(froms[0]).toBeLessThan(created.getTime());
});

test('a month on a terminal has one line for each row, whatever characters its texts contain', async () => {
  const line = { id, created: '2026-10-05T12:00:00.000Z', transactionId: id, test: true };
  const amount = { currency: 'EUR', amount: 1000 };
  const lines = [{ ...line, capture: true, amount, balance: 900, fee: 100, descriptor: 'a\r\nb' }];
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
  try {
    const { ended } = await start(month, [id, '2026-10'], (response, { url }) => {
      if (url.includes('/months')) json(response, 200, { months: [] });
      else if (!url.includes('/lines')) json(response, 200, { merchant: { id, currency: 'EUR' } });
      else json(response, 200, url.includes('after=0') ? lines : []);
    });
    await ended;
  } finally {
    Object.defineProperty(process.stdout, 'isTTY', isTTY ?? { value: undefined, configurable: true });
  }
  // The remark about the open month comes first, on standard error.
  const rows = written.join('').split('\n');
  expect(rows[1]).toMatch(/^created,kind,/);
  expect(written.join('')).not.toMatch(/\\u\{(d|feff)\}|\r/);
});

test('a profile is in a file that only its owner can read, and its key is sent only to its own address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-'));
  const env = { XDG_CONFIG_HOME: folder, PATH: '' };
  const accountIn = (more: NodeJS.ProcessEnv) =>
    accountOf({ values: {}, positionals: [], env: { ...env, ...more }, out: output(false), name: '' });
  try {
    writeProfile('default', { baseUrl: 'https://own.example', key: 'k' }, env);
    const modes = [fileOf(env), join(fileOf(env), '..')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
    expect(accountIn({})).toMatchObject({ baseUrl: 'https://own.example', key: 'k' });
    expect(accountIn({ FLORIN_URL: 'https://own.example/' })).toMatchObject({ key: 'k' });
    expect(() => accountIn({ FLORIN_URL: 'https://other.example' })).toThrow(
      'belongs to https://own.example',
    );
    const other = { FLORIN_URL: 'https://other.example', FLORIN_KEY: 'other' };
    expect(accountIn(other)).toMatchObject({ baseUrl: 'https://other.example', key: 'other' });
    chmodSync(fileOf(env), 0o640);
    expect(() => accountIn({})).toThrow('Others can read the keys');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

(canInstallPrograms ? describe : describe.skip).each([
  ['darwin', 'security'],
  ['linux', 'secret-tool'],
])('on %s with a keychain', (platform, program) => {
  const real = Object.getOwnPropertyDescriptor(process, 'platform');
  afterEach(() => Object.defineProperty(process, 'platform', real ?? {}));

  test('a key is neither in an argument of its program, nor in the file of profiles', () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const env = { XDG_CONFIG_HOME: folder, PATH: `${folder}:${process.env.PATH}` };
    // The program writes down its arguments. It answers each question with the only word of its input that is a key.
    const script = `
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('${folder}/arguments', process.argv.slice(2).join(' '));
const [key] = /key-\\d+/.exec(readFileSync(0, 'utf8')) ?? [];
if (key) writeFileSync('${folder}/key', key);
if (existsSync('${folder}/key')) process.stdout.write(readFileSync('${folder}/key'));
`;
    installProgram(folder, program, script);
    Object.defineProperty(process, 'platform', { value: platform });
    try {
      expect(writeProfile('work', { baseUrl: 'https://own.example', key: 'key-123' }, env)).toMatch(
        /keychain/,
      );
      expect(readProfile('work', env)).toEqual({ baseUrl: 'https://own.example', key: 'key-123' });
      for (const file of [fileOf(env), join(folder, 'arguments')])
        expect(readFileSync(file, 'utf8')).not.toContain('key-123');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test.each([
  'https://ann:secret@own.example',
  'https://own.example/?secret',
  'ftp://secret.example',
  'secret',
])('an address that could contain a secret is refused, and not shown: %s', (address) => {
  expect(() => cleanUrl(address)).toThrow(UsageError);
  expect(() => cleanUrl(address)).not.toThrow(/secret/);
});

test.each([
  ['1', 1],
  ['1000000000000', 1e12],
])('%s is an amount in minor units', (text, amount) => expect(amountOf(text)).toBe(amount));

test.each(['0', '1000000000001', '10.99', '10,99', '-5', '1e3', '0x10', ' 5', ''])(
  '%p is refused as an amount in minor units',
  (text) => expect(() => amountOf(text)).toThrow(UsageError),
);

test('characters that a terminal obeys or hides are shown', () => {
  const text = 'a\u001b[2J\n\u009b1A\u007f\u202e\u200bz';
  expect(plain(text)).toBe('a\\u{1b}[2J\\u{a}\\u{9b}1A\\u{7f}\\u{202e}\\u{200b}z');
  expect(JSON.parse(printJson({ text }))).toEqual({ text });
  expect(printJson({ text })).toMatch(/^[ -~]+$/);
});

test('the tool makes no payments of a live merchant', async () => {
  await expect(customerOf({} as never, {} as never, { test: false } as never)).rejects.toThrow(UsageError);
});

test.each([
  [0, UsageError],
  [1, id],
  [2, UsageError],
])(
  'a command that names no merchant uses the app’s only merchant, and is refused unless there is one: %i',
  async (count, expected) => {
    server = await startServer((response, { url }) =>
      url === '/me'
        ? json(response, 200, { identity: { id } })
        : json(response, 200, Array(count).fill({ id, name: 'Shop' })),
    );
    const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k' };
    const input = { values: {}, positionals: [], env, out: output(false), name: '' };
    const found = await merchantOf(input, accountOf(input)).catch((error) => error.constructor);
    expect(found).toBe(expected);
  },
);

test('a file of profiles that cannot be read is an error, and does not count as missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-'));
  const env = { XDG_CONFIG_HOME: folder, PATH: '' };
  try {
    expect(readProfile('default', env)).toBeUndefined();
    mkdirSync(fileOf(env), { recursive: true });
    expect(() => readProfile('default', env)).toThrow('cannot be read');
    expect(() => writeProfile('default', { baseUrl: 'http://x', key: 'k' }, env)).toThrow('cannot be read');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the names that every object inherits are neither profiles nor commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-'));
  const env = { XDG_CONFIG_HOME: folder, PATH: '' };
  try {
    writeProfile('default', { baseUrl: 'http://x', key: 'k' }, env);
    expect([readProfile('constructor', env), removeProfile('constructor', env)]).toEqual([undefined, false]);
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(() => readCommand([name], env, output(false))).toThrow(`There is no command \`${name}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a movement of money', () => {
  const payment = {
    ...{ id, currency: 'EUR', amount: 9000, pendingAmount: 700, voidedAmount: 0 },
    ...{ capturedAmount: 5000, refundedAmount: 300, disputedAmount: 1200 },
    ...{ card: null, method: { type: 'mobilepay', name: 'MobilePay' } },
    trail: [
      { capture: true, amount: 100, pending: true, created: '2026-11-29T00:00:00.000Z' },
      {
        refund: true,
        amount: 500,
        pending: true,
        created: '2026-11-29T00:00:00.000Z',
        until: '2026-12-30T00:00:00.000Z',
      },
    ],
    created: '2026-11-29T00:00:00.000Z',
    successful: true,
    custom: null,
  };
  let status = 201;
  /** Runs `florin payments …` against a Florin with this payment. Returns the failure, and the bodies that were posted. */
  async function move(verb: string, values: Values) {
    server = await startServer((response, { method }) =>
      json(response, method === 'GET' ? 200 : status, {
        transaction: payment,
        ...(status === 504 && { error: 'OPERATION_OPEN', operation: id }),
      }),
    );
    const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k' };
    const input = { values, positionals: [id], env, out: output(false), name: '' };
    const failure: unknown = await payments[`payments ${verb}`]?.run(input).catch((error) => error);
    const posts = server.seen.filter(({ method }) => method === 'POST');
    await server.stop();
    const bodies = posts.map(({ url, body }) => [url.split('/').at(-1), JSON.parse(body)]);
    return { failure, posts: bodies, key: posts[0]?.headers['idempotency-key'] };
  }
  afterEach(() => {
    status = 201;
  });

  test.each([
    ['capture', 700, 'captures'],
    // A refund on its way is not in `refundedAmount`, and is not left either.
    ['refund', 3000, 'refunds'],
    ['void', 700, 'voids'],
  ])('%s --all moves %i, which is all that is left', async (verb, amount, path) => {
    expect(await move(verb, { all: true })).toMatchObject({
      failure: undefined,
      posts: [[path, { amount }]],
    });
  });

  test('a movement of money is shown as on its way if the acquirer makes it later, also in lists and in the trail', async () => {
    const shown: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(String(text)) > 0);
    await move('refund', { all: true });
    server = await startServer((response, { url }) =>
      json(response, 200, /\/transactions\/\w+$/.test(url) ? { transaction: payment } : [payment]),
    );
    const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k', FLORIN_MERCHANT: id };
    const of = (positionals: string[]) => ({ values: {}, positionals, env, out: output(false), name: '' });
    await payments['payments get']?.run(of([id]));
    await payments['payments list']?.run(of([]));
    await server.stop();
    const text = shown.join('');
    expect(text).toContain('On its way: the acquirer makes later the refund of EUR 3000');
    expect(text).toMatch(/refund +500 +on its way until 2026-12-30/);
    expect(text).toContain('ok, on its way');
  });

  test('a movement of money is refused with another currency, an invalid key or reason, and a key beside --all, whose amount can change', async () => {
    for (const values of [
      { amount: '5', currency: 'DKK' },
      { all: true, currency: 'DKK' },
      { all: true, 'idempotency-key': 'k' },
      { amount: '5', 'idempotency-key': 'ä' },
      { amount: '5', reason: 'late' },
    ])
      expect(await move('refund', values)).toEqual({ failure: expect.any(UsageError), posts: [] });
  });

  test('a movement of money whose answer is lost names the command that asks again, with the same terms and key', async () => {
    status = 501;
    const values = { all: true, reason: 'other', descriptor: 'My shop' };
    const { failure, key } = await move('refund', values);
    const terms = `--amount 3000 --currency EUR --descriptor 'My shop' --reason other`;
    expect(failure).toBeInstanceOf(UnknownOutcome);
    expect((failure as UnknownOutcome).repeat).toBe(
      `florin payments refund ${id} ${terms} --idempotency-key ${key}`,
    );
    status = 504;
    expect((await move('capture', { amount: '5' })).failure).toBeInstanceOf(UnknownOutcome);
    status = 501;
    const given = { amount: '5', 'idempotency-key': 'mine', profile: 'work' };
    const again = (await move('refund', given)).failure as UnknownOutcome;
    expect(again.repeat).toBe(
      `florin payments refund ${id} --amount 5 --idempotency-key mine --profile work`,
    );
  });
});

test('a payment link is made with all its terms, and a lost response names the command with the same terms and key', async () => {
  let status = 201;
  server = await startServer((response) => json(response, status, { link: { id, url: 'https://x/l/1' } }));
  const values = { amount: '1099', currency: 'EUR', text: 'Tea', uses: '3', capture: true };
  const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k', FLORIN_MERCHANT: id };
  const input = { values, positionals: [], env, out: output(false), name: '' };
  await links['links create']?.run(input);
  status = 501;
  const failure = await links['links create']?.run(input).catch((error) => error);
  const [made, lost] = server.seen;
  expect([made?.url, JSON.parse(made?.body ?? '')]).toEqual([
    `/merchants/${id}/links`,
    { amount: 1099, currency: 'EUR', text: 'Tea', uses: 3, capture: true },
  ]);
  expect(failure.repeat).toBe(
    `florin links create --amount 1099 --currency EUR --text Tea --uses 3 --capture --merchant ${id} --idempotency-key ${lost?.headers['idempotency-key']}`,
  );
});

test('listen forwards each event once, signed, follows no redirect, and removes its webhook', async () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const event = { id: 'e1', type: 'transaction.captured', created: new Date(), data: {} };
  server = await startServer((response, { method, url }) => {
    if (url === '/hook') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (method === 'POST') json(response, 201, { webhook: { id, secret, created: new Date() } });
    else if (method === 'DELETE') response.writeHead(204).end();
    else if (url.endsWith('/e1')) json(response, 200, { id: 'e1', event });
    else json(response, 200, url.includes('before=') ? [] : [{ id: 'e1', attempts: [] }]);
  });
  const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k', FLORIN_MERCHANT: id };
  const values = { 'forward-to': `${server.url}/hook` };
  const ended = listen.run({ values, positionals: [], env, out: output(false), name: '' });
  const lists = () => server.seen.filter(({ url }) => /deliveries\?(?!.*before)/.test(url)).length;
  await waitUntil(
    async () => lists(),
    (count) => count > 1,
  );
  process.emit('SIGTERM');
  await ended;
  const hooks = server.seen.filter(({ url }) => url === '/hook');
  expect(hooks).toHaveLength(1);
  const { body = '', headers = {} } = hooks[0] ?? {};
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(JSON.stringify(event)));
  expect(server.seen.map(({ url }) => url)).not.toContain('/elsewhere');
  expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', url: `/merchants/${id}/webhooks/${id}` });
  expect(written.join('')).toContain('transaction.captured e1 → 307');
});

test.each([
  [1, new NotFoundError('No', 'NOT_FOUND')],
  [1, new Error('No')],
  [2, new UsageError('No')],
  [3, new ConnectionError('No', 'TIMEOUT')],
  [3, new ServerError('No', 'INTERNAL_ERROR')],
  [3, new OperationOpenError('No', id, {})],
  [3, new UnknownOutcome(new ConnectionError('No', 'TIMEOUT'), 'florin again')],
])('a command exits with %i after %p', (code, error) => {
  expect(reportOf(error).exitCode).toBe(code);
});

test('a shell reads the words of a printed command as they are, whatever they contain', () => {
  expect(commandLine(['florin', '--text', `$(id) 'a' \`b\``, ''])).toBe(
    `florin --text '$(id) '\\''a'\\'' \`b\`' ''`,
  );
});

test('a command that uses no key has no flag to choose a profile', () => {
  expect(Object.keys(flagsOf(completion(() => ({}))))).toEqual(['json', 'help']);
  expect(Object.keys(flagsOf(month))).toContain('profile');
});

test('`trigger` knows every event: it causes it, or says why nothing can', () => {
  expect(Object.keys(scenes).sort()).toEqual([...eventTypes].sort());
  const impossible = Object.entries(scenes).flatMap(([type, scene]) =>
    typeof scene === 'string' ? type : [],
  );
  expect(impossible.sort()).toEqual([...onlyLive].sort());
  const input = { positionals: ['payout.created'], values: {}, env: {} } as unknown as Input;
  return expect(trigger.run(input)).rejects.toThrow('`payout.created` cannot happen to a test merchant.');
});

test('a table that is wider than the terminal has its cells below each other', () => {
  const rows = [
    ['5f0', 'a'.repeat(50)],
    ['5f1', ''],
  ];
  const wide = table(['id', 'url'], rows, 'None.', 80).split('\n');
  expect(wide).toEqual(['id   url', `5f0  ${'a'.repeat(50)}`, '5f1']);
  const narrow = table(['id', 'url'], rows, 'None.', 54);
  expect(narrow).toBe(`id   5f0\nurl  ${'a'.repeat(50)}\n\nid  5f1`);
});

test('only failures have a colour, and only in a terminal that may show colours', () => {
  const tty = { isTTY: true };
  expect(coloured('x', 'bad', tty, {})).toBe('\u001b[31mx\u001b[39m');
  expect([
    coloured('x', undefined, tty, {}),
    coloured('x', 'bad', {}, {}),
    coloured('x', 'bad', tty, { NO_COLOR: '1' }),
    coloured('x', 'bad', tty, { TERM: 'dumb' }),
  ]).toEqual(['x', 'x', 'x', 'x']);
});

test('`get`, `post`, `put` and `delete` call any path with the key, and no other address', async () => {
  const script: Script = (response, { method, url }) => json(response, 200, { method, url });
  await (await start(raw.get as Command, ['/disputes?limit=1'], script)).ended;
  expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/disputes?limit=1', body: '' });
  expect(JSON.parse(written.join(''))).toEqual({ method: 'GET', url: '/disputes?limit=1' });
  await server.stop();
  await (await start(raw.post as Command, ['/links'], script)).ended;
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/links', body: '{}' });
  await server.stop();
  await (await start(raw.put as Command, ['/merchants/5f'], script, { data: '{"capture":true}' })).ended;
  expect(server.seen[0]).toMatchObject({ method: 'PUT', url: '/merchants/5f', body: '{"capture":true}' });
  await server.stop();
  const gone: Script = (response) => void response.writeHead(204).end();
  await (await start(raw.delete as Command, ['/links/5f'], gone)).ended;
  expect(server.seen[0]).toMatchObject({ method: 'DELETE', url: '/links/5f', body: '' });
  expect(written.at(-1)).toBe('DELETE /links/5f: done\n');
  await server.stop();
  for (const path of ['//evil.example', 'https://evil.example', 'disputes'])
    await expect(
      (await start(raw.get as Command, [path], script)).ended.finally(() => server.stop()),
    ).rejects.toThrow('must begin with one `/`');
});

test('the console of this machine is at the port that CONSOLE_PORT names', () => {
  const at = (env: object) => consoleUrlOf({ env } as Input, { baseUrl: 'http://localhost:3000' });
  expect([at({}), at({ CONSOLE_PORT: '4005' })]).toEqual(['http://localhost:3002', 'http://localhost:4005']);
});
