import type { Plugin } from 'esbuild';
import { importBuilt } from './import-built.ts';

/**
 * Replaces the module that reads the rows of all routes by the tables that it makes of them. So no bundle contains the
 * rows, most of which is documentation. The tables are made once, also if the plugin serves several runs.
 */
export function access(): Plugin {
  let code: Promise<string> | undefined;
  return {
    name: 'access',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]domain[\\/]merchants[\\/]access\.ts$/ }, async ({ path }) => {
        code ??= tablesOf(path);
        return { contents: await code };
      });
    },
  };
}

async function tablesOf(path: string): Promise<string> {
  const tables = Object.entries<object>(await importBuilt(path));
  return tables.map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`).join('\n');
}
