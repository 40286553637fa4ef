import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = join(rootDir, 'test/api');

/** The API's tests, except those with their own engine, and those that start Florin as a user does. */
const testMatch = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.test.ts') && name !== 'docs/readme.test.ts')
  .map((name) => join(folder, name))
  .filter((file) => !readFileSync(file, 'utf8').includes('DYNAMODB_ENDPOINT'));

export default {
  rootDir,
  preset: './test/jest-preset.json',
  testMatch,
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/model/setup.ts',
  globalTeardown: '<rootDir>/test/api/teardown.ts',
};
