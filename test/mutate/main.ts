import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { findMutants, type Mutant, plant } from './mutants.ts';
import { type Target, targets } from './targets.ts';

/**
 * Plants bugs, one at a time, in a copy of this checkout, and looks whether the tests of that part notice. Prints a line
 * for each bug and the score; a bug that survives is a test that is missing, or code that has no effect.
 */
const usage = `npm run mutate -- --target store|usecases|acquirer|webhooks|page [--count 60] [--seed 1] [--files REGEXP]`;

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '' },
  },
});

const configs = {
  unit: ['--selectProjects', 'unit'],
  api: ['--selectProjects', 'api'],
  slow: ['--config', 'test/slow/jest.config.json'],
  stripe: ['--config', 'test/stripe/jest.config.json'],
  browser: ['--config', 'test/browser/jest.config.json'],
};

/** No test takes as long: a bug that makes one hang is noticed. */
const longest = 6 * 60_000;

const root = join(import.meta.dirname, '../..');
const target = targets[values.target ?? ''];
if (!target) {
  console.error(usage);
  process.exit(2);
}
const copy = copyCheckout();
try {
  await run(target);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

async function run(aim: Target): Promise<void> {
  const bugs = choose(aim);
  const survivors: string[] = [];
  for (const [index, { file, mutant }] of bugs.entries()) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, plant(source, mutant));
    const started = Date.now();
    const caught = await noticed(aim);
    writeFileSync(path, source);
    const was = describe(file, source, mutant);
    if (!caught) survivors.push(was);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${index + 1}/${bugs.length} ${caught ? `caught by ${caught}` : 'SURVIVED'} ${seconds} s: ${was}`,
    );
  }
  console.log(`\n${bugs.length - survivors.length} of ${bugs.length} planted bugs were noticed. Survivors:`);
  for (const survivor of survivors) console.log(`  ${survivor}`);
}

/** Takes the bugs from all over the part: each file has its share. */
function choose({ files }: Target): { file: string; mutant: Mutant }[] {
  const only = new RegExp(values.files);
  const random = numbers(Number(values.seed));
  const all = readdirSync(join(root, 'functions'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => files.test(file) && only.test(file))
    .sort()
    .flatMap((file) => {
      const mutants = findMutants(readFileSync(join(root, file), 'utf8'));
      // A file with many possible bugs must not crowd out the others.
      return mutants.map((mutant) => ({ file, mutant, order: random() * Math.sqrt(mutants.length) }));
    });
  return all.sort((one, other) => one.order - other.order).slice(0, Number(values.count));
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

/** The tests that fail with the bug, or undefined. */
async function noticed({ tests }: Target): Promise<string | undefined> {
  for (const { config, files } of tests)
    if (!(await passes([...configs[config], ...files.map((file) => `test/${config}/${file}`)])))
      return config;
  return undefined;
}

/** Runs tests in the copy, and ends them with all that they started when they take too long. */
function passes(args: readonly string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '-i', '--bail', '--silent', '--forceExit', ...args],
    { cwd: copy, stdio: 'ignore', detached: true },
  );
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // They have all ended.
    }
  };
  const timer = setTimeout(end, longest);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer);
      end();
      resolve(code === 0);
    });
  });
}

function describe(file: string, source: string, { start, end, kind }: Mutant): string {
  const bytes = Buffer.from(source);
  const line = bytes.subarray(0, start).toString().split('\n').length;
  const code = bytes.subarray(start, end).toString().replace(/\s+/g, ' ').slice(0, 90);
  return `${file}:${line} ${kind}: ${code}`;
}

function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-mutants-'));
  const left = new Set(['node_modules', '.git', '.florin', 'cdk.out', '.venv', '.screenshots']);
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
