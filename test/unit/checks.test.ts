import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (script: string, ...args: string[]) =>
  execFileSync(script, args, { encoding: 'utf8', stdio: 'pipe' });
// The scripts of .ci need a version of bash that Windows and macOS lack.
const onLinux = process.platform === 'linux' ? test : test.skip;

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

const steps = () =>
  run('.ci/run', '--steps')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', command = ''] = line.split(': ');
      return { name, command };
    });
const groups = (): string[] => JSON.parse(run('.ci/run', '--groups'));
const nightly = readFileSync('.ci/nightly', 'utf8');

onLinux('every checking script of package.json is a step of .ci/run or a nightly check', () => {
  const isCheck = (name: string) => /^(test|lint|typecheck|synth|simulate)(:|$)/.test(name);
  const command = (name: string) => (name === 'test' ? 'npm test' : `npm run ${name}`);
  const runs = [...steps().map((step) => step.command), ...nightly.split(/echo | ;;/)];
  const isRun = (name: string) => runs.some((run) => `${run} `.includes(`${command(name)} `));
  expect(Object.keys(scripts).filter((name) => isCheck(name) && !isRun(name))).toEqual([]);
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

onLinux('the steps of the slow tests are the projects `slow` and `alone`, which are all of them', () => {
  const chosen = steps().flatMap(
    ({ command }) => command.match(/test:slow -- --selectProjects (\w+)/)?.[1] ?? [],
  );
  const { projects } = JSON.parse(readFileSync('test/slow/jest.config.json', 'utf8'));
  expect(chosen.sort()).toEqual(
    projects.map(({ displayName }: { displayName: string }) => displayName).sort(),
  );
});

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
