import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AssembleOptions, assemble } from '../../lib/build/assembly-cache.ts';

let root: string;
let made: number;
let bundled: number;
let folders: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'florin-assembly-'));
  made = 0;
  bundled = 0;
  folders = 0;
  write('functions/apps/me.ts', 'one');
  write('package-lock.json', '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Builds a stack whose template contains the source of its one function. */
const synth: AssembleOptions['synth'] = async (directory = '', { build = '', isBundled } = {}) => {
  made++;
  const source = readFileSync(join(root, 'functions/apps/me.ts'), 'utf8');
  const template = { Resources: { source } };
  for (const folder of [join(directory, 'asset.me'), join(build, 'functions/me')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(directory, 'whole.template.json'), JSON.stringify(template));
  const bundle = join(build, 'functions/me/index.mjs');
  if (!isBundled) {
    bundled++;
    writeFileSync(bundle, `code of ${source}`);
    writeFileSync(join(build, 'meta.json'), '{}');
  }
  copyFileSync(bundle, join(directory, 'asset.me/index.mjs'));
  return { template, directory };
};

/** Starts once. @returns the source and the bundled code of the assembly that the start runs */
async function start(options: AssembleOptions = {}): Promise<[source: string, code: string]> {
  const folder = join(root, 'starts', String(folders++));
  const { template, directory } = await assemble(folder, { root, synth, ...options });
  return [template.Resources.source, readFileSync(join(directory, 'asset.me/index.mjs'), 'utf8')];
}

const cache = (of = 'assemblies') => readdirSync(join(root, '.build', of));

test('two starts with the same files make one assembly', async () => {
  expect(await start()).toEqual(['one', 'code of one']);
  expect(await start()).toEqual(['one', 'code of one']);
  expect(made).toBe(1);
});

test('a lazy start gets the template, and each asset when the start asks for it', async () => {
  await start();
  const folder = join(root, 'lazy');
  const { template, directory, unpack } = await assemble(folder, { root, synth, isLazy: true });
  const bundle = join(directory, 'asset.me/index.mjs');
  expect(template).toEqual({ Resources: { source: 'one' } });
  expect(existsSync(bundle)).toBe(false);
  unpack?.('asset.me');
  expect(readFileSync(bundle, 'utf8')).toBe('code of one');
  // A second function with this asset must not write the files that the first one loads.
  writeFileSync(bundle, 'in use');
  unpack?.('asset.me');
  expect(readFileSync(bundle, 'utf8')).toBe('in use');
  expect(made).toBe(1);
});

test('a lazy start without an entry in the cache makes a complete assembly', async () => {
  const { directory } = await assemble(join(root, 'lazy'), { root, synth, isLazy: true });
  expect(readFileSync(join(directory, 'asset.me/index.mjs'), 'utf8')).toBe('code of one');
});

test('a start makes a new assembly after a source file was changed, added or removed', async () => {
  const changes: (() => void)[] = [
    () => write('functions/apps/me.ts', 'two'),
    () => write('functions/apps/new.ts', 'two'),
    () => rmSync(join(root, 'functions/apps/new.ts')),
    () => write('lib/stack/stack.ts', ''),
    () => write('schemas/index.ts', ''),
    () => write('cdk.json', '{}'),
    () => write('package.json', '{}'),
    () => write('tsconfig.json', '{}'),
    () => write('package-lock.json', '{ }'),
    () => write('node_modules/.package-lock.json', '{}'),
  ];
  await start();
  for (const [index, change] of changes.entries()) {
    const back = index === 2; // this change restores the files of the start before
    change();
    const before = made;
    await start();
    expect(made - before).toBe(back ? 0 : 1);
  }
  expect(await start()).toEqual(['two', 'code of two']);
});

test('a start with another setting makes a new assembly', async () => {
  await start();
  expect(await start({ context: { stage: 'production' } })).toEqual(['one', 'code of one']);
  expect(made).toBe(2);
});

test('a start makes new bundles for another source, and reuses them for another setting', async () => {
  await start();
  await start({ context: { stage: 'production' } });
  expect(bundled).toBe(1);
  write('functions/apps/me.ts', 'two');
  expect(await start({ context: { stage: 'production' } })).toEqual(['two', 'code of two']);
  expect(await start()).toEqual(['two', 'code of two']);
  expect(bundled).toBe(2);
});

test.each([
  ['cut off', (file: string) => truncateSync(file, 100)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['overwritten', (file: string) => writeFileSync(file, 'x'.repeat(1000))],
  [
    'changed in one bit',
    (file: string) => {
      const bytes = readFileSync(file);
      bytes[bytes.length - 9] = (bytes.at(-9) as number) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  ['deleted', (file: string) => rmSync(dirname(file), { recursive: true })],
])('a start makes a new assembly and new bundles if the cached ones are %s', async (_, damage) => {
  await start();
  damage(join(root, '.build/assemblies', cache()[0] as string));
  expect(await start()).toEqual(['one', 'code of one']);
  expect(made).toBe(2);
  expect(await start()).toEqual(['one', 'code of one']);
  expect(made).toBe(2);
  // Another setting reuses cached bundles, and must not reuse damaged ones.
  damage(join(root, '.build/bundles', cache('bundles')[0] as string));
  expect(await start({ context: { stage: 'production' } })).toEqual(['one', 'code of one']);
  expect(bundled).toBe(2);
});

test('five starts at the same time all get the right assembly, and leave one in the cache', async () => {
  const starts = await Promise.all(Array.from({ length: 5 }, () => start()));
  expect(starts).toEqual(Array(5).fill(['one', 'code of one']));
  expect(cache()).toHaveLength(1);
});

test('a start makes a new assembly after a file was edited during the previous build', async () => {
  const editing: AssembleOptions['synth'] = async (...args) => {
    const result = await synth?.(...args);
    write('functions/apps/me.ts', 'edited');
    return result as NonNullable<typeof result>;
  };
  await start({ synth: editing });
  expect(await start()).toEqual(['edited', 'code of edited']);
});

test('the cache keeps the last 8 assemblies and the last 3 bundles', async () => {
  for (let i = 0; i < 11; i++) {
    write('functions/apps/me.ts', String(i));
    await start();
  }
  expect([cache().length, cache('bundles').length]).toEqual([8, 3]);
  expect(await start()).toEqual(['10', 'code of 10']);
  expect(made).toBe(11);
});

test('a start works even if the cache folder cannot be written', async () => {
  write('.build', 'a file in the way');
  expect(await start()).toEqual(['one', 'code of one']);
});
