import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bug } from './bugs.ts';
import { runTests } from './copy.ts';
import { mark } from './mutants.ts';
import type { TestFile } from './targets.ts';

/** A test file that passes without a bug, with its seconds and the numbers of the bugs whose places it reaches. */
export interface Reach extends TestFile {
  seconds: number;
  bugs: number[];
}

/** The most milliseconds of a test file. A slower one is left out, as it would take too long for each bug. */
const longest = 100_000;

/**
 * Runs each test file once, without a bug. A failing file is named and left out. Browser tests, and tests that read the
 * sources as text, cannot report the places that they reach, so they count as reaching every bug.
 */
export async function findReach(
  copy: string,
  bugs: readonly Bug[],
  files: readonly TestFile[],
): Promise<Reach[]> {
  const sources = new Map(bugs.map(({ file, source }) => [file, source]));
  for (const [file, source] of sources) {
    const places = bugs.flatMap((bug, number) =>
      bug.file === file ? { number, place: bug.mutant.place } : [],
    );
    writeFileSync(join(copy, file), mark(source, places));
  }
  const reaches: Reach[] = [];
  const told = join(copy, '.reached');
  const env = {
    FLORIN_REACHED: told,
    NODE_OPTIONS: `--import=${join(copy, 'test/mutate/reached.mjs')} ${process.env.NODE_OPTIONS ?? ''}`,
  };
  for (const file of files) {
    // This test reads the sources as text, which the marks change.
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
  for (const [file, source] of sources) writeFileSync(join(copy, file), source);
  return reaches;
}

/** Whether a test file counts as reaching every bug, as it cannot report the places that it reaches. */
export const reachesAll = ({ config, path }: TestFile): boolean =>
  config === 'browser' || isOfSources({ path });

const isOfSources = ({ path }: Pick<TestFile, 'path'>): boolean => path.endsWith('shipped-values.test.ts');

const reached = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
