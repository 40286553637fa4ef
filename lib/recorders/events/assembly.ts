import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesIn, sources } from '../../build/assembly.ts';
import type { Synthesized } from '../../local/start-options.ts';
import { root } from '../../root.ts';

const templateOf = (folder: string): string => join(resolve(root, folder), 'Florin.template.json');

/** Reads an earlier synthesis from its folder. */
export const readAssembly = (folder: string): Synthesized => ({
  directory: resolve(root, folder),
  template: JSON.parse(readFileSync(templateOf(folder), 'utf8')),
});

/** Whether nothing that the stack is made of has changed since it was synthesized into the folder. */
export function isCurrent(folder: string): boolean {
  const made = changed(templateOf(folder));
  return sources
    .flatMap((source) => filesIn(root, source))
    .every((path) => changed(join(root, path)) <= made);
}

/** In milliseconds since 1970; 0 for what there is not. */
const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
