import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';

/** A source map that maps a whole file to one place. */
const one = Buffer.from('{"version":3,"sources":["-"],"names":[],"mappings":"AAAA"}').toString('base64');

/**
 * Leaves dependencies out of source maps, which makes them half as large. A stack trace should name lines of Florin.
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
 * Makes each entry import `stack-traces.ts` first. The import is on the entry's first line, so that the entry's lines
 * keep their numbers. It does not name the repository's folder, which would shift the columns of that line in the map.
 */
export const sourceStackTraces = (entries: readonly string[]): Plugin => ({
  name: 'source-stack-traces',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^florin:stack-traces$/ }, () => ({ path: join(root, 'lib/build/stack-traces.ts') }));
    onLoad({ filter: /\.ts$/ }, async ({ path }) =>
      entries.includes(path)
        ? { contents: `import 'florin:stack-traces'; ${await readFile(path, 'utf8')}`, loader: 'ts' }
        : undefined,
    );
  },
});

/** Whether a source is made at build time: `asset:functions/console/client/till.tsx`. */
const isVirtual = (source: string): boolean => /^[a-z-]+:/.test(source);

/**
 * Names the sources in a map by their paths in the repository, whatever the folder in which the bundle is deployed.
 *
 * @param lines the number of lines that were put before the bundle since the map was made
 */
export function relocateMap(path: string, text: string, lines: number): string {
  const map: { sources: string[]; mappings: string } = JSON.parse(text);
  const sources = map.sources.map((source) => {
    if (source.includes('/node_modules/')) return null;
    return isVirtual(source) ? source : relative(root, resolve(dirname(path), source));
  });
  return JSON.stringify({ ...map, sources, mappings: ';'.repeat(lines) + map.mappings });
}
