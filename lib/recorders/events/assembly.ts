import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesIn, sources } from '../../build/keys.ts';
import { wholeTemplateFile } from '../../build/whole-template.ts';
import type { Synthesized } from '../../local/start-options.ts';
import { root } from '../../root.ts';

const templateOf = (folder: string): string => join(resolve(root, folder), wholeTemplateFile);

/** Reads the result of an earlier synthesis from its folder. */
export const readAssembly = (folder: string): Synthesized => ({
  directory: resolve(root, folder),
  template: JSON.parse(readFileSync(templateOf(folder), 'utf8')),
});

/** Whether the synthesis in the folder is newer than all files that the stack is made of. */
export function isCurrent(folder: string): boolean {
  const made = timeOfChange(templateOf(folder));
  return sources
    .flatMap((source) => filesIn(root, source))
    .every((path) => timeOfChange(join(root, path)) <= made);
}

/** The time of a file's last change, in milliseconds since 1970; 0 for a missing file. */
const timeOfChange = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
