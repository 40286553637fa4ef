import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../examples/free-port.ts';
import { awsCli } from './aws-cli.ts';
import { useTool } from './tool.ts';

const tool = useTool();

/** A stage whose functions return `payload`, behind a stand-in for the AWS CLI. */
function stageOf(name: string, payload: unknown, error?: string) {
  const aws = awsCli(join(tool.folder, name));
  const temporary = join(tool.folder, name, 'temporary');
  mkdirSync(temporary);
  aws.answer(
    ['cloudformation describe-stacks ', { out: 'https://api.example.com/' }],
    ['cloudformation describe-stack-resource .* Jobs ', { out: 'arn:of-jobs' }],
    ['cloudformation describe-stack-resource --stack-name arn:of-jobs ', { out: 'florin-physical-name' }],
    ['lambda invoke ', { file: payload, out: { StatusCode: 200, ...(error && { FunctionError: error }) } }],
  );
  const run = (...args: string[]) => tool.run(['operator', ...args], { ...aws.env, TMPDIR: temporary });
  return { run, left: () => readdirSync(temporary), calls: aws.calls };
}

test('connect asks a deployed stage by the AWS CLI, with the address for events', async () => {
  const payload = {
    merchantId: 'f'.repeat(24),
    enabled: true,
    note: 'a "FunctionError" in a text } { is none',
  };
  const { run, calls, left } = stageOf('works', payload);
  const connected = await run(
    ...['connect', 'f'.repeat(24), '--acquirer', 'stripe', '--account', 'acct_1', '--fee-refund', 'keep'],
    ...['--stage', 'production', '--json'],
  );
  expect([connected.code, connected.err, connected.json]).toEqual([0, '', payload]);
  const [stack, jobs, resource, invoke = '', ...others] = calls();
  expect(others).toEqual([]);
  expect(stack).toMatch(/^cloudformation describe-stacks --stack-name florin-production /);
  expect(jobs).toMatch(/ --stack-name florin-production --logical-resource-id Jobs /);
  expect(resource).toMatch(/ --stack-name arn:of-jobs --logical-resource-id EnableMerchant /);
  expect(invoke).toMatch(/^lambda invoke --function-name florin-physical-name .*--cli-read-timeout 0 /);
  const event = {
    ...{ merchantId: 'f'.repeat(24), acquirer: 'stripe', account: 'acct_1', feeRefund: 'keep' },
    ...{ enabled: true, eventsUrl: 'https://api.example.com/acquirers/stripe/events' },
  };
  expect(JSON.parse(invoke.slice(invoke.indexOf('{'), invoke.lastIndexOf('}') + 1))).toEqual(event);
  expect(left()).toEqual([]);
});

test('retire sends the reason and the operator, and asks for no webhook endpoint', async () => {
  const { run, calls } = stageOf('retires', { retired: '2026-11-26T00:00:00.000Z' });
  const args = ['--acquirer', 'stripe', '--account', 'acct_1', '--note', 'They left', '--by', 'Ada'];
  expect(await run('retire', 'f'.repeat(24), ...args)).toMatchObject({ code: 0 });
  const invoke = calls().at(-1) ?? '';
  expect(JSON.parse(invoke.slice(invoke.indexOf('{'), invoke.lastIndexOf('}') + 1))).toEqual({
    ...{ merchantId: 'f'.repeat(24), acquirer: 'stripe', account: 'acct_1' },
    ...{ retire: true, note: 'They left', by: 'Ada' },
  });
});

test('without --stage the stage is sandbox, also for the command that settles a case', async () => {
  const { run, calls } = stageOf('settles', { settled: { case: 'payment 1', state: 'explained' } });
  const settled = await run(
    'books',
    'f'.repeat(24),
    '--settle',
    'payment 1',
    '--as',
    'explained',
    '--note',
    'why',
  );
  expect([settled.code, settled.out]).toEqual([
    0,
    expect.stringMatching(/^case +payment 1\nstate +explained\n$/),
  ]);
  expect(calls().join('\n')).toMatch(
    /florin-sandbox.*\n.*arn:of-jobs.*\n.*"settle":"payment 1","by":"[^"]+","as":"explained"/,
  );
});

test('a job that fails exits with 1, and with its message', async () => {
  const { run } = stageOf('fails', { errorMessage: 'There is no merchant f' }, 'Unhandled');
  const failed = await run('books', 'f');
  expect(failed).toMatchObject({ code: 1, out: '', err: 'florin: There is no merchant f\n' });
  const json = await run('books', 'f', '--json');
  expect([json.code, json.err, json.json.error.message]).toEqual([1, '', 'There is no merchant f']);
});

test('a command of the AWS CLI that fails is named, with what it says', async () => {
  const aws = awsCli(join(tool.folder, 'refuses'));
  aws.answer(['', { err: 'Unable to locate credentials\n', code: 253 }]);
  const { code, err } = await tool.run(['operator', 'backfill'], aws.env);
  expect([code, err]).toEqual([
    1,
    'florin: aws cloudformation describe-stack-resource: Unable to locate credentials\n',
  ]);
});

test('without the AWS CLI, and without a Florin here, the tool says what is missing', async () => {
  const nodeAlone = join(tool.folder, 'node-alone');
  mkdirSync(nodeAlone);
  writeFileSync(join(nodeAlone, 'node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  const missing = await tool.run(['operator', 'backfill'], { PATH: nodeAlone });
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('The AWS CLI is missing')]);
  const port = String(await freePort());
  const nobody = await tool.run(['operator', 'backfill', '--local'], { AWS_PORT: port });
  expect([nobody.code, nobody.err]).toEqual([
    3,
    expect.stringContaining(`No Florin answers at http://127.0.0.1:${port}/`),
  ]);
});

test.each([
  [['connect', '--acquirer', 'stripe'], 'needs <merchant>'],
  [['connect', 'f'], '`--acquirer NAME` is missing'],
  [['retire', 'f', '--acquirer', 'stripe'], '`--note TEXT` is missing'],
  [['books', 'f', '--acquirer', 'stripe'], 'has no flag `--acquirer`'],
  [['backfill', '--local', '--stage', 'production'], 'either `--stage NAME` or `--local`'],
  [['backfill', '--profile', 'production'], 'has no flag `--profile`'],
  [['conect', 'f'], 'Did you mean `operator connect`?'],
  [['reread', 'PublishEvent'], 'Did you mean `PublishEvents`?'],
])('wrong usage exits with an error before any request: %j', async (args, says) => {
  const { code, out, err } = await tool.run(['operator', ...args], { AWS_PORT: '1' });
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
});

test('a malformed AWS_PORT is an error before any request', async () => {
  const { code, out, err } = await tool.run(['operator', 'backfill', '--local'], { AWS_PORT: 'abc' });
  const says = 'AWS_PORT must be a port from 1 to 65535, for example 3003; got "abc"';
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
});
