import { basename, join, resolve } from 'node:path';
import { build, type ImportKind, type Metafile, type Plugin } from 'esbuild';
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
  /** The names of the modules that it loads later, without those that only these modules load later. */
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
  const atOnce = neededBy([first], metafile);
  const later = neededBy(
    [...atOnce].flatMap((path) => importsOf(path, 'dynamic-import', metafile)),
    metafile,
  );
  const names = [...atOnce].map((path) => basename(path));
  const bodies = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text.trim()]));
  return {
    exports: {
      name: basename(first),
      beside: names.filter((name) => name !== basename(first)),
      later: [...later].map((path) => basename(path)).filter((name) => !names.includes(name)),
      bodies,
    },
    inputs: inputsOf(metafile),
  };
}

/** The paths of modules and of all that they import before they run. */
function neededBy(paths: string[], metafile: Metafile, found = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    neededBy(importsOf(path, 'import-statement', metafile), metafile, found);
  }
  return found;
}

const importsOf = (path: string, how: ImportKind, { outputs }: Metafile): string[] =>
  (outputs[path]?.imports ?? []).flatMap(({ path, kind }) => (kind === how ? [path] : []));
