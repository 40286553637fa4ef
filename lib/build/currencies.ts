import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves the names and numbers of currencies out of bundles, which need only the code and the decimals. Names and
 * numbers would be two thirds of the list.
 */
export const currencies: Plugin = {
  name: 'currencies',
  setup({ onLoad }) {
    onLoad({ filter: /@paylike[\\/]currencies[\\/]currencies\.json$/ }, async ({ path }) => {
      const list: { code: string; exponent: number | string }[] = JSON.parse(await readFile(path, 'utf8'));
      const brief = list.map(({ code, exponent }) => ({ code, exponent }));
      return { contents: JSON.stringify(brief), loader: 'json' };
    });
  },
};
