import { basename, join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { root } from '../root.ts';
import { forBrowsers, inputsOf } from './assets.ts';
import { virtualModules } from './virtual-modules.ts';

/**
 * Lets functions import a script for browsers that loads a part of itself later, by `import()`: `import { name, beside,
 * later, bodies } from 'modules:./client/console.tsx'`. The path starts at the importing file.
 */
export const modules = (): Plugin =>
  virtualModules({
    prefix: 'modules',
    fileOf: (path, resolveDir) => resolve(resolveDir, path),
    make: split,
  });

interface Modules {
  name: string;
  /** The names of the modules that the script needs at once. */
  beside: string[];
  /** The names of the modules that it loads later. */
  later: string[];
  /** The text of each module, by its name. */
  bodies: Record<string, string>;
}

/** Bundles a script as modules. Their names contain hashes of their content. */
async function split(entry: string): Promise<{ exports: Modules; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    ...forBrowsers(),
    entryPoints: [entry],
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const [first = ''] = Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint && join(root, entryPoint) === entry)
    .map(([path]) => path);
  const atOnce = [...neededBy(first, metafile)];
  const names = atOnce.map((path) => basename(path));
  const bodies = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text.trim()]));
  return {
    exports: {
      name: basename(first),
      beside: names.filter((name) => name !== basename(first)),
      later: Object.keys(bodies).filter((name) => !names.includes(name)),
      bodies,
    },
    inputs: inputsOf(metafile),
  };
}

/** The paths of a module and of all that it imports before it runs. */
function neededBy(path: string, metafile: Metafile, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
    if (kind === 'import-statement') neededBy(imported, metafile, found);
  return found;
}
