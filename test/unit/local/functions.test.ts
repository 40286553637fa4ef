import { readFileSync } from 'node:fs';
import type { Context } from 'aws-lambda';
import { functionEnvironment } from '../../../lib/local/function-environment.ts';
import { makeFunctions } from '../../../lib/local/functions.ts';
import type { StartOptions } from '../../../lib/local/start-options.ts';
import { checkVariables, variableNames } from '../../../lib/local/variables.ts';
import { template } from './fixture.ts';

type Handler = (event: Record<string, unknown>, context: Context) => unknown;

function setUp(handler: Handler, atLoad: () => void = () => {}, requestSeconds?: number) {
  const loads: string[] = [];
  const invoke = makeFunctions({
    requestSeconds,
    template: template(),
    directory: '/assembly',
    environment: { AWS_REGION: 'eu-west-1', SHARED: 'yes' },
    load: async (url) => {
      loads.push(url);
      atLoad();
      await new Promise((done) => setTimeout(done, 5));
      return { handler };
    },
  });
  return { invoke, loads };
}

test('a function is loaded once, at its first call', async () => {
  const { invoke, loads } = setUp(() => ({}));
  expect(loads).toEqual([]);
  await Promise.all([invoke('PostApps', {}), invoke('PostApps', {})]);
  expect(loads).toEqual(['file:///assembly/asset.PostApps/index.mjs']);
});

test('each function has its own environment when it loads and when it runs', async () => {
  const seen: unknown[] = [];
  const look = () => {
    const { AWS_LAMBDA_FUNCTION_NAME, TABLE_NAME, SHARED, PATH } = process.env;
    seen.push([AWS_LAMBDA_FUNCTION_NAME, TABLE_NAME, SHARED, PATH]);
  };
  const { invoke } = setUp(async () => {
    await new Promise((done) => setTimeout(done, 5));
    look();
  }, look);
  await Promise.all([invoke('PostApps', {}), invoke('PostVault', {})]);

  const apps = ['PostApps', 'florin', 'yes', undefined];
  const vault = ['PostVault', undefined, 'yes', undefined];
  expect(seen).toEqual([apps, vault, apps, vault]);
  expect(process.env.AWS_LAMBDA_FUNCTION_NAME).toBeUndefined();
  expect(process.env.PATH).toBeDefined();
});

test('the event and the result are copies', async () => {
  const kept: Record<string, unknown>[] = [];
  const { invoke } = setUp((event) => {
    kept.push(event);
    return { event, at: new Date(0), nothing: undefined };
  });
  const event = { a: { b: 1 } };
  const result = await invoke('PostApps', event);
  expect(result).toEqual({ event, at: '1970-01-01T00:00:00.000Z' });
  expect(kept[0]).not.toBe(event);
  expect(kept[0]?.a).not.toBe(event.a);
});

test('a function’s remaining time is at most its own timeout and the given limit for requests', async () => {
  const remaining = async (seconds?: number) => {
    const { invoke } = setUp(
      (_event, { getRemainingTimeInMillis }) => getRemainingTimeInMillis(),
      undefined,
      seconds,
    );
    return Number(await invoke('PostApps', {}));
  };
  expect(await remaining(0.5)).toBeLessThanOrEqual(500);
  expect(await remaining(2)).toBeGreaterThan(900);
  expect(await remaining(2)).toBeLessThanOrEqual(1_000);
  expect(await remaining()).toBeGreaterThan(900);
});

test('a function gets the same context as in Lambda', async () => {
  let context: Context | undefined;
  const remaining: number[] = [];
  const { invoke } = setUp(async (_event, given) => {
    context = given;
    remaining.push(given.getRemainingTimeInMillis());
    await new Promise((done) => setTimeout(done, 30));
    remaining.push(given.getRemainingTimeInMillis());
  });
  await invoke('PostApps', {});
  expect(context).toMatchObject({
    functionName: 'PostApps',
    functionVersion: '$LATEST',
    memoryLimitInMB: '256',
    invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:PostApps',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    logGroupName: '/aws/lambda/PostApps',
  });
  const [first = 0, second = 0] = remaining;
  expect(first).toBeGreaterThan(900);
  expect(first).toBeLessThanOrEqual(1000);
  expect(second).toBeLessThan(first - 20);
});

test('a function times out after its timeout', async () => {
  const { invoke } = setUp(() => new Promise(() => {}));
  await expect(invoke('PostApps', {})).rejects.toThrow('PostApps timed out after 1 seconds');
});

test('an exception of a function reaches the caller', async () => {
  const { invoke } = setUp(() => {
    throw new Error('Unauthorized');
  });
  await expect(invoke('PostApps', {})).rejects.toThrow(/^Unauthorized$/);
});

test("events and results may have at most 6 MB, Lambda's limit", async () => {
  const { invoke } = setUp(({ size }) => 'x'.repeat(size as number));
  const most = 6 * 1024 * 1024;
  await expect(invoke('PostApps', 'x'.repeat(most - 1))).rejects.toMatchObject({ type: 'REQUEST_TOO_LARGE' });
  await expect(invoke('PostApps', { size: most - 2 })).resolves.toHaveLength(most - 2);
  await expect(invoke('PostApps', { size: most - 1 })).rejects.toThrow("Lambda's limit");
});

test('a call of a function that is not in the template is an error', async () => {
  const { invoke } = setUp(() => ({}));
  await expect(invoke('Table', {})).rejects.toThrow('no function Table');
});

test.each([
  ['AWS_ENDPOINT_URL_SQS', 'sqs', 'an http or https URL, for example http://localhost:8000; got "sqs"'],
  ['FLORIN_NONCE_SECONDS', 'abc', 'a number above 0, for example 30; got "abc"'],
  ['FLORIN_VISIBILITY_SECONDS', '0x10', 'a number above 0, for example 30; got "0x10"'],
  ['UNVOUCHED_TEST_DAYS', ' ', 'an integer from 0 on, for example 200; got " "'],
  ['FLORIN_ROLES', 'yes', '`on` or `off`; got "yes"'],
  ['FLORIN_SIGN_INS', '0', 'an integer from 1 on, for example 2000; got "0"'],
  ['MAIL_FROM', 'me', 'an e-mail address, for example payments@example.com; got "me"'],
  ['PAYOUT_MINIMUM', '10.00', 'an integer in minor units, for example 1000; got "10.00"'],
  ['PORT', '3e3', 'a port from 0 to 65535, for example 3000; got "3e3"'],
  [
    'RATES_URL',
    'https:',
    'an http or https URL, for example https://rates.example.com/daily.xml; got "https:"',
  ],
  ['STACK_TRACES', 'no', '`0` or `1`; got "no"'],
  ['STRIPE_CREDENTIALS', 'abc', 'JSON such as {"apiKey":"sk_test_…","webhookSecrets":["whsec_…"]}'],
  ['STRIPE_CREDENTIALS', '{"apiKey":""}', 'JSON such as {"apiKey":"sk_test_…","webhookSecrets":["whsec_…"]}'],
  ['UNVOUCHED_TEST_DAYS', 'x', 'an integer from 0 on, for example 200; got "x"'],
  ['WEBHOOK_REACH', 'internet', '`any` or `public`; got "internet"'],
])('the variable %s is refused with the value %s', (name, value, form) => {
  expect(() => checkVariables({ [name]: value })).toThrow(new Error(`${name} must be ${form}`));
});

test('the guide names each variable of `npm start`', () => {
  const guide = readFileSync('docs/local.md', 'utf8');
  expect(variableNames.filter((name) => !new RegExp(`\`${name}[\`=]`).test(guide))).toEqual([]);
});

test('an empty variable counts as not set', () => {
  const empty = { FLORIN_ROLES: '', PAYOUT_MINIMUM: '', PORT: '', SEAL_KEY: '', OTHER: 'x' };
  expect(checkVariables(empty)).toBeUndefined();
});

test('functions get the variables that begin with FLORIN_, unless they are empty', () => {
  const before = process.env;
  process.env = { ...before, FLORIN_SIGN_INS: '', FLORIN_NONCE_SECONDS: '60', OTHER: 'x' };
  const names = Object.keys(functionEnvironment('http://localhost:8000', {} as StartOptions));
  process.env = before;
  expect(names).toContain('FLORIN_NONCE_SECONDS');
  for (const name of ['FLORIN_SIGN_INS', 'OTHER']) expect(names).not.toContain(name);
});
