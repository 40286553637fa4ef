import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';
import { importBuilt } from './import-built.ts';
import { methodsFile } from './imports.ts';

/** Lets a function import the methods of each API's paths: `import { methods } from 'routes:methods'`. */
export const routeMethods: Plugin = {
  name: 'routes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^routes:methods$/ }, ({ path }) => ({ path, namespace: 'routes' }));
    onLoad({ filter: /.*/, namespace: 'routes' }, async () => {
      const { methodsByPath } = await importBuilt(join(root, methodsFile));
      const apis = ['base', 'pos', 'console'] as const;
      const methods = Object.fromEntries(apis.map((api) => [api, methodsByPath(api)]));
      return { contents: `export const methods = ${JSON.stringify(methods)};`, loader: 'js' };
    });
  },
};
