import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = dirname(fileURLToPath(import.meta.url));

/** The tests of the API that start a Florin of their own. */
export const withFlorin = readdirSync(join(rootDir, 'test/api'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) =>
    /\b(own(Florin|Live)|startFlorin)\(/.test(readFileSync(join(rootDir, 'test/api', name), 'utf8')),
  )
  .map((name) => `api/${name}`)
  .join('|');

/**
 * The tests that `npm test` leaves to CI, by the step that has them: those of the tools and the documentation, and long
 * ones. `npm test` has shorter tests of the same behaviour. Each is a pattern for the beginnings of paths in `test/`.
 */
export const leftOut = {
  local: 'unit/(local|model|operator|checks|mutate)',
  packages: 'unit/client',
  docs: 'api/docs|unit/site',
  usecases:
    'unit/(jobs/backfill|usecases/(acquirer-(balances|books)|card-testing|check-ledger|failed-writes|lives|month-of-lives|movement-answers|payment-events|reconcile|retired-operations|submit-evidence))',
  stages: 'stack/(operate|release|restored|solutions|standby)',
  slow: `${withFlorin}|api/(cards/customer-cards-attacks|http/pages|properties|races)`,
};

/** A project of the tests whose paths in `test/` begin with one of these patterns. */
export const project = (displayName, paths, more = {}, ignored = []) => ({
  ...{ displayName, rootDir, preset: './test/jest-preset.json' },
  testRegex: `/test/(?=.*\\.test\\.ts$)(${paths})`,
  testPathIgnorePatterns: ['/node_modules/', ...ignored.map((path) => `/test/(${path})`)],
  ...more,
});

const hooks = (folder) => ({
  globalSetup: `<rootDir>/test/${folder}/setup.ts`,
  globalTeardown: `<rootDir>/test/${folder}/teardown.ts`,
});

/** For all files of a project: one Florin, one engine, one process that synthesizes stacks, or what the folder has. */
export const florin = hooks('api');
export const engine = hooks('unit');
export const stacks = hooks('stack');
export const setUpOf = hooks;

/** A test that hangs ends with this limit, which is long enough for a busy machine. */
export const options = { rootDir, testTimeout: 300_000, testSequencer: './test/longest-first.cjs' };

/** The projects of `npm test`, which starts one Florin. `test/jest.config.mjs` has the other steps of `.ci/run`. */
export default {
  ...options,
  maxWorkers: 3,
  projects: [
    project('unit', 'unit/', engine, Object.values(leftOut)),
    project('stack', 'stack/', stacks, Object.values(leftOut)),
    project('api', 'api/', florin, Object.values(leftOut)),
  ],
};
