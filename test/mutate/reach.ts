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

/** The most seconds of a test file. A slower one is left out, as it would take too long for each bug. */
const longest = 100;

/**
 * Runs each test file once, without a bug. A failing or slow file is named and left out. Browser tests, and tests that
 * read the sources as text, cannot report the places that they reach, so they count as reaching every bug.
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
  const all = [...bugs.keys()];
  // These tests read the sources as text, which the marks change.
  const reaches: Reach[] = files.filter(isOfSources).map((file) => ({ ...file, seconds: 2, bugs: all }));
  for (const group of groupsOf(files.filter((file) => !isOfSources(file)))) {
    const results = await reachesOf(copy, group);
    for (const file of group) {
      const result = results.find(({ path }) => path === join(copy, file.path));
      const isUsed = result?.passed && result.seconds <= longest;
      const reach = {
        ...file,
        seconds: result?.seconds ?? 0,
        bugs: reachesAll(file) ? all : (result?.bugs ?? []),
      };
      console.log(
        `${file.path}: ${isUsed ? '' : 'LEFT OUT, '}${reach.seconds} s, reaches ${reach.bugs.length} bugs`,
      );
      if (isUsed) reaches.push(reach);
    }
  }
  for (const [file, source] of sources) writeFileSync(join(copy, file), source);
  return reaches;
}

/** A line of `reach-reporter.cjs`. */
interface ReachResult {
  path: string;
  passed: boolean;
  seconds: number;
  bugs: number[];
}

async function reachesOf(copy: string, group: readonly TestFile[]): Promise<ReachResult[]> {
  const [reached, reaches] = [join(copy, '.reached'), join(copy, '.reaches')];
  rmSync(reaches, { force: true });
  await runTests(copy, group, group.length * longest * 1000, 'reach-reporter', {
    FLORIN_REACHED: reached,
    FLORIN_REACHES: reaches,
    NODE_OPTIONS: `--import=${join(copy, 'test/mutate/reached.mjs')} ${process.env.NODE_OPTIONS ?? ''}`,
  });
  const lines = existsSync(reaches) ? readFileSync(reaches, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line));
}

/** The unit tests and the HTTP tests, which share a process and a Florin, and each other file alone. */
function groupsOf(files: readonly TestFile[]): TestFile[][] {
  const shared = ['unit', 'api'];
  return [
    ...shared
      .map((name) => files.filter(({ config }) => config === name))
      .filter((group) => group.length > 0),
    ...files.filter(({ config }) => !shared.includes(config)).map((file) => [file]),
  ];
}

/** Whether a test file counts as reaching every bug, as it cannot report the places that it reaches. */
export const reachesAll = ({ config, path }: TestFile): boolean =>
  config === 'browser' || isOfSources({ path });

const isOfSources = ({ path }: Pick<TestFile, 'path'>): boolean => path.endsWith('shipped-values.test.ts');
