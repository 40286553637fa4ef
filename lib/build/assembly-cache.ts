import { join } from 'node:path';
import { root as ownRoot } from '../root.ts';
import { cachedParts, type Makers } from './assembly-parts.ts';
import { type CodeInUse, codeInUse, writeFiles } from './code-in-use.ts';
import { keysOf } from './keys.ts';
import type { Synthesized } from './synth.ts';

export interface AssembleOptions {
  /** Context in addition to that of `cdk.json`. */
  context?: Record<string, string>;
  /** The root folder of the repository. */
  root?: string;
  makers?: Makers;
  /** Writes no code before `Assembly.unpack` is called for it, and makes no documentation before that of its functions. */
  isLazy?: boolean;
  /** Receives a line for each step that takes long. */
  progress?(text: string): void;
}

export type Assembly = Synthesized & Partial<CodeInUse>;

/**
 * Synthesizes the stack into `folder`: `cdk.out/`, and esbuild's report on the bundles in `build/meta.json`. Template,
 * documentation and each bundle have keys of their own in a cache, and only those whose sources have changed are made again.
 *
 * A stack has some 750 files of 33 MB in all, which take long to write and to remove. A caller that needs few of them
 * sets `isLazy`.
 */
export async function assemble(folder: string, options: AssembleOptions = {}): Promise<Assembly> {
  const { context = {}, root = ownRoot, makers = lateMakers, isLazy = false, progress = () => {} } = options;
  const directory = join(folder, 'cdk.out');
  const keysNow = () => keysOf(root, context);
  const keys = keysNow();
  const parts = cachedParts({ folder, root, context, makers, progress, keys, keysNow });

  const { template, files, entries } = await parts.template();
  const names = [...entries.values()];
  const used = new Map(names.map((entry) => [entry, keys.bundleOf(entry)]));
  const made = await parts.makeMissing(names, used);
  const { unpack, refresh } = codeInUse({ directory, entries, parts, keys, keysNow, used, made });
  if (!isLazy) {
    for (const entry of names) made.set(entry, made.get(entry) ?? (await parts.bundle(entry, used)));
    const outputs = Object.assign({}, ...[...made.values()].map((each) => each.outputs));
    writeFiles(join(folder, 'build'), new Map([['meta.json', Buffer.from(JSON.stringify({ outputs }))]]));
    writeFiles(directory, files);
    await Promise.all([...entries.keys()].map(unpack));
  }
  return { template, directory, unpack, refresh };
}

/** Loads the CDK and esbuild only when needed, as that takes a second. */
const lateMakers: Makers = {
  synth: async (...args) => (await import('./synth.ts')).synth(...args),
  bundle: async (...args) => (await import('./bundle.ts')).bundle(...args),
  writeDocs: async (...args) => (await import('./docs.ts')).writeDocs(...args),
};
