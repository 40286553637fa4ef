import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root as ownRoot } from '../root.ts';
import type { bundle, Outputs } from './bundle.ts';
import { openCache } from './cache.ts';
import type { writeDocs } from './docs.ts';
import { filesIn, keysOf } from './keys.ts';
import type { Synthesized, synth } from './synth.ts';

/** The most stacks in the cache, and the most versions of a bundle: a return to an earlier branch or stage is quick. */
const kept = { assemblies: 8, versions: 3 };

export interface AssembleOptions {
  /** Context in addition to that of `cdk.json`. */
  context?: Record<string, string>;
  /** The root folder of the repository. */
  root?: string;
  makers?: Makers;
  /** Writes no code before `Assembly.unpack` is called for it. */
  isLazy?: boolean;
  /** Receives a line for each step that takes long. */
  progress?(text: string): void;
}

/** The parts of the build. */
export interface Makers {
  synth: typeof synth;
  bundle: typeof bundle;
  writeDocs: typeof writeDocs;
}

export interface Assembly extends Synthesized {
  /** Writes the code of an asset unless it is there. @returns its folder */
  unpack?(asset: string): Promise<string>;
  /** Reads the sources again, and bundles those functions whose code is in use. */
  refresh?(): Promise<Refreshed>;
}

export interface Refreshed {
  /** The entries in use whose code has changed. */
  changed: string[];
  /** Whether the template or the documentation may have changed, which only another start shows. */
  needsRestart: boolean;
}

/** The files of a folder, by their paths in it. */
type Files = Map<string, Uint8Array>;

/** A stack whose functions have no code yet. */
interface Hollow {
  template: Synthesized['template'];
  /** The files of the cloud assembly. */
  files: Files;
  /** The entry of the code of each asset. */
  entries: Map<string, string>;
}

/** The bundle of a function and the files beside it, with esbuild's report on it. */
interface Code {
  files: Files;
  outputs: Outputs;
}

/**
 * Synthesizes the stack into `folder`: `cdk.out/`, and esbuild's report on the bundles in `build/meta.json`. Template,
 * documentation and each bundle have keys of their own in a cache, and only those whose sources have changed are made again.
 *
 * A stack has some 750 files of 33 MB in all, which take long to write and to remove. A caller that needs few of them
 * sets `isLazy`.
 */
export async function assemble(folder: string, options: AssembleOptions = {}): Promise<Assembly> {
  const { context = {}, root = ownRoot, makers = lateMakers, isLazy = false, progress = () => {} } = options;
  const cacheOf = <T>(name: string) => openCache<T>(join(root, '.build', name));
  const caches = {
    assemblies: cacheOf<Hollow>('assemblies'),
    bundles: cacheOf<Code>('bundles'),
    docs: cacheOf<Files>('docs'),
  };
  const directory = join(folder, 'cdk.out');
  const keys = keysOf(root, context);
  let builds = 0;

  const { template, files, entries } = caches.assemblies.read(keys.template) ?? (await makeHollow());
  const docs = caches.docs.read(keys.docs) ?? (await makeDocs());
  const names = [...entries.values()];
  /** The key of each entry's code. */
  const used = new Map(names.map((entry) => [entry, keys.bundleOf(entry)]));
  /** The code that was made by this process, or read from the cache, and is not in use yet. */
  const code = await makeMissing(names, used);
  /** The folders of the code that is in use. */
  const unpacked = new Map<string, Promise<string>>();
  /** The entries that have changed since the start, and are not in use. */
  const outdated = new Set<string>();
  let refreshing: Promise<unknown> | undefined;
  const assembly = { template, directory, unpack, refresh };
  if (isLazy) return assembly;

  for (const entry of names) code.set(entry, await codeOf(entry));
  const outputs = Object.assign({}, ...[...code.values()].map((each) => each.outputs));
  write(join(folder, 'build'), new Map([['meta.json', Buffer.from(JSON.stringify({ outputs }))]]));
  write(directory, files);
  await Promise.all([...entries.keys()].map(unpack));
  return assembly;

  /** If a file was edited during the synthesis, the result may be a mixture of both versions, and is not cached. */
  function isStill(part: 'template' | 'docs'): boolean {
    return keysOf(root, context)[part] === keys[part];
  }

  async function makeHollow(): Promise<Hollow> {
    progress('Synthesizes the stack.');
    const { template } = await makers.synth(directory, {
      build: join(folder, 'hollow'),
      context,
      isHollow: true,
    });
    const files = readFiles(directory);
    const assets = [...files].filter(([path]) => path.endsWith('/index.mjs'));
    const made = {
      template,
      files,
      entries: new Map(assets.map(([path, entry]) => [dirname(path), Buffer.from(entry).toString()])),
    };
    for (const [path] of assets) files.delete(path);
    if (isStill('template')) caches.assemblies.keep(keys.template, made);
    caches.assemblies.trim(kept.assemblies);
    return made;
  }

  async function makeDocs(): Promise<Files> {
    progress('Writes the documentation.');
    const place = join(folder, 'docs');
    await makers.writeDocs((entry) => join(place, entry));
    const made = readFiles(place);
    if (isStill('docs')) caches.docs.keep(keys.docs, made);
    caches.docs.trim(kept.versions);
    return made;
  }

  async function codeOf(entry: string): Promise<Code> {
    const cached = code.get(entry) ?? caches.bundles.read(used.get(entry) ?? '');
    // An entry of the cache may be damaged, or have been removed since the start.
    const made = cached ?? (await bundle([entry], used)).get(entry);
    if (!made) throw new Error(`There is no code of ${entry}`);
    return made;
  }

  /** Bundles the entries whose code is not in the cache. */
  async function makeMissing(wanted: readonly string[], keys: Map<string, string>) {
    return bundle(
      wanted.filter((entry) => !caches.bundles.has(keys.get(entry) ?? '')),
      keys,
    );
  }

  async function bundle(
    wanted: readonly string[],
    keysOfCode: Map<string, string>,
  ): Promise<Map<string, Code>> {
    const made = new Map<string, Code>();
    if (wanted.length === 0) return made;
    const build = join(folder, `build-${builds++}`);
    progress(`Bundles ${wanted.length === 1 ? wanted : `${wanted.length} functions`}.`);
    const onGroup = (group: readonly string[], outputs: Outputs) => {
      for (const entry of group) made.set(entry, readBundle(build, entry, outputs));
      if (wanted.length > group.length) progress(`Bundled ${made.size} of ${wanted.length} functions.`);
    };
    await makers.bundle(wanted, { build, onGroup });
    const now = keysOf(root, context);
    for (const [entry, code] of made) {
      const key = now.bundleOf(entry);
      if (now.tools === keys.tools && key === keysOfCode.get(entry)) caches.bundles.keep(key, code);
    }
    caches.bundles.trim(kept.versions * names.length);
    return made;
  }

  async function unpack(asset: string): Promise<string> {
    await refreshing;
    const place = unpacked.get(asset) ?? writeCode(asset);
    unpacked.set(asset, place);
    return place;
  }

  async function writeCode(asset: string): Promise<string> {
    const entry = entries.get(asset);
    if (entry === undefined) throw new Error(`There is no asset ${asset}`);
    // esbuild prints an error in the changed code, and the function runs the code of the start.
    if (outdated.has(entry)) await renew([entry]).catch(() => {});
    const place = join(directory, builds > 1 ? `${asset}.${builds}` : asset);
    const ofDocs = [...docs].filter(([path]) => path.startsWith(`${entry}/`));
    write(place, (await codeOf(entry)).files);
    write(place, new Map(ofDocs.map(([path, content]) => [path.slice(entry.length + 1), content])));
    code.delete(entry);
    return place;
  }

  /** Makes the current code of entries. The tools of this process are those of the start, so they must not have changed. */
  async function renew(changed: readonly string[], now = keysOf(root, context)): Promise<void> {
    if (now.tools !== keys.tools) return;
    const keysOfCode = new Map(changed.map((entry) => [entry, now.bundleOf(entry)]));
    const made = await makeMissing(changed, keysOfCode);
    for (const [entry, key] of keysOfCode) {
      const newest = made.get(entry);
      if (newest) code.set(entry, newest);
      else code.delete(entry);
      used.set(entry, key);
      outdated.delete(entry);
    }
  }

  /** Until it ends, calls of functions wait for their new code. */
  function refresh(): Promise<Refreshed> {
    const work = findChanges();
    refreshing = work.catch(() => {});
    return work;
  }

  async function findChanges(): Promise<Refreshed> {
    const now = keysOf(root, context);
    if (now.tools !== keys.tools) return { changed: [], needsRestart: true };
    const hasChanged = (entry: string) => now.bundleOf(entry) !== used.get(entry);
    const needsRestart = now.template !== keys.template || now.docs !== keys.docs;
    const inUse = [...entries].filter(([asset]) => unpacked.has(asset));
    for (const [asset, entry] of entries)
      if (!unpacked.has(asset)) outdated[hasChanged(entry) ? 'add' : 'delete'](entry);
    const changed = inUse.filter(([, entry]) => hasChanged(entry));
    await renew(
      changed.map(([, entry]) => entry),
      now,
    );
    for (const [asset] of changed) unpacked.delete(asset);
    return { changed: changed.map(([, entry]) => entry), needsRestart };
  }
}

/** Loads the CDK and esbuild only when needed, as that takes a second. */
const lateMakers: Makers = {
  synth: async (...args) => (await import('./synth.ts')).synth(...args),
  bundle: async (...args) => (await import('./bundle.ts')).bundle(...args),
  writeDocs: async (...args) => (await import('./docs.ts')).writeDocs(...args),
};

function readBundle(build: string, entry: string, outputs: Outputs): Code {
  const own = Object.entries(outputs).filter(([path]) => path.includes(`/functions/${entry}/`));
  return { files: readFiles(join(build, 'functions', entry)), outputs: Object.fromEntries(own) };
}

const readFiles = (folder: string): Files =>
  new Map(filesIn(folder, '.').map((path) => [path.slice(2), readFileSync(join(folder, path))]));

function write(folder: string, files: Files): void {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(folder, path), content);
}
