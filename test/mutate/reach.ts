import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bug } from './bugs.ts';
import { root, runTests } from './copy.ts';
import { mark } from './mutants.ts';
import type { TestFile } from './targets.ts';

/** A file of tests that passes without a bug: its seconds, and the numbers of the bugs whose places it reaches. */
export interface Reach extends TestFile {
  seconds: number;
  bugs: number[];
}

/** In milliseconds: a file of tests that takes longer is left out, as it would take too long for each bug. */
const longest = 100_000;

/**
 * Runs each file of tests once, without a bug. One that fails is named, and left out. A
 * browser cannot tell what it reaches, nor can a test that reads the sources as text: they count as reaching everything.
 */
export async function findReach(
  copy: string,
  bugs: readonly Bug[],
  files: readonly TestFile[],
): Promise<Reach[]> {
  const changed = new Set(bugs.map(({ file }) => file));
  for (const file of changed) {
    const places = bugs.flatMap((bug, number) =>
      bug.file === file ? { number, place: bug.mutant.place } : [],
    );
    writeFileSync(join(copy, file), mark(readFileSync(join(root, file), 'utf8'), places));
  }
  const reaches: Reach[] = [];
  const told = join(copy, '.reached');
  const env = {
    FLORIN_REACHED: told,
    NODE_OPTIONS: `--import=${join(copy, 'test/mutate/reached.mjs')} ${process.env.NODE_OPTIONS ?? ''}`,
  };
  for (const file of files) {
    // It reads the sources as text, which the marks change.
    if (isOfSources(file)) {
      reaches.push({ ...file, seconds: 2, bugs: [...bugs.keys()] });
      continue;
    }
    rmSync(told, { force: true });
    const started = Date.now();
    const result = await runTests(copy, [file], longest, env);
    const seconds = Math.round((Date.now() - started) / 1000);
    const numbers = reachesAll(file) ? [...bugs.keys()] : [...new Set(reached(told))];
    console.log(`${file.path}: ${result}, ${seconds} s, reaches ${numbers.length} bugs`);
    if (result === 'passed') reaches.push({ ...file, seconds, bugs: numbers });
  }
  for (const file of changed) writeFileSync(join(copy, file), readFileSync(join(root, file)));
  return reaches;
}

/** Whether a file of tests may notice any bug, though it does not say what it reaches. */
export const reachesAll = ({ config, path }: TestFile): boolean =>
  config === 'browser' || isOfSources({ path });

const isOfSources = ({ path }: Pick<TestFile, 'path'>): boolean => path.endsWith('shipped-values.test.ts');

const reached = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
