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
function compile(resolution: 'bundler' | 'nodenext', files = 'usage.ts'): string {
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
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [files] }));
  return spawnSync(resolve('node_modules/.bin/tsc'), [], { cwd: folder, encoding: 'utf8' }).stdout;
}

test.each(['bundler', 'nodenext'] as const)(
  'the types are right, and wrong uses do not compile: %s',
  (resolution) => {
    expect(compile(resolution)).toBe('');
  },
);

/** The blocks of code of a page, each as a module whose unknown names are parameters. */
function samplesOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, code = '']) => code,
  );
  const imports = [...new Set(blocks.join('').match(/^import .*$/gm))].join('\n');
  return blocks.map((block) => {
    const code = block.replace(/^import .*$/gm, '');
    const own = /\bconst florin = /.test(code) ? '' : ', florin: Client';
    return `import type { Client } from 'florin';
${imports}
declare const process: { env: Record<string, string> };
export async function sample(id: string, merchantId: string, transactionId: string, order: { id: string },
  bodyAsItCame: string, request: { headers: Record<string, string> }, secret: string,
  response: { end(text?: string): void }, note: (id: string) => void${own}) {${code}}`;
  });
}

test('the samples of docs/client.md compile', () => {
  const samples = samplesOf('docs/client.md');
  samples.forEach((sample, index) => {
    writeFileSync(join(folder, `sample-${index}.ts`), sample);
  });
  expect(samples.length).toBeGreaterThan(4);
  expect(compile('bundler', 'sample-*.ts')).toBe('');
});

test('the compiler rejects an event type that does not exist', () => {
  const usage = join(folder, 'usage.ts');
  const text = readFileSync(usage, 'utf8');
  writeFileSync(usage, text.replace("case 'fraud.reported':", "case 'payout.exploded':"));
  expect(compile('bundler')).toContain('\'"payout.exploded"\' is not comparable');
});
