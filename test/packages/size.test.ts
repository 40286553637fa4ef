import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { installClient, packClient } from './install.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-size-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  installClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles a script for browsers, as a shop does. @returns its text, minified */
async function bundle(script: string): Promise<string> {
  writeFileSync(join(folder, 'script.js'), script);
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'script.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['chrome100', 'firefox100', 'safari15.4'],
  });
  return outputFiles[0]?.text ?? '';
}

const compressed = (text: string): number => gzipSync(text, { level: 9 }).length;

test('the whole client has at most 12 KB compressed', async () => {
  const all = await bundle("export * from 'florin'; export * from 'florin/checkout';");
  expect(all).toContain('/captures');
  expect(compressed(all)).toBeLessThanOrEqual(12 * 1024);
});

test('as it is shipped, unminified and with comments, the code has at most 12 KB compressed', () => {
  const code = execFileSync('sh', ['-c', 'cat node_modules/florin/dist/*.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(compressed(code)).toBeLessThanOrEqual(12 * 1024);
});

test.each([
  ["import { verifyWebhook } from 'florin'; console.log(verifyWebhook)", 1600, /\/captures|\/vault|Digest/],
  [
    "import { createCustomerClient } from 'florin'; console.log(createCustomerClient)",
    4096,
    /\/captures|Digest|whsec/,
  ],
  ["import { loadFlorin } from 'florin/checkout'; console.log(loadFlorin)", 512, /\/captures|\/vault|Digest/],
])('a bundler leaves out the rest: %s', async (script, bytes, absent) => {
  const text = await bundle(script);
  expect(text).not.toMatch(absent);
  expect(compressed(text)).toBeLessThanOrEqual(bytes);
});

test('the package has the built files and nothing else, and no dependency', () => {
  const packed = packClient();
  const names = execFileSync('tar', ['-tzf', packed.file], { encoding: 'utf8' }).trim().split('\n');
  const size = statSync(packed.file).size;
  const license = execFileSync('tar', ['-xzOf', packed.file, 'package/LICENSE'], { encoding: 'utf8' });
  rmSync(packed.folder, { recursive: true });
  const rest = names.filter((name) => !/^package\/dist\/(cjs\/)?[\w.-]+\.(js|d\.ts)$/.test(name));
  expect(rest.sort()).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/dist/cjs/package.json',
    'package/package.json',
  ]);
  expect(size).toBeLessThan(72 * 1024);
  expect(license).toBe(readFileSync('LICENSE', 'utf8'));
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/florin/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
});

test('the package has the version of Florin', () => {
  const versionOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  expect(versionOf('packages/florin/package.json')).toBe(versionOf('package.json'));
});

test('the code imports nothing, and uses nothing of Node.js', () => {
  const code = execFileSync('sh', ['-c', 'cat node_modules/florin/dist/*.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([...code.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name)).toEqual([]);
  expect(code).not.toMatch(/\b(Buffer|process\.|require\(|setImmediate)\b/);
});
