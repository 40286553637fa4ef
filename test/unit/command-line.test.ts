import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseOptions, refuseOptionsOfNpm } from '../../lib/command-line.ts';

const options = ['memory', 'sample', 'bucket-owner', 'yes'];

test.each([
  [{ npm_config_memory: 'true' }, 'npm has taken --memory for itself: .*`npm start -- --memory`'],
  [{ npm_config_sample: '30', npm_config_memory: '' }, '`npm start -- --memory --sample`'],
  [{ npm_lifecycle_event: 'export', npm_config_bucket_owner: '1' }, '`npm run export -- --bucket-owner`'],
])('an option that npm has taken is refused, with the right command: %j', (env, says) => {
  expect(() => refuseOptionsOfNpm(options, { npm_lifecycle_event: 'start', ...env })).toThrow(
    new RegExp(says),
  );
});

test.each([
  [{ npm_lifecycle_event: 'start' }],
  [{ npm_lifecycle_event: 'start', npm_config_cache: '/tmp', npm_config_yes: 'true' }],
  [{ npm_config_memory: 'true' }],
])('settings of npm itself, and any outside of npm, are accepted: %j', (env) => {
  expect(() => refuseOptionsOfNpm(options, env)).not.toThrow();
});

test('only lib/command-line.ts parses options, so every command refuses options that npm has taken', () => {
  const files = ['lib', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const reading = files.filter(
    (file) => file.endsWith('.ts') && /import .*\bparseArgs\b/.test(readFileSync(file, 'utf8')),
  );
  expect(reading).toEqual(['lib/command-line.ts']);
});

test.each([
  ['--bogus', "Unknown option '--bogus'"],
  ['bogus', "Unexpected argument 'bogus'"],
])('the mistake %s is named in one line', (arg, message) => {
  const allowPositionals = arg.startsWith('--');
  expect(() => parseOptions({ args: [arg], options: {}, allowPositionals })).toThrow(new Error(message));
});

test('--help prints the usage, and the command does nothing', () => {
  const args = ['--import', 'tsx', 'lib/operator/restore/main.ts', '--help'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
    /^Usage: npm run restore -- .*--latest/,
  );
});
