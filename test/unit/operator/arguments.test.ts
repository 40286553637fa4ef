import { readArguments } from '../../../lib/operator/deploy/arguments.ts';

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
  // As `npm run doctor -- production` gives them.
  [['--check', 'production'], { stage: 'production', check: true }],
  [['--profile=prod'], { profile: 'prod', options: ['--profile', 'prod'] }],
  [['-c', '@aws-cdk/core:flag=true'], { context: ['@aws-cdk/core:flag=true'] }],
])('%j', (given, read) => {
  expect(readArguments(given)).toEqual({ ...none, ...read });
});

test.each([
  [['production', '-c', 'stage=sandbox'], '-c stage=sandbox'],
  [['--allow'], '--allow needs a value'],
  [['prod'], 'There is no stage `prod`; stages are sandbox, production'],
  [['-c', 'stage=prod'], 'There is no stage `prod`'],
  [['constructor'], 'There is no stage `constructor`'],
  [['production', '-c', 'jobConcurency=2'], '`jobConcurency` in -c is no setting; settings are acquirer,'],
  [['production', '--context=constructor=2'], '`constructor` in --context is no setting'],
  [['production', '-c', 'logLevel'], '-c needs name=value; got `logLevel`'],
])('wrong arguments deploy nothing: %j', (given, says) => {
  expect(() => readArguments(given)).toThrow(says);
});
