import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestFile } from './targets.ts';

export const root = join(import.meta.dirname, '../..');

const ofCi = ['--config', 'test/jest.config.mjs', '--selectProjects'];

/** The options of Jest for the tests of a folder. Tests of the API with a Florin of their own are slow ones. */
const configs: Record<TestFile['config'], string[]> = {
  unit: [...ofCi, 'unit'],
  contract: [...ofCi, 'usecases'],
  api: [...ofCi, 'deploy'],
  slow: [...ofCi, 'slow'],
  stripe: [...ofCi, 'stripe'],
  browser: [...ofCi, 'browser'],
};

/** Copies this checkout to a temporary folder, with its `node_modules` linked. */
export function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-mutants-'));
  const left = new Set(['node_modules', '.git', '.florin', 'cdk.out', '.venv', '.screenshots']);
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The test files whose path below `test/<config>/` begins with one of `files`. */
export function filesOf({
  config,
  files,
}: {
  config: TestFile['config'];
  files: readonly string[];
}): TestFile[] {
  return readdirSync(join(root, 'test', config), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && files.some((start) => path.startsWith(start)))
    .sort()
    .map((path) => ({ config, path: `test/${config}/${path}` }));
}

/** The file in the copy to which `first-failure.cjs` writes. */
const failure = '.failure.json';

/** The title of the first test that failed in the last run in this copy, and the first line of its message. */
export function firstFailure(copy: string): string | undefined {
  const file = join(copy, failure);
  if (!existsSync(file)) return undefined;
  const { test, message } = JSON.parse(readFileSync(file, 'utf8'));
  return test ? `${test}: ${firstLine(message)}` : firstLine(message);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Jest colours its messages
const colors = /\u001b\[\d+m/g;

const firstLine = (text = ''): string => text.replace(colors, '').trim().split('\n')[0] ?? '';

/**
 * Runs test files of one configuration in the copy, in order. If they take too long, kills them with all processes that
 * they started.
 *
 * @param longest milliseconds
 * @param reporter `first-failure` ends the run with the first file that fails
 * @returns the outcome
 */
export function runTests(
  copy: string,
  files: readonly TestFile[],
  longest: number,
  reporter: 'first-failure' | 'reach-reporter' = 'first-failure',
  env: Record<string, string> = {},
): Promise<'passed' | 'failed' | 'too long'> {
  const [first] = files;
  if (!first) return Promise.resolve('passed');
  const paths = files.map(({ path }) => path);
  const options = [
    '-i',
    ...(reporter === 'first-failure' ? ['--bail'] : []),
    '--silent',
    '--forceExit',
    '--testSequencer',
    './test/mutate/in-order.cjs',
    '--reporters',
    `./test/mutate/${reporter}.cjs`,
  ];
  rmSync(join(copy, failure), { force: true });
  const child = spawn(
    process.execPath,
    ['node_modules/jest/bin/jest.js', ...configs[first.config], ...options, '--runTestsByPath', ...paths],
    {
      cwd: copy,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, ...env, FLORIN_TESTS: paths.join(), FLORIN_FAILURE: join(copy, failure) },
    },
  );
  let isLate = false;
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // All processes have ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, longest);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer);
      end();
      resolve(isLate ? 'too long' : code === 0 ? 'passed' : 'failed');
    });
  });
}
