import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { root } from '../root.ts';
import type { Folders } from '../stack/bundle-folders.ts';
import { access } from './access.ts';
import { assets } from './assets.ts';
import { currencies } from './currencies.ts';
import { withEsbuild } from './esbuild-process.ts';
import { assetFolder, schemasFile } from './imports.ts';
import { leanMiddy } from './lean-middy.ts';
import { leanSdk } from './lean-sdk.ts';
import { catalogueFile, writeMessages } from './messages.ts';
import { modules } from './modules.ts';
import { routeMethods } from './route-methods.ts';
import { ownSourceMaps, relocateMap, sourceStackTraces } from './source-maps.ts';
import { validators } from './validators.ts';

export interface BundleOptions {
  /** The folder that contains the entry files. */
  functions?: string;
  /** The folder for the bundles and `meta.json`. */
  build?: string;
  /** Called with each group of entries that is bundled. */
  onGroup?(entries: readonly string[], outputs: Outputs): void;
}

/** esbuild's report on the contents of bundles, by their paths. */
export type Outputs = Metafile['outputs'];

/**
 * The most functions in one run of esbuild. A run holds the code of all its bundles in memory: 1.4 GB for 120 functions,
 * 0.5 GB for 40. Each run parses the files that functions share, which takes a second of a processor.
 */
const largestGroup = 40;

/**
 * Bundles functions: `functions/<entry>.ts` becomes `.build/functions/<entry>/index.mjs`. In one run esbuild parses a
 * shared file once, whereas CDK's `NodejsFunction` would start esbuild for each function. Decision 4 of design.md explains
 * the options.
 */
export async function bundle(entries: readonly string[], options: BundleOptions = {}): Promise<Folders> {
  const sources = resolve(root, options.functions ?? 'functions');
  const target = resolve(root, options.build ?? '.build');
  const folder = bundlesIn(target);
  const shared = [
    access(),
    validators(join(root, schemasFile)),
    assets(join(root, assetFolder)),
    modules(),
    currencies,
    leanMiddy,
    leanSdk,
    routeMethods,
    ownSourceMaps,
  ];
  const outputs: Outputs = {};
  const groupSize = Math.ceil(entries.length / Math.ceil(entries.length / largestGroup));
  for (let first = 0; first < entries.length; first += groupSize) {
    const group = entries.slice(first, first + groupSize);
    const made = await withEsbuild(async () => {
      const outputs = await bundleGroup(group, sources, target, shared);
      await writeMessages(join(root, catalogueFile), group, folder);
      return outputs;
    });
    Object.assign(outputs, made);
    options.onGroup?.(group, made);
  }
  await writeFile(join(target, 'meta.json'), JSON.stringify({ outputs }));
  return folder;
}

async function bundleGroup(
  entries: readonly string[],
  sources: string,
  target: string,
  plugins: Plugin[],
): Promise<Outputs> {
  const files = entries.map((entry) => join(sources, `${entry}.ts`));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file, n) => ({ in: file, out: `${entries[n]}/index` })),
    outdir: join(target, 'functions'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    treeShaking: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import'],
    legalComments: 'none',
    // By default esbuild writes each letter beyond ASCII as an escape of six characters.
    charset: 'utf8',
    logLevel: 'warning',
    alias: {
      '@aws-sdk/credential-provider-node': join(root, 'lib/build/lean-credentials.ts'),
      '@smithy/core/event-streams': join(root, 'lib/build/event-streams.ts'),
    },
    plugins: [...plugins, sourceStackTraces(files)],
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write: false,
  });
  const withRequire = callersOfRequire(metafile);
  await Promise.all(outputFiles.map((file) => write(file, withRequire.has(file.path.replace(/\.map$/, '')))));
  return metafile.outputs;
}

/** The name of a bundle in its folder. */
export const bundleFile = 'index.mjs';

/** The folders of the bundles that were made in a folder. */
export const bundlesIn =
  (target: string): Folders =>
  (entry) =>
    join(target, 'functions', entry);

/** Defines `require`, which an ES module lacks, for CommonJS dependencies that load modules of Node.js. */
const banner =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);\n';

async function write(file: OutputFile, needsRequire: boolean): Promise<void> {
  await mkdir(dirname(file.path), { recursive: true });
  const isMap = file.path.endsWith('.map');
  if (isMap) await writeFile(file.path, relocateMap(file.path, file.text, needsRequire ? 1 : 0));
  else await writeFile(file.path, needsRequire ? banner + file.text : file.contents);
}

function callersOfRequire(metafile: Metafile): Set<string> {
  const outputs = Object.entries(metafile.outputs);
  const callers = outputs.filter(([, { imports }]) => imports.some(({ kind }) => kind === 'require-call'));
  return new Set(callers.map(([path]) => resolve(root, path)));
}
