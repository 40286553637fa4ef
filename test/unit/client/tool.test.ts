import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLocal } from '../../../packages/cli/src/account.ts';
import { readCommand } from '../../../packages/cli/src/arguments.ts';
import { clockCheck, merchantChecks } from '../../../packages/cli/src/checks.ts';
import { type Command, flagsOf, type Values } from '../../../packages/cli/src/command.ts';
import { completion } from '../../../packages/cli/src/commands/completion.ts';
import { listen } from '../../../packages/cli/src/commands/listen.ts';
import { month } from '../../../packages/cli/src/commands/month.ts';
import { payments } from '../../../packages/cli/src/commands/payments.ts';
import { UnknownOutcome, UsageError } from '../../../packages/cli/src/failures.ts';
import { output } from '../../../packages/cli/src/output.ts';
import { fileOf, readProfile, removeProfile, writeProfile } from '../../../packages/cli/src/profiles.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
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
  // A command that has ended would take the signal of the next test for its second one, and end the process.
  process.removeAllListeners('SIGTERM');
  written.length = 0;
  await server?.stop();
});

/** Runs a command against a server that behaves as the test says. */
async function start(
  command: Command,
  positionals: string[],
  script: Script,
): Promise<{ ended: Promise<void> }> {
  server = await startServer(script);
  const env = { FLORIN_URL: server.url, FLORIN_KEY: 'k', FLORIN_MERCHANT: id };
  return { ended: command.run({ values: {}, positionals, env, out: output(false), name: '' }) };
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
  'a clock that differs by %i ms, after an answer of %i ms, is %s',
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
  ['Florin was throttled', 429],
] as const;
test.each(lost)('listen reads the events of the time in which %s', async (_, status) => {
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

test('listen asks for the events of now by the clock of Florin, also if the clock here is an hour ahead', async () => {
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
      if (!url.includes('/lines')) json(response, 200, { merchant: { id, currency: 'EUR' } });
      else json(response, 200, url.includes('after=0') ? lines : []);
    });
    await ended;
  } finally {
    Object.defineProperty(process.stdout, 'isTTY', isTTY ?? { value: undefined, configurable: true });
  }
  const rows = written.join('').split('\n');
  expect(rows[0]).toMatch(/^created,kind,/);
  expect(written.join('')).not.toMatch(/\\u\{(d|feff)\}|\r/);
});

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
  };
  let status = 201;
  /** Runs `florin payments …` against a Florin with this payment. Returns the failure, and the bodies that were posted. */
  async function move(verb: string, values: Values) {
    server = await startServer((response, { method }) =>
      json(response, method === 'GET' ? 200 : status, { transaction: payment }),
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
    ['refund', 3500, 'refunds'],
    ['void', 700, 'voids'],
  ])('%s --all moves %i, which is all that is left', async (verb, amount, path) => {
    expect(await move(verb, { all: true })).toMatchObject({
      failure: undefined,
      posts: [[path, { amount }]],
    });
  });

  test('is refused with another currency, an invalid key or reason, and a key beside --all, whose amount can change', async () => {
    for (const values of [
      { amount: '5', currency: 'DKK' },
      { all: true, currency: 'DKK' },
      { all: true, 'idempotency-key': 'k' },
      { amount: '5', 'idempotency-key': 'ä' },
      { amount: '5', reason: 'late' },
    ])
      expect(await move('refund', values)).toEqual({ failure: expect.any(UsageError), posts: [] });
  });

  test('whose answer is lost names the command that asks again, with the same terms and key', async () => {
    status = 501;
    const values = { all: true, reason: 'other', descriptor: 'My shop' };
    const { failure, key } = await move('refund', values);
    const terms = `--amount 3500 --currency EUR --descriptor 'My shop' --reason other`;
    expect(failure).toBeInstanceOf(UnknownOutcome);
    expect((failure as UnknownOutcome).repeat).toBe(
      `florin payments refund ${id} ${terms} --idempotency-key ${key}`,
    );
    const given = { amount: '5', 'idempotency-key': 'mine', profile: 'work' };
    const again = (await move('refund', given)).failure as UnknownOutcome;
    expect(again.repeat).toBe(
      `florin payments refund ${id} --amount 5 --idempotency-key mine --profile work`,
    );
  });
});

test('a command that uses no key has no flag to choose a profile', () => {
  expect(Object.keys(flagsOf(completion(() => ({}))))).toEqual(['json', 'help']);
  expect(Object.keys(flagsOf(month))).toContain('profile');
});
