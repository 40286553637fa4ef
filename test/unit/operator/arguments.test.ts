import { readArguments } from '../../../lib/operator/deploy/arguments.ts';
import { stageIn } from '../../../lib/operator/stage-table.ts';
import { timeOf } from '../../../lib/operator/time-of.ts';

const none = { stage: 'sandbox', allowed: [], check: false, context: [], options: [] };

test.each([
  [[], {}],
  [['production'], { stage: 'production' }],
  [['-c', 'stage=production'], { stage: 'production', context: ['stage=production'] }],
  [['--context=logLevel=error'], { context: ['logLevel=error'] }],
  [
    ['production', '--allow', 'AcquirerSecret', '--allow=acquirer.stripe', '--check'],
    { stage: 'production', allowed: ['AcquirerSecret', 'acquirer.stripe'], check: true },
  ],
  [
    ['--profile', 'prod', '--require-approval=never'],
    { profile: 'prod', options: ['--profile', 'prod', '--require-approval=never'] },
  ],
  // `npm run deploy -- production --check` passes these arguments.
  [['--check', 'production'], { stage: 'production', check: true }],
  [['--profile=prod'], { profile: 'prod', options: ['--profile', 'prod'] }],
  [['-c', '@aws-cdk/core:flag=true'], { context: ['@aws-cdk/core:flag=true'] }],
])('the arguments %j are read', (given, read) => {
  expect(readArguments(given)).toEqual({ ...none, ...read });
});

test.each([
  [['production', '-c', 'stage=sandbox'], '-c stage=sandbox'],
  [['--allow'], '--allow needs a value'],
  [['prod'], 'There is no stage `prod`; stages are sandbox, production'],
  [['-c', 'stage=prod'], 'There is no stage `prod`'],
  [['constructor'], 'There is no stage `constructor`'],
  [['production', '-c', 'jobConcurency=2'], '`jobConcurency` in -c is no setting; settings are accessLogs,'],
  [['production', '--context=constructor=2'], '`constructor` in --context is no setting'],
  [['production', '-c', 'logLevel'], '-c needs name=value; got `logLevel`'],
  [['--production'], 'The stage comes first, without hyphens; got `--production`'],
  [['--stage=production'], 'got `--stage=production`'],
  [['--stage', 'production'], 'got `--stage`'],
  [['--profile', 'prod', 'production'], 'got `production`'],
  [['-production'], 'The stage comes first, without hyphens; got `-production`'],
  [['--c', 'logLevel=error'], '`--c` is not an option; write -c'],
  [['--c=logLevel=error'], '`--c=logLevel=error` is not an option; write -c'],
  [['production', '-allow', 'Table'], '`-allow` is not an option; write --allow'],
  // `cdk deploy` would read each letter as an option.
  [['production', '-check'], '`-check` is not an option; write --check'],
  [['-cstage=production'], 'Write a space after -c; got `-cstage=production`'],
])('wrong arguments deploy nothing: %j', (given, says) => {
  expect(() => readArguments(given)).toThrow(says);
});

test('an export or a restore is of the sandbox unless one stage is named', () => {
  expect([stageIn([]), stageIn(['production'])]).toEqual(['sandbox', 'production']);
  for (const wrong of [['prod'], ['sandbox', 'production'], ['']])
    expect(() => stageIn(wrong)).toThrow('The stage must be sandbox or production');
});

test('a time needs its zone', () => {
  const time = Date.parse('2026-01-01T12:00:00Z');
  for (const text of ['2026-01-01T12:00:00Z', '2026-01-01T13:00+01:00', '2026-01-01T11:00:00-0100'])
    expect(timeOf('--to', text).getTime()).toBe(time);
  for (const text of ['2026-01-01T12:00:00', '2026-01-01', 'now', ''])
    expect(() => timeOf('--to', text)).toThrow('--to must be a time with its zone');
});

describe('npm', () => {
  const deploy = (env: Record<string, string>) =>
    readArguments([], { npm_lifecycle_event: 'deploy', NODE_ENV: 'development', ...env });

  test.each([
    [{ npm_config_check: 'true' }, 'as in `npm run deploy -- --check`'],
    [{ npm_config_call: 'stage=production' }, 'as in `npm run deploy -- -c`'],
    [{ npm_config_profile: 'true', npm_config_stage: 'production' }, 'npm has taken --profile --stage'],
    [{ npm_config_production: 'true' }, 'npm has taken --production for itself'],
    [{ NODE_ENV: 'production' }, 'name the stage: npm run deploy -- production'],
  ])('the command deploys nothing if npm has taken options or hides the stage: %j', (env, says) => {
    expect(() => deploy(env)).toThrow(says);
  });

  test('npm may have settings of its own, and NODE_ENV=production if the command names the stage', () => {
    expect(deploy({ npm_config_call: 'CI=1 npm run deploy', npm_config_cache: '/tmp' })).toEqual(none);
    const env = { npm_lifecycle_event: 'deploy', NODE_ENV: 'production' };
    expect(readArguments(['sandbox'], env)).toEqual(none);
    expect(readArguments(['-c', 'stage=production'], env)).toMatchObject({ stage: 'production' });
  });
});
