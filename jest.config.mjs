import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = dirname(fileURLToPath(import.meta.url));

/** A project of the tests in these folders of `test/`. */
export const project = (displayName, folders, more = {}) => ({
  ...{ displayName, rootDir, preset: './test/jest-preset.json' },
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  ...more,
});

/** One Florin for all files of a project. */
export const florin = {
  globalSetup: '<rootDir>/test/api/setup.ts',
  globalTeardown: '<rootDir>/test/api/teardown.ts',
};

/** One engine for all files of a project. */
export const engine = {
  globalSetup: '<rootDir>/test/unit/setup.ts',
  globalTeardown: '<rootDir>/test/unit/teardown.ts',
};

/** The tests of the API with and without a Florin of their own. */
export const [withFlorin, withoutFlorin] = partition(
  readdirSync(join(rootDir, 'test/api'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('docs'))
    .map((name) => join(rootDir, 'test/api', name)),
  (file) => /\b(ownFlorin|ownLive|startFlorin)\(/.test(readFileSync(file, 'utf8')),
);

function partition(all, belongs) {
  const first = all.filter(belongs);
  return [first, all.filter((one) => !first.includes(one))];
}

/**
 * The options of all projects. A test that hangs ends with this limit, which is long enough for a busy machine.
 */
export const options = { rootDir, testTimeout: 300_000, testSequencer: './test/longest-first.cjs' };

/** The projects of `npm test`, which starts one Florin. `test/jest.config.mjs` has the other steps of `.ci/run`. */
export default {
  ...options,
  maxWorkers: 3,
  projects: [
    project('unit', ['unit'], {
      testPathIgnorePatterns: [
        '/node_modules/',
        '/test/unit/(client/|local/|model/|operator/|site/|checks|mutate)',
      ],
      ...engine,
    }),
    project('stack', ['stack'], {
      globalSetup: '<rootDir>/test/stack/setup.ts',
      globalTeardown: '<rootDir>/test/stack/teardown.ts',
    }),
    project('api', [], { testMatch: withoutFlorin, ...florin }),
  ],
};
