import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';

/** Maps a whole file to one place. */
const one = Buffer.from('{"version":3,"sources":["-"],"names":[],"mappings":"AAAA"}').toString('base64');

/**
 * Leaves dependencies out of source maps: a stack trace is to name our own lines, and Node.js reads the whole map with
 * the bundle.
 */
export const ownSourceMaps: Plugin = {
  name: 'own-source-maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return {
        contents: `${source}\n//# sourceMappingURL=data:application/json;base64,${one}`,
        loader: 'js',
      };
    });
  },
};

/**
 * Names the sources in a map by their paths in the repository, as a stack trace shows them: under whatever folder the
 * bundle is deployed to.
 *
 * @param lines that were put in front of the bundle since
 */
export function relocated(path: string, text: string, lines: number): string {
  const map: { sources: string[]; mappings: string } = JSON.parse(text);
  const sources = map.sources.map((source) =>
    source.includes('/node_modules/') ? null : relative(root, resolve(dirname(path), source)),
  );
  return JSON.stringify({ ...map, sources, mappings: ';'.repeat(lines) + map.mappings });
}
