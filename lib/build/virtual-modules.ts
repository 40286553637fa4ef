import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';

interface Kind<T> {
  /** The text before the path in an import: `asset` for `asset:page.css`. */
  prefix: string;
  /** The file that an import names. */
  fileOf: (path: string, resolveDir: string) => string;
  make: (file: string) => Promise<Made<T>>;
}

interface Made<T> {
  exports: T;
  /** The files that the module was made of. */
  inputs: string[];
}

/**
 * Lets functions import modules that are made from a file at build time. The exports are separate, so that a function
 * that needs only a name does not contain the body. Each module is made once, also if the plugin serves several runs.
 * Its path in a source map starts at the repository's folder, so that a bundle is the same on every machine.
 */
export function virtualModules<T extends object>({ prefix, fileOf, make }: Kind<T>): Plugin {
  const built = new Map<string, Promise<Made<T>>>();
  return {
    name: prefix,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${prefix}:`) }, ({ path, resolveDir }) => ({
        path: relative(root, fileOf(path.slice(prefix.length + 1), resolveDir)),
        namespace: prefix,
        sideEffects: false,
      }));

      onLoad({ filter: /.*/, namespace: prefix }, async ({ path }) => {
        const made = built.get(path) ?? make(join(root, path));
        built.set(path, made);
        const { exports, inputs } = await made;
        const code = Object.entries(exports).map(
          ([key, value]) => `export const ${key} = ${JSON.stringify(value)};`,
        );
        return { contents: code.join('\n'), loader: 'js', watchFiles: inputs };
      });
    },
  };
}
