import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapi } from '../openapi/document.ts';
import { root } from '../root.ts';
import { site } from '../site/site.ts';
import type { Folders } from '../stack/bundle-folders.ts';
import { bundleForBrowsers } from './assets.ts';
import { withEsbuild } from './esbuild-process.ts';

/**
 * Writes the OpenAPI document and the documentation site beside the functions that serve them. The functions read these
 * files on demand, so that no bundle contains them.
 */
export async function writeDocs(folder: Folders): Promise<void> {
  const [script, style] = await withEsbuild(() =>
    Promise.all(
      ['main.ts', 'style.css'].map((name) => bundleForBrowsers(join(root, 'lib/site/client', name))),
    ),
  );
  if (!script || !style) throw new Error('esbuild made no script or style sheet for the documentation');
  const files = site().set('main.js', script.body).set('style.css', style.body);
  const [document, target] = [folder('docs/openapi'), join(folder('docs/page'), 'site')];
  await Promise.all([document, target].map((path) => mkdir(path, { recursive: true })));
  await writeFile(join(document, 'openapi.json'), JSON.stringify(openapi()));
  await Promise.all([...files].map(([name, text]) => writeFile(join(target, name), text)));
}
