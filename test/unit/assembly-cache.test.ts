import {
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
import { type AssembleOptions, type Assembly, assemble } from '../../lib/build/assembly-cache.ts';
import type { Makers } from '../../lib/build/assembly-parts.ts';

let root: string;
let made: number;
let bundled: string[];
let documented: number;
let folders: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'florin-assembly-'));
  made = 0;
  bundled = [];
  documented = 0;
  folders = 0;
  write('package.json', '{"imports":{"#core/*":"./functions/core/*"}}');
  write('lib/build/synth.ts', "import '../stack.ts';");
  write('lib/stack.ts', 'a stack');
  write('functions/apps/me.ts', "import '#core/shared.ts'; one");
  write('functions/docs/page.ts', 'page');
  write('functions/core/shared.ts', 'shared');
  write('docs/local.md', 'words');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const entries = ['apps/me', 'docs/page'];

/** Builds a stack whose template contains the source of the stack, and bundles that contain those of the functions. */
const makers: Makers = {
  async synth(directory = '') {
    made++;
    const template = { stack: read('lib/stack.ts') };
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'whole.template.json'), JSON.stringify(template));
    for (const entry of entries) {
      mkdirSync(join(directory, assetOf(entry)));
      writeFileSync(join(directory, assetOf(entry), 'index.mjs'), entry);
    }
    return { template, directory };
  },
  async bundle(wanted, { build = '', onGroup } = {}) {
    bundled.push(...wanted);
    const folder = (entry: string) => join(build, 'functions', entry);
    for (const entry of wanted) {
      const source = read(`functions/${entry}.ts`);
      if (source.includes('broken')) throw new Error('broken');
      mkdirSync(folder(entry), { recursive: true });
      writeFileSync(join(folder(entry), 'index.mjs'), `code of ${source}`);
    }
    onGroup?.(wanted, {});
    return folder;
  },
  async writeDocs(folder) {
    documented++;
    mkdirSync(join(folder('docs/page'), 'site'), { recursive: true });
    writeFileSync(join(folder('docs/page'), 'site/local.md'), read('docs/local.md'));
  },
};

const assetOf = (entry: string) => `asset.${entry.replace('/', '-')}`;

/** Starts once. @returns the template, the bundled code and the page of the documentation that the start runs */
async function start(options: AssembleOptions = {}): Promise<[stack: string, code: string, page: string]> {
  const folder = join(root, 'starts', String(folders++));
  const { template, directory } = await assemble(folder, { root, makers, ...options });
  const file = (path: string) => readFileSync(join(directory, path), 'utf8');
  return [
    template.stack,
    file('asset.apps-me/index.mjs').replace(/^.*; /, ''),
    file('asset.docs-page/site/local.md'),
  ];
}

/** Returns the work of the starts since the last call. */
function work(): [stacks: number, bundles: string[], documents: number] {
  const done: [number, string[], number] = [made, bundled, documented];
  made = 0;
  bundled = [];
  documented = 0;
  return done;
}

const edit = (path: string, text: string) => write(path, `import '#core/shared.ts'; ${text}`);

const nothing = [0, [], 0];
const all = [1, entries, 1];

const cache = (of: string) => readdirSync(join(root, '.build', of));

test('two starts with the same files make one assembly', async () => {
  expect(await start()).toEqual(['a stack', 'one', 'words']);
  expect(work()).toEqual(all);
  expect(await start()).toEqual(['a stack', 'one', 'words']);
  expect(work()).toEqual(nothing);
});

test('a start makes only those parts again whose sources were changed, added or removed', async () => {
  await start();
  work();
  const changes: [change: () => void, work: unknown[]][] = [
    [() => write('docs/local.md', 'other words'), [0, [], 1]],
    [() => edit('functions/apps/me.ts', 'two'), [0, ['apps/me'], 0]],
    [() => write('functions/core/shared.ts', 'other'), [0, ['apps/me'], 0]],
    [() => write('functions/docs/page.ts', 'other'), [0, ['docs/page'], 0]],
    [() => write('functions/apps/new.ts', 'no function yet'), nothing],
    [() => edit('functions/apps/me.ts', 'one'), [0, ['apps/me'], 0]],
    [() => edit('functions/apps/me.ts', 'two'), nothing],
    [() => write('lib/stack.ts', 'another stack'), [1, [], 0]],
    [() => write('cdk.json', '{}'), [1, [], 0]],
    [() => write('lib/site/page.ts', ''), [0, [], 1]],
    [() => rmSync(join(root, 'lib/site/page.ts')), nothing],
    [() => write('lib/build/new.ts', ''), all],
    [() => write('package-lock.json', '{ }'), all],
    [() => write('node_modules/.package-lock.json', '{}'), all],
    [() => write('tsconfig.json', '{}'), all],
  ];
  for (const [change, expected] of changes) {
    change();
    await start();
    expect(work()).toEqual(expected);
  }
  expect(await start()).toEqual(['another stack', 'two', 'other words']);
});

test('a start with another setting makes another template of the same bundles', async () => {
  await start();
  work();
  expect(await start({ context: { stage: 'production' } })).toEqual(['a stack', 'one', 'words']);
  expect(work()).toEqual([1, [], 0]);
});

test('a lazy start writes the code of a function once, when the start asks for it', async () => {
  await start();
  const folder = join(root, 'lazy');
  const { template, directory, unpack } = await assemble(folder, { root, makers, isLazy: true });
  expect(template).toEqual({ stack: 'a stack' });
  expect(existsSync(directory)).toBe(false);
  const [first, second] = await Promise.all([unpack?.('asset.apps-me'), unpack?.('asset.apps-me')]);
  expect(first).toBe(second);
  const bundle = join(String(first), 'index.mjs');
  expect(readFileSync(bundle, 'utf8')).toMatch(/one$/);
  // A second function with this asset must not write the files that the first one loads.
  writeFileSync(bundle, 'in use');
  await unpack?.('asset.apps-me');
  expect(readFileSync(bundle, 'utf8')).toBe('in use');
});

test('a lazy start makes the documentation when the function that serves it is called', async () => {
  await start();
  write('docs/local.md', 'other words');
  work();
  const folder = join(root, 'lazy');
  const { unpack } = await assemble(folder, { root, makers, isLazy: true });
  await unpack?.('asset.apps-me');
  expect(work()).toEqual(nothing);
  const pages = await unpack?.('asset.docs-page');
  expect(readFileSync(join(String(pages), 'site/local.md'), 'utf8')).toBe('other words');
  expect(work()).toEqual([0, [], 1]);
});

test('a function whose documentation cannot be made tries again at its next call', async () => {
  const failures = [new Error('broken page')];
  const failing: Makers = {
    ...makers,
    async writeDocs(folder) {
      const failure = failures.pop();
      if (failure) throw failure;
      await makers.writeDocs(folder);
    },
  };
  const { unpack } = await assemble(join(root, 'lazy'), { root, makers: failing, isLazy: true });
  await expect(unpack?.('asset.docs-page')).rejects.toThrow('broken page');
  expect(existsSync(join(String(await unpack?.('asset.docs-page')), 'site/local.md'))).toBe(true);
});

describe('a running Florin', () => {
  let assembly: Assembly;
  const code = async (asset: string) => {
    const folder = await assembly.unpack?.(asset);
    return readFileSync(join(String(folder), 'index.mjs'), 'utf8').replace(/^.*; |^code of /, '');
  };

  beforeEach(async () => {
    assembly = await assemble(join(root, 'lazy'), { root, makers, isLazy: true });
    work();
  });

  test('bundles a changed function again, in a folder of its own', async () => {
    const before = await assembly.unpack?.('asset.apps-me');
    edit('functions/apps/me.ts', 'two');
    expect(await assembly.refresh?.()).toEqual({ changed: ['apps/me'], needsRestart: false });
    expect(await code('asset.apps-me')).toBe('two');
    expect(await assembly.unpack?.('asset.apps-me')).not.toBe(before);
    expect(work()).toEqual([0, ['apps/me'], 0]);
    expect((await assembly.refresh?.())?.changed).toEqual([]);
  });

  test('a running Florin writes each version of a function into a folder of its own, also one of the cache', async () => {
    const versions = [await assembly.unpack?.('asset.apps-me')];
    for (const text of ['two', 'one', 'two']) {
      edit('functions/apps/me.ts', text);
      expect((await assembly.refresh?.())?.changed).toEqual(['apps/me']);
      expect(await code('asset.apps-me')).toBe(text);
      versions.push(await assembly.unpack?.('asset.apps-me'));
    }
    expect(new Set(versions).size).toBe(4);
  });

  test('bundles a changed function that nobody has called at its first call', async () => {
    edit('functions/apps/me.ts', 'two');
    expect(await assembly.refresh?.()).toEqual({ changed: [], needsRestart: false });
    expect(work()).toEqual(nothing);
    expect(await code('asset.apps-me')).toBe('two');
  });

  test('a running Florin keeps the code of a function whose change is broken, until it is mended', async () => {
    expect(await code('asset.apps-me')).toBe('one');
    for (const file of ['apps/me', 'docs/page']) edit(`functions/${file}.ts`, 'broken');
    await expect(assembly.refresh?.()).rejects.toThrow('broken');
    expect(await code('asset.apps-me')).toBe('one');
    expect(await code('asset.docs-page')).toBe('page');
    for (const file of ['apps/me', 'docs/page']) edit(`functions/${file}.ts`, 'mended');
    await assembly.refresh?.();
    expect(await code('asset.apps-me')).toBe('mended');
    expect(await code('asset.docs-page')).toBe('mended');
  });

  test.each(['lib/stack.ts', 'docs/local.md'])(
    'a running Florin says that a change of %s needs a restart',
    async (file) => {
      write(file, 'changed');
      expect(await assembly.refresh?.()).toEqual({ changed: [], needsRestart: true });
    },
  );
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
  ['deleted', (file: string) => rmSync(file)],
])('a start makes a part again if the cached one is %s', async (_, damage) => {
  await start();
  work();
  for (const [part, expected] of [
    ['assemblies', [1, [], 0]],
    ['docs', [0, [], 1]],
    ['bundles', [0, [expect.any(String)], 0]],
  ] as const) {
    damage(join(root, '.build', part, cache(part)[0] as string));
    expect(await start()).toEqual(['a stack', 'one', 'words']);
    expect(work()).toEqual(expected);
    expect(await start()).toEqual(['a stack', 'one', 'words']);
    expect(work()).toEqual(nothing);
  }
});

test('five starts at the same time all get the right assembly, and leave one in the cache', async () => {
  const starts = await Promise.all(Array.from({ length: 5 }, () => start()));
  expect(starts).toEqual(Array(5).fill(['a stack', 'one', 'words']));
  expect(['assemblies', 'bundles', 'docs'].map((part) => cache(part).length)).toEqual([1, 2, 1]);
});

test('a start makes parts again whose files were edited during the previous build', async () => {
  const editing: Makers = {
    synth: (...args) => makers.synth(...args).finally(() => write('lib/stack.ts', 'edited')),
    bundle: (...args) => makers.bundle(...args).finally(() => edit('functions/apps/me.ts', 'edited')),
    writeDocs: (...args) => makers.writeDocs(...args).finally(() => write('docs/local.md', 'edited')),
  };
  await start({ makers: editing });
  expect(await start()).toEqual(['edited', 'edited', 'edited']);
});

test('the cache keeps the last 8 templates, and the last 3 versions of bundles and documentation', async () => {
  for (let i = 0; i < 11; i++) {
    write('functions/core/shared.ts', String(i));
    write('functions/docs/page.ts', String(i));
    write('lib/stack.ts', String(i));
    write('docs/local.md', String(i));
    await start();
  }
  expect(['assemblies', 'bundles', 'docs'].map((part) => cache(part).length)).toEqual([8, 6, 3]);
  work();
  expect(await start()).toEqual(['10', 'one', '10']);
  expect(work()).toEqual(nothing);
});

test('a start works even if the cache folder cannot be written', async () => {
  write('.build', 'a file in the way');
  expect(await start()).toEqual(['a stack', 'one', 'words']);
});
