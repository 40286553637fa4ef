/** Builds the package: the tool, and the licenses of the packages that its files contain. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

// The names of the parts contain hashes, so files of an earlier build would remain beside them.
rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  bundle: true,
  // `florin mcp` loads the SDK, which is larger than the rest of the tool, from a file of its own.
  splitting: true,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outdir: 'dist',
  metafile: true,
  logLevel: 'warning',
});

const packages = new Set(
  Object.keys(metafile.inputs).flatMap(
    (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(resolve(file).replaceAll('\\', '/')) ?? [],
  ),
);
const licenses = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'license'].map((one) => join(folder, one)).find(existsSync);
  return `${name} ${version}: ${license}\n\n${file ? readFileSync(file, 'utf8') : ''}`;
});
writeFileSync('dist/licenses.txt', licenses.join('\n\n'));
