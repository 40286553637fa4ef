import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byMethod } from '../api/support/by-method.ts';
import { world } from '../api/support/world.ts';
import { startCutting } from '../examples/cutting-proxy.ts';
import { freePort } from '../examples/free-port.ts';
import { installClient } from './install.ts';
import { useTool } from './tool.ts';

const here = world();
const { api, shop, authorized, transaction } = here;
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const tool = useTool();
beforeAll(() => installClient(tool.folder));

/** Makes a shop, and the environment in which the tool works for this shop. */
async function ownShop(over: object = {}) {
  const { app, key, merchant } = await shop({ ...over });
  return { app, key, merchant, env: { FLORIN_URL: baseUrl, FLORIN_KEY: key } };
}

const testOnLinux = process.platform === 'linux' ? test : test.skip;

/** The arguments of every process of this machine. */
const argumentsOfAll = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    });

const profiles = () => join(tool.home, '.config/florin/profiles.json');

test('the package has no dependency, and contains the license', () => {
  const place = join(tool.folder, 'node_modules/florin-cli');
  expect(readdirSync(place).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'package.json',
    'skills',
  ]);
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  expect(readFileSync(join(place, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
});

test('only the command mcp loads the SDK for agents, whose licenses are in the package', () => {
  const dist = join(tool.folder, 'node_modules/florin-cli/dist');
  const sizes = readdirSync(dist).map((name) => [name, statSync(join(dist, name)).size] as const);
  const large = sizes.filter(([, size]) => size > 200 * 1024).map(([name]) => name);
  expect(large).toEqual([expect.stringMatching(/^serve-\w+\.js$/)]);
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(1024 * 1024);
  const licenses = readFileSync(join(dist, 'licenses.txt'), 'utf8');
  expect(licenses).toMatch(/^@modelcontextprotocol\/server .*: Apache-2\.0$/m);
  expect(licenses).toMatch(/^zod .*: MIT$/m);
});

test('--version and -v print the version of the package alone', async () => {
  const { version } = JSON.parse(readFileSync('packages/cli/package.json', 'utf8'));
  for (const args of [['--version'], ['-v']])
    expect(await tool.run(args)).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  for (const args of [
    ['--version', '--json'],
    ['--json', '--version'],
  ])
    expect((await tool.run(args)).json).toEqual({ version });
  const withCommand = await tool.run(['payments', 'list', '--version']);
  expect([withCommand.code, withCommand.err]).toEqual([2, expect.stringContaining('no flag `--version`')]);
});

test('every command has a help that fits a screen, and exits with 0', async () => {
  const { out, code } = await tool.run(['help']);
  expect(code).toBe(0);
  const namesIn = (text: string) =>
    [...text.matchAll(/^ {2}(\S+(?: [a-z]+)?) {2,}/gm)].map(([, name = '']) => name);
  const ran = (names: readonly string[]) =>
    Promise.all(names.map((name) => tool.run([...name.split(' '), '--help'])));
  const firsts = await ran(namesIn(out));
  const groups = firsts.filter((help) => help.out.startsWith('florin <command>'));
  const seconds = groups.flatMap((help) => namesIn(help.out));
  expect(namesIn(out)).toEqual(expect.arrayContaining(['login', 'payments', 'operator']));
  expect(seconds).toEqual(
    expect.arrayContaining(['payments refund', 'links create', 'merchants get', 'operator books']),
  );
  const helps = [...firsts, ...(await ran(seconds))];
  // The overview names each command in a line of its own.
  for (const [help, most] of [
    [{ code, out, err: '' }, 33] as const,
    ...helps.map((help) => [help, 24] as const),
  ]) {
    expect([help.code, help.err]).toEqual([0, '']);
    const lines = help.out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(most);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  }
});

test.each([
  [['payments', 'refund', 'x', '--ammount', '5'], 'Did you mean `--amount`?'],
  [['paymets', 'list'], 'Did you mean `payments list`?'],
  [['operator', 'add-app'], 'There is no command `operator add-app`.\nThere are: operator connect'],
  [['payments', 'reufnd'], 'Did you mean `payments refund`?'],
  [['payments', 'get'], 'needs <id>'],
  [['payments', 'get', 'x', 'y'], 'does not take `y`'],
  [['payments', 'list', '--limit'], '`--limit` needs a value, N'],
  [['payments', 'list', '--json=yes'], '`--json` takes no value'],
  [['payments', 'capture', 'x', '--amount', '49.99'], 'whole number of minor units'],
  [['payments', 'capture', 'x'], 'either `--amount N` or `--all`'],
  [['payments', 'capture', 'x', '--amount', '5', '--all'], 'either `--amount N` or `--all`'],
  [
    ['payments', 'refund', 'x', '--all', '--reason', 'late'],
    'must be one of requested_by_customer, duplicate',
  ],
  [['payments', 'capture', 'x', '--all', '--reason', 'other'], 'has no flag `--reason`'],
  [['links', 'create', '--amount', '5'], '`--currency EUR` is missing'],
  [['links', 'create', '--amount', '5', '--currency', 'eur'], 'three capital letters'],
  [['login', '--key', 'k'], 'has no flag `--key`'],
])('wrong usage exits with 2 and says how to repair it: %j', async (args, says) => {
  const { code, out, err } = await tool.run(args, { FLORIN_KEY: 'k', FLORIN_URL: 'http://127.0.0.1:1' });
  expect(err).toContain(says);
  expect([code, out]).toEqual([2, '']);
});

describe('a login', () => {
  test('a login keeps the key in a file that nobody else can read, and never shows it', async () => {
    const { app, key, merchant } = await ownShop();
    const login = await tool.run(
      ['login', '--url', `${baseUrl}/`, '--merchant', merchant.id, '--json'],
      {},
      `${key}\n`,
    );
    expect([login.code, login.json]).toEqual([
      0,
      { profile: 'default', baseUrl, app: { id: app.id, name: 'Test' }, keptIn: profiles() },
    ]);
    expect(statSync(profiles()).mode & 0o777).toBe(0o600);
    expect(statSync(join(profiles(), '..')).mode & 0o777).toBe(0o700);
    const shown = await tool.run(['merchants', 'get', merchant.id, '--json']);
    expect([shown.code, shown.json.id]).toEqual([0, merchant.id]);
    const list = await tool.run(['payments', 'list']);
    expect(list).toMatchObject({ code: 0, out: 'No payments.\n' });
    for (const { out, err } of [login, shown, list]) expect(out + err).not.toContain(key);
    const logout = await tool.run(['logout']);
    expect(logout.code).toBe(0);
    expect(readFileSync(profiles(), 'utf8')).not.toContain(key);
    expect(await tool.run(['payments', 'list'])).toMatchObject({ code: 2, out: '' });
    expect((await tool.run(['logout'])).code).toBe(2);
  });

  test('each of several profiles is used only at its own address; FLORIN_KEY and FLORIN_URL take precedence', async () => {
    const [one, two] = [await ownShop(), await ownShop()];
    for (const [name, { key }] of [
      ['one', one],
      ['two', two],
    ] as const)
      expect((await tool.run(['login', '--profile', name, '--url', baseUrl], {}, key)).code).toBe(0);
    const merchantsOf = async (args: string[], env = {}) =>
      (await tool.run(['merchants', 'list', '--json', ...args], env)).json.map(
        ({ id }: { id: string }) => id,
      );
    expect(await merchantsOf(['--profile', 'one'])).toEqual([one.merchant.id]);
    expect(await merchantsOf([], { FLORIN_PROFILE: 'two' })).toEqual([two.merchant.id]);
    expect(await merchantsOf(['--profile', 'two'], one.env)).toEqual([one.merchant.id]);
    const elsewhere = await tool.run(['merchants', 'list', '--profile', 'one'], {
      FLORIN_URL: 'http://127.0.0.1:1',
    });
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.err).toContain(`belongs to ${baseUrl}`);
    expect(await tool.run(['logout', '--profile', 'one'])).toMatchObject({ code: 0 });
    expect(await merchantsOf(['--profile', 'two'])).toEqual([two.merchant.id]);
    expect((await tool.run(['logout', '--profile', '__proto__'])).code).toBe(2);
  });

  test('with a wrong key exits with 1, keeps nothing, and does not show the key', async () => {
    const [key, args] = ['not-a-key-of-anybody', ['login', '--profile', 'wrong', '--url', baseUrl]];
    const { code, out, err } = await tool.run(args, {}, key);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The key is unknown there');
    expect(err).not.toContain(key);
    expect((await tool.run(['merchants', 'list', '--profile', 'wrong'])).code).toBe(2);
    const json = await tool.run(['merchants', 'list', '--json'], { FLORIN_URL: baseUrl, FLORIN_KEY: key });
    expect([json.code, json.err, json.json.error.status]).toEqual([1, '', 401]);
  });

  test('a login refuses a file of keys that others can read', async () => {
    const { key } = await ownShop();
    await tool.run(['login', '--profile', 'open', '--url', baseUrl], {}, key);
    chmodSync(profiles(), 0o644);
    const { code, err } = await tool.run(['merchants', 'list', '--profile', 'open']);
    chmodSync(profiles(), 0o600);
    expect([code, err]).toEqual([2, expect.stringContaining('chmod 600')]);
  });

  test('a login keeps the key in the keychain by its standard input, if there is a keychain', async () => {
    const { key, merchant } = await ownShop();
    const bin = join(tool.folder, 'keychain');
    mkdirSync(bin);
    // Stores the secret in a file, and records its arguments.
    const program = `#!/bin/sh
echo "$@" >> ${bin}/arguments
case $1 in store) cat > ${bin}/secret ;; lookup) cat ${bin}/secret ;; clear) rm ${bin}/secret ;; esac
`;
    writeFileSync(join(bin, 'secret-tool'), program, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const login = await tool.run(['login', '--profile', 'chain', '--url', baseUrl, '--json'], env, key);
    expect([login.code, login.json.keptIn]).toEqual([0, expect.stringContaining('keychain')]);
    expect(readFileSync(profiles(), 'utf8')).not.toContain(key);
    expect(readFileSync(join(bin, 'arguments'), 'utf8')).not.toContain(key);
    const list = await tool.run(['merchants', 'list', '--profile', 'chain', '--json'], env);
    expect(list.json).toMatchObject([{ id: merchant.id }]);
    expect((await tool.run(['logout', '--profile', 'chain'], env)).code).toBe(0);
    expect(readdirSync(bin)).not.toContain('secret');
  });

  testOnLinux('the key is in no argument of the tool, and of no program that it starts', async () => {
    const { key } = await ownShop();
    // Never answers, so that the tool runs until the test ends it.
    const server = createServer();
    const arrived = once(server, 'request');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const running = tool.start(['login', '--url', url], {}, key);
    try {
      const [request] = await arrived;
      expect(request.headers.authorization).toBe(`Basic ${Buffer.from(`:${key}`).toString('base64')}`);
      const lines = argumentsOfAll();
      expect(lines.some((line) => line.includes('.bin/florin\0login'))).toBe(true);
      expect(lines.filter((line) => line.includes(key))).toEqual([]);
    } finally {
      running.child.kill('SIGKILL');
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('payments', () => {
  test('a payment by a method is listed with its name, and a link takes only some methods', async () => {
    const { merchant, env } = await ownShop({ methods: ['mobilepay', 'blik'] });
    const id = await byMethod(here).paidBy(merchant, 'mobilepay');
    expect((await tool.run(['payments', 'list'], env)).out).toMatch(new RegExp(`^${id} .* MobilePay`, 'm'));
    const create = ['links', 'create', '--amount', '100', '--currency', 'EUR', '--json', '--methods'];
    for (const [given, methods] of [
      ['mobilepay,blik', ['mobilepay', 'blik']],
      ['none', []],
    ] as const)
      expect((await tool.run([...create, given], env)).json.link).toMatchObject({ methods });
    expect(await tool.run([...create, 'acme'], env)).toMatchObject({
      code: 1,
      out: expect.stringContaining('mobilepay, blik; got acme'),
    });
  });

  test('payments are listed, shown, captured, refunded and released, in JSON', async () => {
    const { env, merchant, key } = await ownShop();
    const id = await authorized(merchant);
    const ids = async (...flags: string[]) =>
      (await tool.run(['payments', 'list', '--json', ...flags], env)).json.map(
        (one: { id: string }) => one.id,
      );
    expect(await ids('--pending')).toEqual([id]);
    const capture = await tool.run(
      ['payments', 'capture', id, '--amount', '6000', '--currency', 'EUR', '--json'],
      env,
    );
    expect([capture.code, capture.json]).toMatchObject([
      0,
      { idempotencyKey: expect.stringMatching(/^[\w-]{36}$/), transaction: { capturedAmount: 6000 } },
    ]);
    expect(capture.err).toBe(`Idempotency key: ${capture.json.idempotencyKey}\n`);
    const refund = await tool.run(
      ['payments', 'refund', id, '--amount', '1000', '--reason', 'duplicate', '--json'],
      env,
    );
    expect(refund.json.transaction.refundedAmount).toBe(1000);
    expect(refund.json.transaction.trail.at(-1)).toMatchObject({ refund: true, reason: 'duplicate' });
    const rest = await tool.run(['payments', 'void', id, '--all', '--json'], env);
    expect(rest.json.transaction).toMatchObject({ voidedAmount: 4000, pendingAmount: 0 });
    expect(await ids('--pending')).toEqual([]);
    expect(await ids('--declined')).toEqual([]);
    expect(await ids('--limit', '1', '--merchant', merchant.id)).toEqual([id]);
    const shown = await tool.run(['payments', 'get', id, '--json'], env);
    expect(shown.json).toEqual(await transaction(key, id));
    const human = await tool.run(['payments', 'get', id], env);
    expect(human.out).toMatch(/capture +6000.*refund +1000.*void +4000/s);
    const again = await tool.run(['payments', 'void', id, '--all'], env);
    expect(again).toMatchObject({ code: 2, err: 'florin: Nothing is left to void.\n' });
  });

  test('payments are not moved by an amount in another currency; a refusal of the API exits with 1', async () => {
    const { env, merchant, key } = await ownShop();
    const id = await authorized(merchant);
    const wrong = await tool.run(['payments', 'capture', id, '--amount', '500', '--currency', 'DKK'], env);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('in EUR, not in DKK')]);
    const much = await tool.run(['payments', 'capture', id, '--amount', '10001', '--json'], env);
    expect([much.code, much.json.error]).toMatchObject([
      1,
      { code: 'INVALID', faults: [{ field: 'amount' }] },
    ]);
    expect((await transaction(key, id)).trail).toEqual([]);
    const absent = await tool.run(['payments', 'get', '0'.repeat(24)], env);
    expect([absent.code, absent.out]).toEqual([1, '']);
    const path = await tool.run(['payments', 'get', '..'], env);
    expect(path.code).toBe(2);
  });

  test('a refund whose answer is lost exits with 3, and the command that it prints moves nothing twice', async () => {
    const { env, merchant, key } = await ownShop();
    const id = await authorized(merchant);
    await tool.run(['payments', 'capture', id, '--all'], env);
    const line = await startCutting(baseUrl);
    try {
      line.lose(/refunds/);
      const cut = { ...env, FLORIN_URL: line.url };
      // A value that begins with a hyphen.
      const own = `--idempotency-key=-${id}`;
      const lost = await tool.run(['payments', 'refund', id, '--amount', '700', own], cut);
      expect([lost.code, lost.out]).toEqual([3, '']);
      expect(lost.err).toContain('The outcome is unknown');
      line.lose(undefined);
      const repeat = /^ {2}florin (.*)$/m.exec(lost.err)?.[1]?.split(' ') ?? [];
      expect(repeat).toContain(own);
      for (const _ of ['first', 'second']) {
        const again = await tool.run([...repeat, '--json'], cut);
        expect([again.code, again.json.transaction.refundedAmount]).toEqual([0, 700]);
      }
      expect((await transaction(key, id)).refundedAmount).toBe(700);
      line.lose(/refunds/);
      const json = await tool.run(['payments', 'refund', id, '--all', '--json'], cut);
      expect([json.code, json.json.error]).toMatchObject([3, { outcome: 'unknown', code: 'UNREACHABLE' }]);
      expect(json.json.error.repeat).toMatch(/--amount 9300 .*--idempotency-key \w/);
    } finally {
      line.stop();
    }
  });

  test('without a response, the exit code is 3, and the key is not shown', async () => {
    const env = { FLORIN_URL: `http://127.0.0.1:${await freePort()}`, FLORIN_KEY: 'secret-of-somebody' };
    const { code, out, err } = await tool.run(['merchants', 'list'], env);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(`The connection to ${env.FLORIN_URL} failed`);
    expect(err).toContain('Nothing answers there');
    expect(err).not.toContain(env.FLORIN_KEY);
  });
});

describe('keys', () => {
  test('keys are made with limits, listed, limited again and removed', async () => {
    const { env, merchant } = await ownShop();
    const limits = [
      '--role',
      'support',
      '--refund-cap',
      '5000,20000/day,USD:100',
      '--networks',
      '127.0.0.0/8, ::1',
    ];
    const made = await tool.run(['keys', 'create', '--name', 'Helpdesk', ...limits, '--json'], env);
    const { app, idempotencyKey } = made.json;
    const caps = [
      { currency: 'EUR', each: 5000, day: 20_000 },
      { currency: 'USD', each: 100 },
    ];
    const list = async () => (await tool.run(['keys', 'list', '--json'], env)).json;
    expect((await list())[0]).toMatchObject({
      id: app.id,
      role: 'support',
      refundCaps: caps,
      networks: ['127.0.0.0/8', '::1'],
    });
    const again = [
      'keys',
      'create',
      '--name',
      'Helpdesk',
      ...limits,
      '--json',
      '--idempotency-key',
      idempotencyKey,
    ];
    expect((await tool.run(again, env)).json.app.key).toBe(app.key);
    const own = { key: app.key };
    expect((await api('GET', `/merchants/${merchant.id}`, own)).status).toBe(200);
    expect((await tool.run(['keys', 'list'], env)).out).toMatch(/last used \(UTC\)\s+from/);
    expect((await tool.run(['keys', 'list'], env)).out).toMatch(/support\s+EUR:5000,EUR:20000\/day,USD:100/);
    const rotate = ['keys', 'rotate', app.id, '--name', 'New', '--until', '2090-01-01T00:00:00Z', '--json'];
    const { app: next } = (await tool.run(rotate, env)).json;
    expect((await list())[0]).toMatchObject({ id: next.id, role: 'support', refundCaps: caps });
    expect((await tool.run(['keys', 'remove', next.id], env)).code).toBe(0);
    expect((await tool.run(['keys', 'limit', app.id, '--role', 'cashier'], env)).code).toBe(0);
    expect((await api('GET', `/merchants/${merchant.id}`, own)).status).toBe(403);
    expect((await tool.run(['keys', 'remove', app.id], env)).code).toBe(0);
    expect(await list()).toHaveLength(1);
  });

  test.each([
    [['--role', 'root'], 'must be one of owner, member'],
    [['--refund-cap', '10.50'], 'must be like 5000, 20000/day'],
    [['--refund-cap', '100/week'], 'must be like 5000, 20000/day'],
  ])('%j is a wrong use, and makes no key', async (flags, message) => {
    const { env } = await ownShop();
    const { code, err } = await tool.run(['keys', 'create', '--name', 'x', ...flags], env);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('customers', () => {
  test('a customer is disclosed to a file for its owner alone, and erased only with --yes', async () => {
    const { env, merchant } = await ownShop();
    const email = `ann.${merchant.id}@example.com`;
    const made = ['links', 'create', '--amount', '100', '--currency', 'EUR', '--email', email, '--json'];
    const { link } = (await tool.run(made, env)).json;
    const folder = mkdtempSync(join(tmpdir(), 'florin-customer-'));
    const output = join(folder, 'ann.json');
    const words = ['customers', 'disclose', '--email', email, '--output', output];
    expect(await tool.run(words, env)).toMatchObject({ code: 0, out: expect.stringContaining('1 links') });
    expect(JSON.parse(readFileSync(output, 'utf8')).links).toMatchObject([{ id: link.id, email }]);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect((await tool.run(words, env)).code).not.toBe(0);
    rmSync(folder, { recursive: true });
    const erase = ['customers', 'erase', '--email', email.toUpperCase(), '--json'];
    expect((await tool.run(erase, env)).json.found).toMatchObject({ links: 1 });
    const emailOf = async () =>
      (await api('GET', `/links/${link.id}`, { key: env.FLORIN_KEY })).body.link.email;
    expect(await emailOf()).toBe(email);
    expect((await tool.run([...erase, '--yes'], env)).json).toMatchObject({
      erased: { links: 1 },
      waiting: 0,
    });
    expect(await emailOf()).toBeNull();
    expect((await tool.run([...erase, '--yes'], env)).json).toMatchObject({ erased: { links: 0 } });
    expect((await tool.run(['customers', 'erase', '--yes'], env)).code).toBe(2);
  });
});

describe('payment links', () => {
  test('payment links are made, listed and switched off', async () => {
    const { env, merchant } = await ownShop();
    const flags = [
      '--amount',
      '1250',
      '--currency',
      'EUR',
      '--reference',
      'order 1',
      '--uses',
      '3',
      '--capture',
    ];
    const made = await tool.run(['links', 'create', ...flags, '--json'], env);
    const { link, idempotencyKey } = made.json;
    expect(link).toMatchObject({
      amount: 1250,
      merchantId: merchant.id,
      uses: 3,
      capture: true,
      status: 'open',
    });
    const again = await tool.run(
      ['links', 'create', ...flags, '--json', '--idempotency-key', idempotencyKey],
      env,
    );
    expect(again.json.link.id).toBe(link.id);
    expect((await tool.run(['links', 'list'], env)).out).toContain('order 1');
    expect((await tool.run(['links', 'off', link.id], env)).code).toBe(0);
    expect((await tool.run(['links', 'list', '--json'], env)).json).toMatchObject([
      { id: link.id, status: 'disabled' },
    ]);
  });

  test('terminal commands and forged lines in a reference are shown, and not obeyed', async () => {
    const { env, merchant, key } = await ownShop();
    const reference = 'a\u001b[2J\u001b]0;owned\u0007\nflorin: paid\r\u009b31m\u202eb';
    const body = { amount: 500, currency: 'EUR', reference };
    expect((await api('POST', `/merchants/${merchant.id}/links`, { key, body })).status).toBe(201);
    const { out } = await tool.run(['links', 'list'], env);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be absent
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(out).toContain('a\\u{1b}[2J');
    const json = await tool.run(['links', 'list', '--json'], env);
    expect(json.json[0].reference).toBe(reference);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be absent
    expect(json.out).not.toMatch(/[\u001b\u009b\u202e]/);
  });
});

test('`florin clock` shows and moves the clock of this machine’s Florin, and says why it does not', async () => {
  const env = { AWS_PORT: new URL(process.env.FLORIN_AWS_URL ?? '').port };
  const shown = await tool.run(['clock'], env);
  expect([shown.code, shown.out]).toEqual([
    0,
    expect.stringMatching(/^20\d\d-\S+Z, .* ahead of this machine\n$/),
  ]);
  const before = (await tool.run(['clock', '--json'], env)).json;
  const moved = await tool.run(['clock', '+2m', '--json'], env);
  expect(moved.json).toMatchObject({ ahead: before.ahead + 120, ran: { FinishOperations: 1 } });
  expect((await tool.run(['clock', '+1s'], env)).out).toContain('Has run: FinishOperations 1');
  const back = await tool.run(['clock', '2026-01-01'], env);
  expect([back.code, back.err]).toEqual([2, expect.stringContaining('The clock never goes back')]);
  const none = await tool.run(['clock', '+8d'], { AWS_PORT: String(await freePort()) });
  expect([none.code, none.err]).toEqual([3, expect.stringContaining('No Florin answers')]);
});
