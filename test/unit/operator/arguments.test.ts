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
  [['--profile=prod'], { profile: 'prod', options: ['--profile', 'prod'] }],
])('%j', (given, read) => {
  expect(readArguments(given)).toEqual({ ...none, ...read });
});

test('two stages are one too many, and an option needs its value', () => {
  expect(() => readArguments(['production', '-c', 'stage=sandbox'])).toThrow('-c stage=sandbox');
  expect(() => readArguments(['--allow'])).toThrow('--allow needs a value');
});
