import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importBuilt } from './import-built.ts';

/**
 * Puts what the payment page says beside the function that serves it, a file a language. The customer's own is read
 * when it is asked for: 24 languages are in no bundle that has to be loaded first.
 */
export async function writeMessages(sources: string, folder: string): Promise<void> {
  const { languages } = await importBuilt(join(sources, 'index.ts'));
  const files = Object.entries(languages).map(([name, messages]) =>
    writeFile(join(folder, `${name}.json`), JSON.stringify(messages)),
  );
  await Promise.all(files);
}
