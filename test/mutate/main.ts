import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { optionsOrUsage } from '../../lib/command-line.ts';
import { type Bug, chooseBugs, describe } from './bugs.ts';
import { copyCheckout, filesOf, firstFailure, runTests } from './copy.ts';
import { plant } from './mutants.ts';
import { findReach, type Reach, reachesAll } from './reach.ts';
import { type TestFile, targets } from './targets.ts';

/**
 * Plants bugs, one at a time, in a copy of this checkout, and checks whether the tests of that part notice. First each
 * test file runs once without a bug, so that a bug meets only the test files that reach it, the quickest first. Prints
 * a line for each bug, and the score. A surviving bug means a missing test, or code without effect.
 */
const usage = `npx tsx test/mutate/main.ts --target ${Object.keys(targets).join('|')} [--target …] [--count 60] [--seed 1] [--files REGEXP]
  [--kinds REGEXP]  only bugs whose kind matches, as \`condition of a write\`
  [--tests REGEXP]  only the files of tests whose path matches, as \`^test/unit\`
  [--patience 120]  the seconds of tests, as they took without the bug, that a bug meets before it counts as survived
  [--report FILE]  keeps each result in the file, and goes on where an earlier run with this file stopped`;

const { values } = optionsOrUsage(usage, {
  options: {
    target: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '' },
    kinds: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    patience: { type: 'string', default: '120' },
    report: { type: 'string' },
  },
});

/** Matches failures that a busy machine can cause as well. */
const mayBeLoad = /Exceeded timeout|ECONN|socket hang up/;

const aims = values.target.map((name) => targets[name]);
if (aims.length === 0 || aims.some((aim) => !aim)) {
  console.error(`Usage: ${usage}`);
  process.exit(2);
}
const copy = copyCheckout();
try {
  await run();
} finally {
  rmSync(copy, { recursive: true, force: true });
}

interface Notice {
  /** The configuration whose tests noticed the bug. */
  by: string;
  /** The first test that failed, and its message. */
  failure?: string;
}

/** Without `by` no test noticed the bug. */
interface Result extends Partial<Notice> {
  bug: string;
  /** Set if no test of the list runs the bug's place. */
  isUnreached?: true;
  seconds: number;
}

async function run(): Promise<void> {
  const { bugs, files } = chosen();
  const earlier = results();
  const left = bugs.filter((bug) => !earlier.some((result) => result.bug === describe(bug)));
  const reaches = left.length > 0 ? await findReach(copy, left, files) : [];
  const all = [...earlier];
  for (const [number, bug] of left.entries()) {
    const result = await meet(bug, number, reaches);
    all.push(result);
    if (values.report) appendFileSync(values.report, `${JSON.stringify(result)}\n`);
    console.log(
      `${number + 1}/${left.length} ${result.by ?? fateOf(result)} ${result.seconds} s: ${result.bug}`,
    );
    if (result.failure) console.log(`    ${result.failure}`);
  }
  const survivors = all.filter(({ by }) => !by);
  console.log(`\n${all.length - survivors.length} of ${all.length} planted bugs were noticed. Survivors:`);
  for (const result of survivors) console.log(`  ${fateOf(result)} ${result.bug}`);
}

function fateOf({ isUnreached }: Result): string {
  return isUnreached ? 'NOT REACHED' : 'SURVIVED';
}

/** The bugs of all targets, and the test files that may notice one of them, each once. */
function chosen(): { bugs: Bug[]; files: TestFile[] } {
  const only = { paths: new RegExp(values.files), kinds: new RegExp(values.kinds) };
  const bugs = aims.flatMap((aim) =>
    chooseBugs(aim?.files ?? /^$/, Number(values.count), Number(values.seed), only),
  );
  const tests = new RegExp(values.tests);
  const files = aims
    .flatMap((aim) => aim?.tests.flatMap(filesOf) ?? [])
    .filter(({ path }) => tests.test(path));
  return { bugs, files: [...new Map(files.map((file) => [file.path, file])).values()] };
}

function results(): Result[] {
  if (!values.report || !existsSync(values.report)) return [];
  return readFileSync(values.report, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Plants the bug, and runs the tests that reach it until one fails. */
async function meet(bug: Bug, number: number, reaches: readonly Reach[]): Promise<Result> {
  const path = join(copy, bug.file);
  writeFileSync(path, plant(bug.source, bug.mutant));
  const started = Date.now();
  const reaching = reaches.filter(({ bugs }) => bugs.includes(number));
  const notice = await findNotice(bug.file, reaching);
  writeFileSync(path, bug.source);
  const isUnreached = reaching.every(reachesAll) || undefined;
  return { bug: describe(bug), ...notice, isUnreached, seconds: Math.round((Date.now() - started) / 1000) };
}

/**
 * Runs the tests, first those of the file's name and then the quickest, until one fails, or they take five times as
 * long as without the bug. A run that a busy machine may have spoiled is repeated once.
 *
 * @returns the tests that noticed the bug, or undefined if none did
 */
async function findNotice(file: string, reaches: readonly Reach[]): Promise<Notice | undefined> {
  const own = `/${basename(file, '.ts')}.test.ts`;
  const rank = ({ path, seconds }: Reach) => (path.endsWith(own) ? 0 : seconds);
  const met: Reach[] = [];
  let seconds = 0;
  for (const file of [...reaches].sort((one, other) => rank(one) - rank(other))) {
    seconds += file.seconds;
    if (met.length === 0 || seconds <= Number(values.patience)) met.push(file);
  }
  for (const config of new Set(met.map(({ config }) => config))) {
    const files = met.filter((file) => file.config === config);
    const longest = files.reduce((sum, file) => sum + 5000 * file.seconds, 60_000);
    const attempt = async (): Promise<Notice | undefined> => {
      const result = await runTests(copy, files, longest);
      if (result === 'too long') return { by: `${config}, too long` };
      return result === 'failed' ? { by: config, failure: firstFailure(copy) } : undefined;
    };
    let notice = await attempt();
    if (notice && (!notice.failure || mayBeLoad.test(notice.failure))) notice = await attempt();
    if (notice) return notice;
  }
  return undefined;
}
