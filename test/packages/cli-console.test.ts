import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { sealFor } from '../../functions/console/client/account/tool-link.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { type Running, useTool } from './tool.ts';

const { shop } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';
const consoleUrl = 'https://console.example.com/v1';

const tool = useTool();

const running: Running[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a tool that waits for the console. The test plays the console. */
async function waiting(...flags: string[]) {
  const run = tool.start(['login', '--console', '--json', ...flags], {
    ...{ FLORIN_URL: baseUrl, FLORIN_CONSOLE_URL: `${consoleUrl}/` },
  });
  running.push(run);
  await waitUntil(
    async () => run.printed.err,
    (text) => text.includes('#/tool?'),
  );
  const link = new URL(/http\S+/.exec(run.printed.err)?.[0] ?? '');
  const query = new URLSearchParams(link.hash.slice(link.hash.indexOf('?')));
  const of = (name: string) => query.get(name) ?? '';
  const seal = await sealFor(of('point'), of('state'));
  return { ...run, link, query, seal, port: Number(of('port')), state: of('state') };
}

/** Sends a form to the tool, as a browser does. */
function post(port: number, fields: Record<string, string>, { method = 'POST', path = '/', host = '' } = {}) {
  return new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Host: host || `127.0.0.1:${port}`,
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? new URLSearchParams(fields).toString() : undefined);
  });
}

const profiles = () => {
  try {
    return readFileSync(join(tool.home, '.config/florin/profiles.json'), 'utf8');
  } catch {
    return '';
  }
};

test('a key from the console is stored as other keys are, and is in no output', async () => {
  const { key, merchant } = await shop({ name: 'Coffee' });
  const one = await waiting('--profile', 'console');
  expect(one.link.href).toMatch(/^https:\/\/console\.example\.com\/v1\/#\/tool\?/);
  expect(one.query.get('device')).toBe(
    hostname()
      .replace(/[^\w.-]/g, '')
      .slice(0, 63) || 'computer',
  );
  expect(one.printed.err).toContain(`\`${one.state.slice(0, 3)} ${one.state.slice(3, 6)}\``);
  const given = { state: one.state, merchant: merchant.id, key: await one.seal(key) };
  expect(await post(one.port, given)).toEqual({ status: 303, location: `${consoleUrl}/#/tool/done` });
  expect(await one.ended).toBe(0);
  expect(JSON.parse(one.printed.out)).toMatchObject({ profile: 'console', baseUrl });
  expect(JSON.parse(profiles()).console).toEqual({ baseUrl, key, merchantId: merchant.id });
  expect(one.printed.out + one.printed.err).not.toContain(key);
});

test('a guessed secret, another form, another path and another host are refused, and the tool continues to wait', async () => {
  const { key, merchant } = await shop();
  const one = await waiting('--profile', 'guessed');
  const sealed = await one.seal(key);
  const good = { state: one.state, merchant: merchant.id, key: sealed };
  const otherTool = await waiting('--profile', 'other');
  const attempts = [
    post(one.port, { ...good, state: 'a'.repeat(64) }),
    post(one.port, { ...good, state: '' }),
    post(one.port, { ...good, state: one.state.slice(0, 6) }),
    post(one.port, { ...good, state: otherTool.state, key: await otherTool.seal(key) }),
    // The key is not encrypted, or encrypted for another tool.
    post(one.port, { ...good, key }),
    post(one.port, { ...good, key: await otherTool.seal(key) }),
    post(one.port, { ...good, key: 'A'.repeat(10_000) }),
    post(one.port, good, { path: '/other' }),
    post(one.port, good, { path: `/?state=${one.state}&key=x`, method: 'GET' }),
    // The name of a page whose DNS entry now points to this machine.
    post(one.port, good, { host: `evil.example:${one.port}` }),
  ];
  for (const attempt of attempts) expect((await attempt).status).toBe(403);
  expect(profiles()).not.toContain('guessed');
  expect((await post(one.port, good)).status).toBe(303);
  expect(await one.ended).toBe(0);
});

test('a response counts once, also if two come at the same time', async () => {
  const [{ key, merchant }, other] = [await shop(), await shop()];
  const one = await waiting('--profile', 'twice');
  const given = { state: one.state, merchant: merchant.id, key: await one.seal(key) };
  const seal = await sealFor(one.query.get('point') ?? '', one.state);
  const second = { state: one.state, merchant: other.merchant.id, key: await seal(other.key) };
  const answers = await Promise.all(
    [given, second, given].map((form) => post(one.port, form).catch(() => ({ status: 0 }))),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(await one.ended).toBe(0);
  const kept = JSON.parse(profiles()).twice;
  expect([`${merchant.id} ${key}`, `${other.merchant.id} ${other.key}`]).toContain(
    `${kept.merchantId} ${kept.key}`,
  );
  await expect(post(one.port, given)).rejects.toThrow('ECONNREFUSED');
});

test('a key of another merchant, or of nobody, is not kept, and the browser says so', async () => {
  const [{ merchant }, other] = [await shop(), await shop()];
  const failed = { status: 303, location: `${consoleUrl}/#/tool/failed` };
  const certain = await waiting('--profile', 'certain', '--merchant', merchant.id);
  expect(certain.query.get('merchant')).toBe(merchant.id);
  const foreign = { state: certain.state, merchant: other.merchant.id, key: await certain.seal(other.key) };
  expect(await post(certain.port, foreign)).toEqual(failed);
  expect([await certain.ended, certain.printed.out]).toEqual([
    2,
    expect.stringContaining('another merchant'),
  ]);
  // The form names the wanted merchant, but the key belongs to another merchant.
  const lying = await waiting('--profile', 'certain', '--merchant', merchant.id);
  const lie = { state: lying.state, merchant: merchant.id, key: await lying.seal(other.key) };
  expect([await post(lying.port, lie), await lying.ended]).toEqual([failed, 1]);
  const nobody = await waiting('--profile', 'certain');
  const unknown = { state: nobody.state, merchant: merchant.id, key: await nobody.seal('not-a-key') };
  expect([await post(nobody.port, unknown), await nobody.ended]).toEqual([failed, 1]);
  expect(profiles()).not.toContain('certain');
});

test('only this machine reaches the port', async () => {
  const one = await waiting('--profile', 'near');
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of addresses)
    await expect(fetch(`http://${address}:${one.port}/`)).rejects.toThrow('fetch failed');
});

test('the tool needs the address of a console, and refuses a wrong name before a person makes a key', async () => {
  const away = await tool.run(['login', '--console', '--url', 'https://api.example.com']);
  expect([away.code, away.err]).toEqual([2, expect.stringContaining('--console-url')]);
  const named = await tool.run(['login', '--console', '--profile', 'a b'], {
    FLORIN_CONSOLE_URL: consoleUrl,
  });
  expect([named.code, named.err]).toEqual([2, expect.stringContaining('name of a profile')]);
});
