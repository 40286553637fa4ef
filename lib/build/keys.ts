import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readImports, sourceReader } from './imports.ts';
import { catalogueFile, isSpeaking } from './messages.ts';

/** The keys of the parts of a synthesized stack in the cache. A key changes when a file of its part changes. */
export interface Keys {
  /** The code that builds all parts, and the dependencies. */
  tools: string;
  template: string;
  /** The documentation site and the OpenAPI document. */
  docs: string;
  /** The bundle of an entry: `payments/create`. */
  bundleOf(entry: string): string;
}

/** The files that a synthesized stack is made of. */
export const sources = [
  'CHANGELOG.md',
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

/** The files that each bundle depends on, beside those that it imports. */
const toolFiles = [
  'lib/build',
  'node_modules/.package-lock.json',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Makes keys from the contents of files, as a clone or a checkout changes the times of files. */
export function keysOf(root: string, context: Record<string, string> = {}): Keys {
  const read = sourceReader(root);
  const sourcesOf = readImports(root, read);
  const hashes = new Map<string, string>();
  const hashOf = (file: string): string => {
    const hash =
      hashes.get(file) ??
      createHash('sha256')
        .update(read(file) ?? '')
        .digest('hex');
    hashes.set(file, hash);
    return hash;
  };
  const keyOf = (files: Iterable<string>, ...settings: unknown[]): string => {
    const hash = createHash('sha256').update(JSON.stringify(settings));
    for (const file of [...new Set(files)].sort()) hash.update(`\n${file} ${hashOf(file)}`);
    return hash.digest('hex');
  };
  const tools = keyOf(
    toolFiles.flatMap((path) => filesIn(root, path)),
    process.version,
    process.platform,
  );
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'));
  const folders = ['CHANGELOG.md', 'docs', 'lib/openapi', 'lib/site'].flatMap((path) => filesIn(root, path));
  return {
    tools,
    template: keyOf(['cdk.json', ...sourcesOf('lib/build/synth.ts')], tools, context, variables.sort()),
    docs: keyOf([...folders, ...folders.flatMap((file) => [...sourcesOf(file)])], tools),
    bundleOf(entry) {
      const messages = isSpeaking(entry) ? sourcesOf(catalogueFile) : [];
      return keyOf([...sourcesOf(`functions/${entry}.ts`), ...messages], tools, entry);
    },
  };
}

/** The paths, relative to `folder`, of the files at `path` and below, in the same order on every machine. */
export function filesIn(folder: string, path: string): string[] {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [path] : [];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesIn(folder, `${path}/${name}`));
}
