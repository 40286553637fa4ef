import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { bundle, Outputs } from './bundle.ts';
import { openCache } from './cache.ts';
import type { writeDocs } from './docs.ts';
import { filesIn, type Keys } from './keys.ts';
import type { Synthesized, synth } from './synth.ts';

/** The most stacks in the cache, and the most versions of a bundle: a return to an earlier branch or stage is quick. */
const kept = { assemblies: 8, versions: 3 };

/** The parts of the build. */
export interface Makers {
  synth: typeof synth;
  bundle: typeof bundle;
  writeDocs: typeof writeDocs;
}

/** The files of a folder, by their paths in it. */
export type Files = Map<string, Uint8Array>;

/** A stack whose functions have no code yet. */
export interface Hollow {
  template: Synthesized['template'];
  /** The files of the cloud assembly. */
  files: Files;
  /** The entry of the code of each asset. */
  entries: Map<string, string>;
}

/** The bundle of a function and the files beside it, with esbuild's report on it. */
export interface Code {
  files: Files;
  outputs: Outputs;
}

export interface PartsOptions {
  /** The folder for the files of the makers. */
  folder: string;
  root: string;
  context: Record<string, string>;
  makers: Makers;
  progress(text: string): void;
  /** The keys of the sources at the start. */
  keys: Keys;
  /** Makes the keys of the sources as they are now. */
  keysNow(): Keys;
}

export interface Parts {
  template(): Promise<Hollow>;
  /** The files of the documentation, by their paths below `functions/`. */
  docs(): Promise<Files>;
  /** Bundles those entries whose code is not in the cache. */
  makeMissing(entries: readonly string[], keys: ReadonlyMap<string, string>): Promise<Map<string, Code>>;
  /** Reads the code of an entry from the cache, or bundles the entry. */
  bundle(entry: string, keys: ReadonlyMap<string, string>): Promise<Code>;
}

/**
 * Takes each part of a stack from a cache, or makes the part and keeps it there. If a file was edited while a part was made,
 * the result may be a mixture of both versions, and is not kept.
 */
export function cachedParts(options: PartsOptions): Parts {
  const { folder, root, context, makers, progress, keys, keysNow } = options;
  const cacheOf = <T>(name: string) => openCache<T>(join(root, '.build', name));
  const assemblies = cacheOf<Hollow>('assemblies');
  const bundles = cacheOf<Code>('bundles');
  const pages = cacheOf<Files>('docs');
  /** The number of functions, of which the cache keeps some versions each. */
  let functions = 0;
  let builds = 0;
  let documents: Promise<Files> | undefined;
  return { template, docs, makeMissing, bundle };

  async function template(): Promise<Hollow> {
    const hollow = assemblies.read(keys.template) ?? (await makeHollow());
    functions = hollow.entries.size;
    return hollow;
  }

  async function makeHollow(): Promise<Hollow> {
    progress('Synthesizes the stack.');
    const directory = join(folder, 'cdk.out');
    const build = join(folder, 'hollow');
    const { template } = await makers.synth(directory, { build, context, isHollow: true });
    const files = readFiles(directory);
    const assets = [...files].filter(([path]) => path.endsWith('/index.mjs'));
    const entries = new Map(assets.map(([path, entry]) => [dirname(path), Buffer.from(entry).toString()]));
    for (const [path] of assets) files.delete(path);
    const made = { template, files, entries };
    if (keysNow().template === keys.template) assemblies.keep(keys.template, made);
    assemblies.trim(kept.assemblies);
    return made;
  }

  function docs(): Promise<Files> {
    documents ??= readDocs();
    return documents;
  }

  async function readDocs(): Promise<Files> {
    try {
      return pages.read(keys.docs) ?? (await makeDocs());
    } catch (error) {
      documents = undefined;
      throw error;
    }
  }

  async function makeDocs(): Promise<Files> {
    progress('Writes the documentation.');
    const place = join(folder, 'docs');
    await makers.writeDocs((entry) => join(place, entry));
    const made = readFiles(place);
    if (keysNow().docs === keys.docs) pages.keep(keys.docs, made);
    pages.trim(kept.versions);
    return made;
  }

  async function bundle(entry: string, keysOfCode: ReadonlyMap<string, string>): Promise<Code> {
    const cached = bundles.read(keysOfCode.get(entry) ?? '');
    // An entry of the cache may be damaged, or have been removed since the start.
    const code = cached ?? (await makeAll([entry], keysOfCode)).get(entry);
    if (!code) throw new Error(`There is no code of ${entry}`);
    return code;
  }

  function makeMissing(entries: readonly string[], keysOfCode: ReadonlyMap<string, string>) {
    const missing = entries.filter((entry) => !bundles.has(keysOfCode.get(entry) ?? ''));
    return makeAll(missing, keysOfCode);
  }

  async function makeAll(entries: readonly string[], keysOfCode: ReadonlyMap<string, string>) {
    const made = new Map<string, Code>();
    if (entries.length === 0) return made;
    const build = join(folder, `build-${builds++}`);
    progress(`Bundles ${entries.length === 1 ? entries : `${entries.length} functions`}.`);
    const onGroup = (group: readonly string[], outputs: Outputs) => {
      for (const entry of group) made.set(entry, readBundle(build, entry, outputs));
      if (entries.length > group.length) progress(`Bundled ${made.size} of ${entries.length} functions.`);
    };
    await makers.bundle(entries, { build, onGroup });
    const now = keysNow();
    for (const [entry, code] of made) {
      const key = now.bundleOf(entry);
      if (now.tools === keys.tools && key === keysOfCode.get(entry)) bundles.keep(key, code);
    }
    bundles.trim(kept.versions * functions);
    return made;
  }
}

function readBundle(build: string, entry: string, outputs: Outputs): Code {
  const own = Object.entries(outputs).filter(([path]) => path.includes(`/functions/${entry}/`));
  return { files: readFiles(join(build, 'functions', entry)), outputs: Object.fromEntries(own) };
}

const readFiles = (folder: string): Files =>
  new Map(filesIn(folder, '.').map((path) => [path.slice(2), readFileSync(join(folder, path))]));
