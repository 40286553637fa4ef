import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './copy.ts';
import { findMutants, type Mutant } from './mutants.ts';

/** A mutant in a file, whose path is from the root of the repository. */
export interface Bug {
  file: string;
  /** The file's text when the run began, because its author may edit the file meanwhile. */
  source: string;
  mutant: Mutant;
}

/**
 * Chooses bugs spread over all files of a part.
 *
 * @param files matches the part's paths
 * @param seed the same seed chooses the same bugs in the same code
 * @param only matches the paths and the kinds of bugs to choose from
 */
export function chooseBugs(
  files: RegExp,
  count: number,
  seed: number,
  only: { paths?: RegExp; kinds?: RegExp } = {},
): Bug[] {
  const { paths = /(?:)/, kinds = /(?:)/ } = only;
  const random = numbers(seed);
  return readdirSync(join(root, 'functions'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => files.test(file) && paths.test(file))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const mutants = findMutants(source, file).filter(({ kind }) => kinds.test(kind));
      // A file with many possible bugs must not crowd out the others.
      return mutants.map((mutant) => ({ file, source, mutant, order: random() * Math.sqrt(mutants.length) }));
    })
    .sort((one, other) => one.order - other.order)
    .slice(0, count);
}

/** Numbers between 0 and 1 that a seed determines (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The place and the change of a bug, in one line. */
export function describe({ file, source, mutant: { start, end, kind } }: Bug): string {
  const bytes = Buffer.from(source);
  const line = bytes.subarray(0, start).toString().split('\n').length;
  const code = bytes.subarray(start, end).toString().replace(/\s+/g, ' ').slice(0, 90);
  return `${file}:${line} ${kind}: ${code}`;
}
