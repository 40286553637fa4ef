import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installClient } from './install.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-types-'));
  cpSync('test/packages/fixtures/usage.ts', join(folder, 'usage.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  installClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles the file as a user's strict compiler does, the declarations of the package included. */
function compile(resolution: 'bundler' | 'nodenext'): string {
  const compilerOptions = {
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['usage.ts'] }));
  return spawnSync(resolve('node_modules/.bin/tsc'), [], { cwd: folder, encoding: 'utf8' }).stdout;
}

test.each(['bundler', 'nodenext'] as const)(
  'the types are right, and wrong uses do not compile: %s',
  (resolution) => {
    expect(compile(resolution)).toBe('');
  },
);

test('the check can fail', () => {
  const usage = join(folder, 'usage.ts');
  const text = readFileSync(usage, 'utf8');
  writeFileSync(usage, text.replace("case 'fraud.reported':", "case 'payout.exploded':"));
  expect(compile('bundler')).toContain('\'"payout.exploded"\' is not comparable');
});
