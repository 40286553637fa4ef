import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { pythonTool } from '../deploy/venv.ts';

const { api, shop, authorized } = world();

const place = mkdtempSync(join(tmpdir(), 'florin-receivers-'));

afterAll(() => rmSync(place, { recursive: true }));

/**
 * Servers that verify by other authors' libraries, or by an example that has none. Each entry installs a server, and returns the command that starts it.
 */
const receivers: Record<string, () => Promise<string[]>> = {
  'Node.js': async () => [process.execPath, '--input-type=module', '--eval', receiverOfGuide()],
  Python: async () => [pythonTool('webhooks'), 'test/webhooks/receiver.py'],
  'Python without a library': async () => ['python3', 'examples/python/webhooks.py'],
  Go: async () => {
    const binary = join(place, 'receiver');
    await promisify(execFile)('go', ['build', '-o', binary, '.'], { cwd: 'test/webhooks/go' });
    return [binary];
  },
};

/** Makes a server with the samples of docs/webhooks.md. */
function receiverOfGuide(): string {
  const guide = readFileSync('docs/webhooks.md', 'utf8');
  const [challenge = '', verify = ''] = [...guide.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  const [load = '', ...rest] = verify.split('\n');
  return `import { createServer } from 'node:http';
${load}
const secret = process.env.SECRET;
createServer(async (request, response) => {
  let bodyAsItCame = '';
  for await (const chunk of request) bodyAsItCame += chunk;
  try {
    ${rest.join('\n')}
    ${challenge}
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(process.env.PORT), '127.0.0.1');`;
}

const commands: Record<string, string[]> = {};

/**
 * The installations run before the first connection, because they block this process, which then would not notice that an
 * idle connection was closed.
 */
beforeAll(async () => {
  for (const [name, make] of Object.entries(receivers)) commands[name] = await make();
});

test.each(Object.keys(receivers))('a server in %s accepts only Florin’s events', async (name) => {
  const [command = '', ...args] = commands[name] ?? [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', path, { key, body: { url } })).body;
  const env = { ...process.env, PORT: String(port), SECRET: webhook.secret };
  Object.assign(env, { FLORIN_WEBHOOK_SECRET: webhook.secret });
  const child = spawn(command, args, { env, stdio: 'inherit' });
  try {
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await waitUntil(
      () => post({}),
      (status) => status === 401,
    );
    const forged = { 'webhook-id': '1', 'webhook-signature': 'v1,AAAA' };
    const now = Math.floor(Date.now() / 1000);
    expect(await post({ ...forged, 'webhook-timestamp': String(now) })).toBe(401);
    // A post that Florin has signed, sent again later by somebody who has recorded it.
    for (const [at, status] of [
      [now - 3600, 401],
      [now, 204],
    ] as const)
      expect([
        at,
        await fetch(url, { method: 'POST', ...signed(webhook.secret, at) }).then((r) => r.status),
      ]).toEqual([at, status]);
    await authorized(merchant, 1000);
    await api('POST', `${path}/${webhook.id}/tests`, { key });
    const deliveries = await waitUntil(
      async () => (await api('GET', `${path}/${webhook.id}/deliveries`, { key, query: { limit: 9 } })).body,
      (all) => all.length === 2 && all.every(({ attempts }: Delivery) => attempts.length > 0),
    );
    for (const { status, attempts } of deliveries as Delivery[])
      expect([status, attempts[0]?.status]).toEqual(['succeeded', 204]);
  } finally {
    child.kill();
  }
});

/** An event as Florin signs it at this time, in seconds since 1970. */
function signed(secret: string, at: number): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ id: '1', type: 'webhook.tested', data: {} });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`1.${at}.${body}`).digest('base64');
  return {
    body,
    headers: { 'webhook-id': '1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` },
  };
}

interface Delivery {
  status: string;
  attempts: { status: number }[];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
