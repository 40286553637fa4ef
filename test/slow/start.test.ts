import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { planHistory } from '../../lib/local/history/plan.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

const command = ['--import', 'tsx', 'lib/local/main.ts'];
const ports = { PORT: '0', POS_PORT: '0', CONSOLE_PORT: '0', AWS_PORT: '0' };

interface Started {
  /** The printed lines. */
  lines: string[];
  /** Returns the address that Florin prints after this name. */
  at(name: string): string;
}

const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  }
});

/** Runs `npm start -- …` as people do, without the settings that other tests need. */
async function start(args: string[] = [], cwd = '.'): Promise<Started> {
  const child = spawn(process.execPath, [...command, '--memory', ...args], {
    cwd,
    env: { ...process.env, ...ports },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines: string[] = [];
  await new Promise<void>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`Florin ended with ${code}\n${lines.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('Florin is ready')) done();
    });
  });
  const at = (name: string) =>
    lines.map((line) => line.split(/ {2,}/)).find((cells) => cells[1] === name)?.[2] ?? '';
  return { lines, at };
}

test('npm start prints in a few lines what to open first, and a link that can be paid, without routes or colours', async () => {
  const { lines, at } = await start();
  expect(lines.length).toBeLessThanOrEqual(22);
  expect(lines.join('\n')).not.toMatch(/\{merchantId\}|"level"/);
  expect(lines.join('\n')).not.toContain('\x1b');
  expect((await fetch(at('API docs'))).status).toBe(200);
  expect(at('E-mail')).toMatch(/^file:\/\/\/.*\/$/);

  const link = new URL(at('Payment link'));
  const opened = await fetch(link);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await opened.text()).toContain('Sample shop');
  const customer = world({ baseUrl: at('API'), posUrl: link.origin });
  const merchant = { key: link.searchParams.get('key'), currency: link.searchParams.get('currency') };
  const paid = await customer.pay(await customer.payment(merchant));
  expect(paid.status).toBe(201);

  // The printed command finds the payment.
  const { stdout } = spawnSync('sh', ['-c', at('Its payments').replace(/^curl /, 'curl -s ')], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ id: paid.body.authorizationId })]);

  // A browser is redirected from the root; an API client gets the API's answer.
  const page = await fetch(at('API'), { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(page.status).toBe(200);
  const html = await page.text();
  // The command contains an API key. The page must not show the key.
  expect(html).not.toMatch(/Its payments|curl/);
  for (const name of ['API docs', 'Payment link'])
    expect(html).toContain(`<a href="${at(name).replaceAll('&', '&#38;')}">`);
  for (const [, link = ''] of html.matchAll(/<a href="([^"]*)">/g))
    expect([link, (await fetch(link.replaceAll('&#38;', '&'))).status]).toEqual([link, 200]);
  const refused = await fetch(at('API'), { headers: { accept: 'application/json' } });
  expect(refused.status).toBe(404);
  expect(refused.headers.get('content-type')).toMatch(/^application\/json/);

  // The log has one readable line for each request.
  await fetch(`${at('API')}/once`);
  await waitUntil(
    async () => lines,
    (printed) => printed.some((line) => line.includes(' GET /once ')),
  );
  for (const [path, times] of [
    ['/once', 1],
    ['/docs', 2],
  ])
    expect(lines.filter((line) => line.includes(` ${path} `))).toHaveLength(times as number);
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
});

test('--sample makes a shop with payments of the past days, whose ledger agrees with the acquirer’s balance transactions', async () => {
  const { lines, at } = await start(['--sample=21']);
  const [, appKey = '', list = ''] = /-u :(\S+) '(.+)'/.exec(at('Its payments')) ?? [];
  const authorization = `Basic ${Buffer.from(`:${appKey}`).toString('base64')}`;
  const read = async (url: string) => (await fetch(url, { headers: { authorization } })).json();
  const merchant = list.replace(/\/transactions.*/, '');
  const payments: Payment[] = await read(list.replace('limit=10', 'limit=100'));
  expect(payments.length).toBeGreaterThan(40);
  const times = payments.map(({ created }) => Date.parse(created));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(Math.max(...times)).toBeLessThan(Date.now());
  expect(Math.min(...times)).toBeLessThan(Date.now() - 18 * 86_400_000);
  expect(payments.some(({ linkId }) => linkId !== null)).toBe(true);
  expect(payments.some(({ capturedAmount }) => capturedAmount > 0)).toBe(true);
  // Chance decides who pays with which card: see the plan of this merchant. Its last hour may be later than the sample.
  const until = Date.now() - 3_600_000;
  const planned = planHistory(Date.now(), 21, merchant.split('/').at(-1) ?? '').filter(
    (step) => step.kind === 'payment' && step.at < until && /^41.*0(4|6|7|31)$/.test(step.sale.card),
  );
  const declined = payments.filter(({ successful, created }) => !successful && Date.parse(created) < until);
  expect(declined).toHaveLength(planned.length);
  for (const { payer, custom, linkId } of payments) {
    expect(payer).toEqual({
      name: expect.any(String),
      email: expect.stringMatching(/^\w+\.\w+@example\.com$/),
    });
    if (linkId === null) expect(custom).toEqual({ reference: expect.stringMatching(/^Order \d{4}$/) });
  }
  expect((await read(`${merchant}/links?limit=10`)).length).toBeGreaterThan(2);
  expect((await read(`${merchant}/payouts?limit=10`)).length).toBeGreaterThan(1);
  // The clock is right again, so the link that signs in, which lasts 15 minutes, works.
  const { headers } = await fetch(at('API'));
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
  // The requests that make the history are not in the log.
  expect(lines.filter((line) => line.includes('POST /payments'))).toEqual([]);
});

interface Payment {
  created: string;
  capturedAmount: number;
  linkId: string | null;
  successful: boolean;
  payer: unknown;
  custom: unknown;
}

test('npm start ends when its output is closed', async () => {
  const { at } = await start();
  const [child] = running as [ChildProcess];
  const ended = once(child, 'exit');
  child.stdout?.destroy();
  // The log has one line for each request.
  const asked = setInterval(() => void fetch(`${at('API')}/apps`).catch(() => {}), 100);
  expect((await ended)[0]).toBe(0);
  clearInterval(asked);
});

test('npm start lists every route on request', async () => {
  const { lines } = await start(['--routes']);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}GET +\/merchants\/\{merchantId\} +GetMerchantsMerchantId$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}schedule +PayOut/));
});

test('an unknown flag prints a usage line, and --help lists the flags', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [...command, ...args], { encoding: 'utf8' });
  const wrong = run('--memroy');
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^Florin: .*--memroy.*\nUsage: npm start .*--memory.*\n$/);
  expect(run('now').status).toBe(2);
  const help = run('--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  const named = [...help.stdout.matchAll(/^ {2}(--[\w-]+) /gm)].map(([, name]) => name);
  expect(named).toEqual(
    ['memory', 'routes', 'sample', 'model', 'cold', 'watch', 'json-ready', 'help'].map((name) => `--${name}`),
  );
  // The help fits a terminal of 120 columns.
  expect(Math.max(...help.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
});

test.each([
  ['SEAL_KEY', 'c2hvcnQ=', '32 bytes in Base64'],
  ['HELLO_CREDENTIALS', 'florin', 'user:password'],
  ['STRIPE_CREDENTIALS', 'abc', 'JSON such as {"apiKey":"sk_test_…","webhookSecrets":["whsec_…"]}'],
])('npm start names the required form of an invalid %s, and does not show the value', (name, value, form) => {
  const env = { ...process.env, ...ports, [name]: value };
  const options = { encoding: 'utf8', env, timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, '--memory'], options);
  expect([status, stdout, stderr]).toEqual([1, 'Florin starts.\n', `Florin: ${name} must be ${form}\n`]);
});

test('a start reuses earlier build results, and serves every change', async () => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'florin-copy-')));
  for (const name of [
    'CHANGELOG.md',
    'docs',
    'lib',
    'functions',
    'schemas',
    'package.json',
    'package-lock.json',
    'cdk.json',
    'tsconfig.json',
  ])
    cpSync(name, join(copy, name), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules'))
    symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name));
  const noKey = async () => (await fetch((await start([], copy)).at('API docs'))).text();

  expect(await noKey()).toContain('<title>Florin documentation</title>');
  unlinkSync(join(copy, 'node_modules/aws-cdk-lib')); // a start that synthesized the stack again would fail
  expect(await noKey()).toContain('<title>Florin documentation</title>');
  symlinkSync(resolve('node_modules/aws-cdk-lib'), join(copy, 'node_modules/aws-cdk-lib'));

  const source = join(copy, 'docs/quick-start.md');
  writeFileSync(source, readFileSync(source, 'utf8').replace('# Quick start', '# Edited'));
  expect(await noKey()).toContain('<h1>Edited</h1>');
  for (const child of running.splice(0)) {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  rmSync(copy, { recursive: true });
});
