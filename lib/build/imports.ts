import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Finds the files that a file is made of: the file itself, and all that it imports. Paths are relative to the root. */
export type SourcesOf = (file: string) => Set<string>;

/** Matches the specifier of an import in TypeScript and in CSS, also one in a comment, which does no harm. */
const specifiers = /(?:\bfrom|\bimport\s*\(?|@import)\s*(['"])([^'"\n]+)\1/g;

/** The folder of assets whose specifier begins with no dot: `asset:page.css`. */
export const assetFolder = 'functions/payment-page/client';

/** The file with the schemas of all validators. */
export const schemasFile = 'schemas/index.ts';

/** The file that makes `routes:methods`. */
export const methodsFile = 'lib/stack/api/methods.ts';

/** Returns the content of a file by its path relative to the root, or undefined if there is no such file. */
export type ReadSource = (file: string) => Buffer | undefined;

export function sourceReader(root: string): ReadSource {
  const read = new Map<string, Buffer | undefined>();
  return (file) => {
    if (!read.has(file)) read.set(file, readFile(join(root, file)));
    return read.get(file);
  };
}

function readFile(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

/**
 * Reads imports as text, which takes less than a tenth of a second for the whole repository. Dependencies, which the
 * lock file states, are left out.
 */
export function readImports(root: string, read = sourceReader(root)): SourcesOf {
  const { imports: aliases = {} } = JSON.parse(String(read('package.json')));
  const known = new Map<string, string[]>();

  function fileOf(specifier: string, from: string): string | undefined {
    const here = posix.dirname(from);
    if (specifier.startsWith('.')) return posix.join(here, specifier);
    if (specifier.startsWith('validator:')) return schemasFile;
    if (specifier === 'routes:methods') return methodsFile;
    const [, made] = /^(?:asset|modules):(.*)$/.exec(specifier) ?? [];
    if (made) return posix.join(made.startsWith('.') ? here : assetFolder, made);
    const alias = Object.keys(aliases).find((name) => specifier.startsWith(name.slice(0, -1)));
    return alias && posix.normalize(aliases[alias].replace('*', specifier.slice(alias.length - 1)));
  }

  function importsOf(file: string): string[] {
    const found = known.get(file) ?? readImportsOf(file);
    known.set(file, found);
    return found;
  }

  function readImportsOf(file: string): string[] {
    if (!/\.(?:[jt]sx?|css)$/.test(file)) return [];
    const named = [...String(read(file) ?? '').matchAll(specifiers)];
    const files = named.map(([, , specifier = '']) => fileOf(specifier, file));
    return files.filter((path) => path !== undefined && read(path) !== undefined) as string[];
  }

  return (file) => {
    const found = new Set<string>();
    const waiting = [file];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (found.has(one)) continue;
      found.add(one);
      waiting.push(...importsOf(one));
    }
    return found;
  };
}
