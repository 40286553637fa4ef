import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Code, Files, Hollow, Parts } from './assembly-parts.ts';
import type { Keys } from './keys.ts';

export interface Refreshed {
  /** The entries in use whose code has changed. */
  changed: string[];
  /** Whether the template or the documentation may have changed, which only another start shows. */
  needsRestart: boolean;
}

export interface CodeInUse {
  /** Writes the code of an asset unless it is there. @returns its folder */
  unpack(asset: string): Promise<string>;
  /** Reads the sources again, and bundles those functions whose code is in use. */
  refresh(): Promise<Refreshed>;
}

interface Options {
  /** The folder of the cloud assembly. */
  directory: string;
  entries: Hollow['entries'];
  parts: Parts;
  /** The keys of the sources at the start. */
  keys: Keys;
  /** Makes the keys of the sources as they are now. */
  keysNow(): Keys;
  /** The key of each entry's code at the start. */
  used: Map<string, string>;
  /** Code that was made at the start. */
  made: Map<string, Code>;
}

/** The functions that have the documentation beside their code. */
const docsFolder = 'docs/';

/** Writes the code of functions when it is asked for, and again after a change of the sources. */
export function codeInUse({ directory, entries, parts, keys, keysNow, used, made }: Options): CodeInUse {
  /** The folders of the code that is in use. */
  const unpacked = new Map<string, Promise<string>>();
  /** How often the code of an asset was written. Node.js never loads another version of a file. */
  const versions = new Map<string, number>();
  /** The entries that have changed since the start, and are not in use. */
  const outdated = new Set<string>();
  let refreshing: Promise<unknown> | undefined;
  return { unpack, refresh };

  async function unpack(asset: string): Promise<string> {
    await refreshing;
    const place = unpacked.get(asset) ?? writeCode(asset);
    unpacked.set(asset, place);
    try {
      return await place;
    } catch (error) {
      unpacked.delete(asset); // the next call tries again
      throw error;
    }
  }

  async function writeCode(asset: string): Promise<string> {
    const entry = entries.get(asset);
    if (entry === undefined) throw new Error(`There is no asset ${asset}`);
    // esbuild prints an error in the changed code, and the function runs the code of the start.
    if (outdated.has(entry)) await renew([entry]).catch(() => {});
    const { files } = made.get(entry) ?? (await parts.bundle(entry, used));
    const docs = entry.startsWith(docsFolder) ? await docsOf(entry) : [];
    const version = versions.get(asset) ?? 0;
    versions.set(asset, version + 1);
    const place = join(directory, version > 0 ? `${asset}.${version}` : asset);
    writeFiles(place, new Map([...files, ...docs]));
    made.delete(entry);
    return place;
  }

  async function docsOf(entry: string): Promise<[path: string, content: Uint8Array][]> {
    const all = [...(await parts.docs())].filter(([path]) => path.startsWith(`${entry}/`));
    return all.map(([path, content]) => [path.slice(entry.length + 1), content]);
  }

  /** Makes the current code of entries. The tools of this process are those of the start, so they must not have changed. */
  async function renew(changed: readonly string[], now = keysNow()): Promise<void> {
    if (now.tools !== keys.tools) return;
    const keysOfCode = new Map(changed.map((entry) => [entry, now.bundleOf(entry)]));
    const renewed = await parts.makeMissing(changed, keysOfCode);
    for (const [entry, key] of keysOfCode) {
      const newest = renewed.get(entry);
      if (newest) made.set(entry, newest);
      else made.delete(entry);
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
    const now = keysNow();
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

export function writeFiles(folder: string, files: Files): void {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(folder, path), content);
}
