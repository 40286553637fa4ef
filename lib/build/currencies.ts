import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Of the list of currencies a bundle needs what a sum is written with; names and numbers would be two thirds of it. */
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
