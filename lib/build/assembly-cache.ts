import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { root as ownRoot } from '../root.ts';
import type { Synthesized, synth } from './synth.ts';
import { wholeTemplateFile } from './whole-template.ts';

/** The files that a synthesized stack is made of, except this code, which is also in `lib/`. */
export const sources = [
  'cdk.json',
  'docs',
  'functions',
  'lib',
  'node_modules/.package-lock.json',
  'package-lock.json',
  'package.json',
  'schemas',
  'tsconfig.json',
];

/**
 * The most stacks, and the most sets of bundles, in the cache. There are several, so that a return to an earlier
 * branch or stage is quick.
 */
const kept = { assemblies: 8, bundles: 3 };

export interface AssembleOptions {
  /** Context in addition to that of `cdk.json`. */
  context?: Record<string, string>;
  /** The root folder of the repository. */
  root?: string;
  synth?: typeof synth;
  /** Leaves the assets in the cache until `Assembly.unpack` is called for each. */
  isLazy?: boolean;
  /** Receives a line for each step that takes seconds. */
  progress?(text: string): void;
}

export interface Assembly extends Synthesized {
  /** Writes an asset into `directory` unless the asset is there. Present if assets may be missing. */
  unpack?(asset: string): void;
}

/**
 * Synthesizes the stack into `folder`: `cdk.out/`, and esbuild's report on the bundles in `build/meta.json`. This
 * takes seconds, so an unchanged stack comes from a cache. The bundles, which take most of the time, have a cache of their
 * own, as another stage has the same ones. Each entry of a cache is one file, which is written whole or not at all, since
 * several processes may use the cache at the same time.
 *
 * A stack has some 750 files of 33 MB in all, which take long to write and to remove. A caller that needs few of them
 * sets `isLazy`.
 */
export async function assemble(folder: string, options: AssembleOptions = {}): Promise<Assembly> {
  const { context = {}, root = ownRoot, synth = lateSynth, isLazy = false, progress } = options;
  const keys = keysOf(root, context);
  const file = join(root, '.build/assemblies', keys.assembly);
  const directory = join(folder, 'cdk.out');
  const files = read(file);
  const template = files?.get(`cdk.out/${wholeTemplateFile}`);
  if (files && template) {
    const made = { template: JSON.parse(Buffer.from(template).toString()), directory };
    if (isLazy) return { ...made, unpack: makeUnpacker(files, folder) };
    unpack(files, folder);
    return made;
  }

  const bundlesFile = join(root, '.build/bundles', keys.bundles);
  const bundles = read(bundlesFile);
  progress?.(
    bundles
      ? 'Synthesizes the stack, which takes some seconds.'
      : 'Bundles the functions and synthesizes the stack, because their sources are new here. This takes about 15 seconds.',
  );
  let bundled = 0;
  const onGroup = (group: readonly string[]) => {
    bundled += group.length;
    progress?.(`Bundled ${bundled} functions.`);
  };
  if (bundles) unpack(bundles, folder);
  const made = await synth(directory, {
    build: join(folder, 'build'),
    context,
    isBundled: !!bundles,
    onGroup,
  });
  // If a file was edited during the synthesis, the result may be a mixture of both versions, and is not cached.
  if (keysOf(root, context).assembly === keys.assembly) {
    keep(file, folder, [...filesIn(folder, 'cdk.out'), 'build/meta.json'], kept.assemblies);
    if (!bundles) keep(bundlesFile, folder, filesIn(folder, 'build'), kept.bundles);
  }
  return made;
}

/** Loads the CDK and esbuild only when needed, as that takes a second. */
const lateSynth: typeof synth = async (...args) => (await import('./synth.ts')).synth(...args);

/**
 * The keys of the caches. They are made from the contents of the files, as a clone or a checkout changes the times of
 * files.
 */
function keysOf(root: string, context: Record<string, string>): { assembly: string; bundles: string } {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, process.platform]));
  for (const path of sources.flatMap((source) => filesIn(root, source))) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
    hash.update(`\n${path} ${content}`);
  }
  const bundles = hash.digest('hex');
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'));
  const assembly = createHash('sha256').update(JSON.stringify([bundles, context, settings.sort()]));
  return { assembly: assembly.digest('hex'), bundles };
}

/** The paths, relative to `folder`, of the files at `path` and below, in the same order on every machine. */
export function filesIn(folder: string, path: string): string[] {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [path] : [];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`));
}

type Files = Map<string, Uint8Array>;

const hashBytes = 32;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Reads an entry of the cache; undefined if it is missing or damaged, so that the stack is synthesized again. */
function read(file: string): Files | undefined {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(hashBytes);
    if (!hashOf(content).equals(bytes.subarray(0, hashBytes))) return undefined;
    utimesSync(file, new Date(), new Date()); // marks the entry as used last
    return deserialize(content);
  } catch {
    return undefined;
  }
}

function unpack(files: Files, folder: string): void {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(folder, path), content);
}

/**
 * Returns a function that writes each asset once, as another thread may already read the files when the asset is
 * requested again.
 */
function makeUnpacker(files: Files, folder: string): (asset: string) => void {
  return (asset) => {
    const inside = [...files].filter(([path]) => path.startsWith(`cdk.out/${asset}/`));
    unpack(new Map(inside), folder);
    for (const [path] of inside) files.delete(path);
  };
}

/** Writes an entry of a cache. A failure to write is ignored. */
function keep(file: string, folder: string, paths: string[], count: number): void {
  const content = serialize(new Map(paths.map((path) => [path, readFileSync(join(folder, path))])));
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, Buffer.concat([hashOf(content), content]));
    renameSync(part, file);
    removeOld(dirname(file), count);
  } catch {
    if (existsSync(part)) rmSync(part);
  }
}

function removeOld(cache: string, count: number): void {
  const timeOfUse = (name: string) => statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byUse = readdirSync(cache).sort((a, b) => timeOfUse(b) - timeOfUse(a));
  for (const name of byUse.slice(count)) rmSync(join(cache, name), { force: true });
}
