import { build } from 'esbuild';
import { root } from '../root.ts';

/** Imports the current version of a TypeScript module from the disk, so that a rebuild contains the latest edit. */
export async function importBuilt(path: string) {
  const { outputFiles } = await build({
    entryPoints: [path],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
