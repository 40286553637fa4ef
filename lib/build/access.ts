import type { Plugin } from 'esbuild';
import { importBuilt } from './import-built.ts';

/**
 * Replaces the module that reads the rows of all routes by the tables that it makes of them. So no bundle contains the
 * rows, most of which is documentation.
 */
export const access: Plugin = {
  name: 'access',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]domain[\\/]merchants[\\/]access\.ts$/ }, async ({ path }) => {
      const tables = Object.entries<object>(await importBuilt(path));
      const code = tables.map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`);
      return { contents: code.join('\n') };
    });
  },
};
