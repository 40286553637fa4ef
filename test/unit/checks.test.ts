import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const run = (script: string, ...args: string[]) =>
  execFileSync(script, args, { encoding: 'utf8', stdio: 'pipe' });
// The scripts of .ci need a version of bash that Windows and macOS lack.
const onLinux = process.platform === 'linux' ? test : test.skip;

const steps = () =>
  run('.ci/run', '--steps')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', command = ''] = line.split(': ');
      return { name, command };
    });
const groups = (): string[] => JSON.parse(run('.ci/run', '--groups', '--all'));
const heavy = ['deploy', 'examples', 'packages', 'simulate', 'simulate-live', 'stripe', 'webhooks'];

onLinux('every project of test/jest.config.mjs is a step of .ci/run or a nightly check', () => {
  const config = readFileSync('test/jest.config.mjs', 'utf8');
  const projects = [...config.matchAll(/project\('([\w-]+)'/g)].map(([, name = '']) => name);
  expect(projects.length).toBeGreaterThan(10);
  const checks: string[] = JSON.parse(run('.ci/nightly', '--checks'));
  const names = new Set([...steps().map(({ name }) => name), ...checks]);
  expect(projects.filter((name) => !names.has(name))).toEqual(['unit']);
});

onLinux('each test file is in `npm test` or in exactly one step of .ci/run', () => {
  const script = `
    const ours = (await import('./jest.config.mjs')).default.projects;
    const theirs = (await import('./test/jest.config.mjs')).default.projects;
    const again = ['live', 'unit', 'deploy', 'model', 'engine'];
    console.log(JSON.stringify([...ours, ...theirs.filter((it) => !again.includes(it.displayName))]));`;
  const projects: { displayName: string; testRegex: string; testPathIgnorePatterns: string[] }[] = JSON.parse(
    run('node', '--input-type=module', '--eval', script),
  );
  const homesOf = (file: string) =>
    projects.filter(
      ({ testRegex, testPathIgnorePatterns: ignored }) =>
        new RegExp(testRegex).test(file) && !ignored.some((one) => new RegExp(one).test(file)),
    );
  const files = run('git', 'ls-files', '-co', '--exclude-standard', 'test').trim().split('\n');
  const tests = files.filter((file) => file.endsWith('.test.ts') && existsSync(file));
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.filter((file) => homesOf(`/${file}`).length !== 1)).toEqual([]);
});

onLinux(
  'the first steps are `npm ci` and `npm test`, and each step except `npm ci` is in exactly one group',
  () => {
    expect(
      steps()
        .slice(0, 2)
        .map(({ command }) => command),
    ).toEqual(['npm ci', 'npm test']);
    const names = steps()
      .map(({ name }) => name)
      .filter((name) => name !== 'install');
    expect(groups().flatMap((group) => group.split(' '))).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  },
);

/** A checkout with the scripts of .ci, and one file for each heavy step. */
function checkout() {
  const place = mkdtempSync(join(tmpdir(), 'florin-ci-'));
  const git = (...args: string[]) => run('git', '-C', place, ...args);
  for (const file of ['.ci/run', '.ci/inputs.mjs', 'package.json'])
    cpSync(file, join(place, file), { recursive: true });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  };
  const paths = run(
    'node',
    '--input-type=module',
    '--eval',
    "console.log(JSON.stringify((await import('./.ci/inputs.mjs')).named))",
  );
  for (const path of JSON.parse(paths) as string[])
    if (!existsSync(join(place, path))) write(/\.\w+$/.test(path) ? path : join(path, 'file.txt'), '');
  git('init', '-q');
  return { place, write };
}

onLinux(
  '.ci/run skips a heavy step with the inputs of its last pass, until a file that it imports changes',
  () => {
    const { place, write } = checkout();
    const groups = (...args: string[]) => {
      const run = spawnSync(join(place, '.ci/run'), ['--groups', ...args], { encoding: 'utf8' });
      return { steps: JSON.parse(run.stdout).join(' ').split(' '), said: run.stderr };
    };
    const record = () => write('.ci/passed', run('node', join(place, '.ci/inputs.mjs')));
    write('.ci/passed', '');
    write('lib/far.ts', '1');
    write('lib/near.ts', "export * from './far.ts';");
    write('test/webhooks/a.test.ts', "import '../../lib/near.ts';");
    const everything = groups('--all').steps;
    expect(groups().steps).toEqual(everything);

    record();
    const { steps, said } = groups();
    expect(everything.filter((step: string) => !steps.includes(step)).sort()).toEqual(heavy);
    expect(said.match(/^Skipped: \S+(?=\. )/gm)?.sort()).toEqual(heavy.map((step) => `Skipped: ${step}`));
    expect(groups('--all').steps).toEqual(everything);

    write('lib/far.ts', '2');
    expect(heavy.filter((step) => groups().steps.includes(step))).toEqual(['webhooks']);
    record();
    write('package.json', JSON.stringify({ version: '9.0.0', imports: {} }));
    expect(groups().steps).toEqual(everything);
    record();
    write('test/webhooks/b.test.ts', "import '../../lib/missing.ts';");
    expect(heavy.filter((step) => groups().steps.includes(step))).toEqual(['webhooks']);
    rmSync(place, { recursive: true });
  },
);

/** A report of Jest: a file with a failed test, a file that it could not load, and one that passed. */
const report = JSON.stringify({
  testResults: [
    {
      ...{ name: join(process.cwd(), 'test/a.test.ts'), status: 'failed', message: '' },
      assertionResults: [
        { fullName: 'a sum is right', status: 'failed', failureMessages: ['Error: 1 is not 2\n  at line 3'] },
        { fullName: 'a sum is whole', status: 'passed', failureMessages: [] },
      ],
    },
    {
      ...{ name: join(process.cwd(), 'test/b.test.ts'), status: 'failed', assertionResults: [] },
      message: '\n  Cannot find module x\n',
    },
    { name: join(process.cwd(), 'test/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ],
});

onLinux.each([
  [
    'has failed tests runs only these again, and names them at the end',
    `echo '${report}' > "$last"`,
    0,
    ['npm test', 'npm test --onlyFailures'],
    [
      'test: test/a.test.ts: a sum is right',
      '    Error: 1 is not 2',
      'test: test/b.test.ts: Cannot find module x',
    ],
  ],
  [
    'died before its end counts as failed, as jest knows only of earlier failures',
    '',
    1,
    ['npm test'],
    ['test: failed without a report of its tests'],
  ],
])('a step of .ci/run that %s', (_, writeReport, status, asked, named) => {
  const place = mkdtempSync(join(tmpdir(), 'florin-ci-'));
  const ended = `for last; do :; done; ${writeReport}`;
  const only = 'case "$*" in *--onlyFailures*) echo npm test --onlyFailures; exit ;; esac';
  writeFileSync(join(place, 'npm'), `#!/usr/bin/env bash\n${only}\necho npm test\n${ended}\nexit 1\n`, {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: `${place}:${process.env.PATH}` };
  const run = spawnSync('.ci/run', ['test'], { encoding: 'utf8', env });
  rmSync(place, { recursive: true });
  expect([run.status, run.stdout.match(/^npm test.*/gm)]).toEqual([status, asked]);
  expect(run.stdout).toContain(`\n\n${named.join('\n')}\n     `);
});

onLinux.each(['.ci/run', '.ci/nightly'])(
  '%s refuses a name that it does not know, and runs nothing',
  (script) => {
    expect(() => run(script, 'nothing')).toThrow(/No (step|check): nothing/);
  },
);
