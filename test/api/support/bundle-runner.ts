import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { isRunning } from '../../../lib/local/data-folder.ts';

/** Modules find files beside them by this URL, which a bundle must keep for each of them. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: `const moduleUrl = ${JSON.stringify(pathToFileURL(path).href)};${readFileSync(path, 'utf8')}`,
    }));
  },
};

/**
 * Bundles what `npm start` runs. Tests start Florin hundreds of times, and through tsx a start takes half as long again.
 * `slow/start.test.ts` and `browser/new-user.test.ts` start it as users do.
 *
 * @returns the path of the program; {@link removeRunner} removes its folder
 */
export async function bundleRunner(): Promise<string> {
  removeLeftFolders();
  await build({
    entryPoints: ['lib/local/main.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The CDK takes a second to load, and is loaded only if the stack has changed.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    define: { 'import.meta.url': 'moduleUrl' },
    plugins: [keepUrls],
    logLevel: 'warning',
  });
  return join(folder, 'main.mjs');
}

export const removeRunner = (): void => rmSync(folder, { recursive: true, force: true });

const parent = join(process.cwd(), '.build');
/** Below the repository, as the bundle imports packages. Several runs of tests may use one checkout. */
const folder = join(parent, `runner-${process.pid}`);

/** Removes the folders of runs that were killed. */
function removeLeftFolders(): void {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [, pid] = /^runner-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
