import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openapi } from '../openapi/document.ts';
import type { Folders } from '../stack/bundle-folders.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Writes the OpenAPI document and Swagger UI beside the functions that serve them. The functions read these files on
 * demand, so that no bundle contains them.
 */
export async function writeDocs(folder: Folders): Promise<void> {
  const swagger = dirname(resolve('swagger-ui-dist/package.json'));
  await writeFile(join(folder('docs/openapi'), 'openapi.json'), JSON.stringify(openapi()));
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    await copyFile(join(swagger, file), join(folder('docs/asset'), file));
}
