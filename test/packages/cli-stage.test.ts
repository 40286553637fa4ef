import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { freePort } from '../examples/free-port.ts';
import { useTool } from './tool.ts';

const { api, shop, createApp, createMerchant } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const tool = useTool();

/** Functions that end what a test has started, also after a failure. */
const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** Runs the doctor, and returns its results by the names of its checks. */
async function runDoctor(env: Record<string, string>) {
  const { code, json } = await tool.run(['doctor', '--json'], env);
  const results = Object.fromEntries(
    json.checks.map(({ name, result }: Record<string, string>) => [name, result]),
  );
  return { code, results, checks: json.checks };
}

describe('doctor', () => {
  test('doctor passes for a running Florin, and warns of a merchant without webhooks', async () => {
    const { key, merchant } = await shop();
    const { code, results } = await runDoctor({ FLORIN_URL: baseUrl, FLORIN_KEY: key });
    expect([code, results]).toEqual([
      0,
      {
        reachable: 'ok',
        version: 'ok',
        clock: 'ok',
        'checkout API': 'ok',
        key: 'ok',
        [`merchant ${merchant.id}`]: 'ok',
        [`webhooks of ${merchant.id}`]: 'warning',
      },
    ]);
  });

  test('doctor says what to do about a wrong key, a live merchant without an acquirer, and a webhook that fails', async () => {
    const wrong = await tool.run(['doctor'], { FLORIN_URL: baseUrl, FLORIN_KEY: 'not-a-key-of-anybody' });
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/FAILED {2}key: .*\n.*florin login/)]);
    expect(wrong.out).not.toContain('not-a-key-of-anybody');

    const app = await createApp('a\nok      key: forged \u001b[2J');
    const merchant = await createMerchant(app.key);
    const live = await createMerchant(app.key, { test: false });
    const server = await startReceiver((response) => response.writeHead(500).end());
    ends.push(() => server.stop());
    const at = `/merchants/${merchant.id}/webhooks`;
    const { webhook } = (await api('POST', at, { key: app.key, body: { url: server.url } })).body;
    const test = await api('POST', `${at}/${webhook.id}/tests`, { key: app.key });
    await waitUntil(
      async () =>
        (await api('GET', `${at}/${webhook.id}/deliveries/${test.body.delivery.id}`, { key: app.key })).body,
      ({ delivery }) => delivery.attempts.length > 0,
    );
    const env = { FLORIN_URL: baseUrl, FLORIN_KEY: app.key };
    const { code, results, checks } = await runDoctor(env);
    expect([code, results[`merchant ${live.id}`], results[`webhook ${webhook.id}`]]).toEqual([
      1,
      'failed',
      'failed',
    ]);
    expect(JSON.stringify(checks)).toContain(`florin operator connect ${live.id}`);
    const { out } = await tool.run(['doctor'], env);
    expect(out).not.toMatch(/^ok {6}key: forged/m);
  });

  test('without a key checks from outside', async () => {
    const { code, results } = await runDoctor({ FLORIN_URL: baseUrl });
    expect([code, results.key, results.reachable]).toEqual([0, 'warning', 'ok']);
  });

  test('doctor reports a wrong clock, another version, another program, and no response', async () => {
    const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
    let body: unknown = { ...document, info: { ...document.info, version: '0.9.0' } };
    const server = createServer((_, response) => {
      response.sendDate = false;
      response.writeHead(200, { date: new Date(Date.now() - 600_000).toUTCString() });
      response.end(JSON.stringify(body));
    });
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const env = { FLORIN_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const { code, results } = await runDoctor(env);
    expect([code, results.clock, results.version]).toEqual([1, 'failed', 'warning']);
    body = { hello: 'world' };
    expect(await runDoctor(env)).toMatchObject({ code: 3, results: { reachable: 'failed' } });
    const nobody = { FLORIN_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await runDoctor(nobody)).toMatchObject({ code: 3, results: { reachable: 'failed' } });
    expect(await tool.run(['trigger', 'merchant.updated'], nobody)).toMatchObject({ code: 3, out: '' });
  });
});

test('fixtures makes a merchant whose history shows each state, and keeps its key', async () => {
  const env = { FLORIN_URL: baseUrl };
  const made = await tool.run(['fixtures', '--profile', 'demo', '--json'], env);
  expect(made.code).toBe(0);
  const { merchantId } = made.json;
  const list = async (...args: string[]) => (await tool.run([...args, '--json', '--profile', 'demo'])).json;
  const payments = await list('payments', 'list');
  const sum = (name: string) =>
    payments.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0);
  expect(payments.every((one: { merchantId: string }) => one.merchantId === merchantId)).toBe(true);
  expect([sum('capturedAmount'), sum('refundedAmount'), sum('voidedAmount'), sum('pendingAmount')]).toEqual([
    27_799, 5500, 4500, 7400,
  ]);
  expect(await list('payments', 'list', '--declined')).toHaveLength(1);
  const links = await list('links', 'list');
  expect(links.map(({ status }: { status: string }) => status)).toEqual(['disabled', 'open']);
  const { key, merchant } = await shop();
  const own = await tool.run(['fixtures', '--json'], { ...env, FLORIN_KEY: key });
  expect(own.json.merchantId).not.toBe(merchant.id);
  const several = await tool.run(['payments', 'list'], { ...env, FLORIN_KEY: key });
  expect([several.code, several.err]).toEqual([2, expect.stringContaining('several merchants')]);
});

test('open prints the addresses', async () => {
  const url = 'https://api.example.com/v1';
  const open = async (what: string, env = {}) =>
    (await tool.run(['open', what], { FLORIN_URL: url, ...env })).out;
  expect(await open('docs')).toBe(`${url}/docs\n`);
  expect(await open('console', { FLORIN_CONSOLE_URL: 'https://console.example.com' })).toBe(
    'https://console.example.com\n',
  );
  expect((await tool.run(['open', 'console'], { FLORIN_URL: url })).err).toContain('ConsoleUrl');
  expect((await tool.run(['open', 'fridge'], { FLORIN_URL: url })).code).toBe(2);
});

const shells = ['bash', 'zsh'].filter((shell) => spawnSync(shell, ['--version']).status === 0);

test.each(shells)('completion works in %s', (shell) => {
  const script = join(tool.folder, `completion.${shell}`);
  writeFileSync(script, execFileSync(tool.program, ['completion', shell]));
  const completed = (...words: string[]) => {
    const code =
      shell === 'bash'
        ? `source ${script}; COMP_WORDS=(florin "$@"); COMP_CWORD=$#; _florin; echo "\${COMPREPLY[*]}"`
        : `autoload -U compinit; compinit -u -D; source ${script}; setopt ksharrays shwordsplit; COMP_WORDS=(florin "$@"); COMP_CWORD=$#; _florin; echo "\${COMPREPLY[*]}"`;
    const printed = execFileSync(shell, ['-c', code, shell, ...words], { encoding: 'utf8' });
    // zsh itself keeps only the words that begin with the typed one.
    return printed
      .trim()
      .split(' ')
      .filter((word) => word.startsWith(words.at(-1) ?? ''))
      .join(' ');
  };
  expect(completed('paym')).toBe('payments');
  expect(completed('--v')).toBe('--version');
  expect(completed('payments', 're')).toBe('refund');
  expect(completed('payments', 'refund', 'x', '--am')).toBe('--amount');
  expect(completed('trigger', 'dispute.w')).toBe('dispute.won');
  expect(completed('operator', 'dis')).toBe('disable');
  expect(completed('logs', 'tail', '--st')).toBe('--stage --status');
  expect(completed('doctor', '--st')).toBe('--stage');
  expect(completed('operator', 'connect', 'x', '--inc')).toBe('--increments');
  expect(completed('operator', 'reread', 'Send')).toBe('SendMail');
  expect(completed('completion', '')).toContain('bash zsh');
});
