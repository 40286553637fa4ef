import { createHash } from 'node:crypto';
import { extname, join, parse, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { root } from '../root.ts';
import { access } from './access.ts';
import { currencies } from './currencies.ts';
import { virtualModules } from './virtual-modules.ts';

/** The media types, by the extension of the file that a browser gets. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Lets functions import a script or style sheet of `folder`, bundled for browsers: `import { name, type, body } from
 * 'asset:page.ts'`. A path that begins with a dot starts at the importing file.
 */
export const assets = (folder: string): Plugin =>
  virtualModules({
    prefix: 'asset',
    fileOf: (path, resolveDir) => resolve(path.startsWith('.') ? resolveDir : folder, path),
    async make(file) {
      const { name, body, inputs } = await bundleForBrowsers(file);
      return { exports: { name, type: types[extname(name)], body }, inputs };
    },
  });

interface Asset {
  name: string;
  body: string;
  /** The files that the asset was made of. */
  inputs: string[];
}

/** Returns the options of all bundles for browsers. */
export const forBrowsers = () =>
  ({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    // The browsers of the last three years, as customers also have older phones.
    target: ['chrome109', 'firefox115', 'safari15.4'],
    // These browsers know `\p{…}`. By default esbuild replaces it by a call, as newer Unicode versions add properties.
    supported: { 'regexp-unicode-property-escapes': true },
    legalComments: 'none',
    logLevel: 'warning',
    outdir: 'out',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [access(), currencies],
  }) satisfies BuildOptions;

/** Bundles a script, style sheet or JSON file for browsers. Its name contains a hash of its content. */
export async function bundleForBrowsers(entry: string): Promise<Asset> {
  const isJson = entry.endsWith('.json');
  const { outputFiles, metafile } = await build({
    ...forBrowsers(),
    entryPoints: [entry],
    format: 'iife',
    // A JSON file stays a JSON file.
    ...(isJson && { loader: { '.json': 'copy' } }),
  });
  const text = outputFiles[0]?.text.trim() ?? '';
  const body = isJson ? JSON.stringify(JSON.parse(text)) : text;
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const { name, ext } = parse(outputFiles[0]?.path ?? '');
  return {
    name: `${name}-${hash}${ext}`,
    body,
    inputs: inputsOf(metafile),
  };
}

/** The paths of the files that a bundle was made of. */
export const inputsOf = ({ inputs }: Metafile): string[] =>
  Object.keys(inputs).map((path) => join(root, path));
