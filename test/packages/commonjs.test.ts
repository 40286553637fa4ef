import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installClient } from './install.ts';
import { installRuntimes } from './install-runtimes.ts';

/** Uses values and types of both entries, as a CommonJS module of a user does. */
const usage = `import { createClient, DeclinedError, type Transaction, verifyWebhook } from 'florin';
import { type FlorinError, loadFlorin } from 'florin/checkout';

const florin = createClient({ baseUrl: 'http://localhost:3000', key: 'key' });
export async function use(error: unknown, reference: string | undefined): Promise<number> {
  const transaction: Transaction = await florin.transactions.capture('id', { amount: 1, reference });
  const page = await loadFlorin('http://localhost:3001');
  await page.pay({ link: 'id' }).catch(({ code }: FlorinError) => code);
  // @ts-expect-error A later payment names the transaction or the card that it charges again.
  await florin.transactions.create('id', { currency: 'EUR', amount: 1 });
  return error instanceof DeclinedError ? error.decline.code : transaction.amount + verifyWebhook.length;
}
`;

let folder: string;
let old: string;
beforeAll(() => {
  old = installRuntimes().tsc;
  folder = mkdtempSync(join(tmpdir(), 'florin-commonjs-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'usage.ts'), usage);
  installClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('require loads the client and its checkout', () => {
  const script = `const { createClient, FlorinError } = require('florin');
const { loadFlorin } = require('florin/checkout');
console.log(typeof createClient({ baseUrl: 'http://x' }).apps.create, typeof loadFlorin, new FlorinError('m', {}) instanceof Error);`;
  expect(execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' })).toBe(
    'function function true\n',
  );
});

test('Jest loads the client without a transform or a flag', () => {
  mkdirSync(join(folder, 'tests'));
  const script = `const { signWebhook, verifyWebhook } = require('florin');
test('events are verified', async () => {
  const secret = 'whsec_c3RyYW5nZXJzIGtub3cgbm90aGluZw==';
  const { body, headers } = await signWebhook({ id: 'e1', type: 'webhook.tested' }, secret);
  expect((await verifyWebhook(body, headers, secret)).type).toBe('webhook.tested');
});`;
  writeFileSync(join(folder, 'tests/florin.test.js'), script);
  const config = JSON.stringify({ rootDir: join(folder, 'tests'), transform: {}, testEnvironment: 'node' });
  const { status, stderr } = spawnSync(resolve('node_modules/.bin/jest'), ['--config', config], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('1 passed')]);
});

test.each([
  ['node10', 'commonjs', 5],
  ['node16', 'node16', 5],
  ['nodenext', 'nodenext', 7],
  ['bundler', 'esnext', 7],
])(
  'the types are right in a CommonJS module with moduleResolution %s',
  (moduleResolution, module, version) => {
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
      ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['usage.ts'] }));
    const compiler = version === 5 ? old : resolve('node_modules/.bin/tsc');
    expect(spawnSync(compiler, [], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
  },
);

test('npm builds the package when it is packed, and installs it without a script', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/florin/package.json'), 'utf8'));
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.includes(name))).toEqual([]);
});
