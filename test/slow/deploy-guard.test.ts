import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeTemplateFile } from '../../lib/build/whole-template.ts';
import { everySetting, stacksIn } from '../stack/synthesize-stack.ts';
import { runScript } from './support/run-script.ts';

/* Runs `npm run deploy`, also with `--check`, against a stand-in for AWS, until just before the deployment. */
/** The state of the account. */
let account: {
  /** The template of the deployed stack, and those of its nested stacks. */
  deployed?: object;
  nested?: Record<string, object>;
  tables: string[];
  sandbox: boolean;
  verified: boolean;
  /** The lowest shape that a reader of the table must know. */
  reader?: number;
  /** The table that `reader` belongs to; any table if absent. */
  table?: string;
};
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function answer(path: string, target: string, body: string): [status: number, body: string] {
  if (path.startsWith('/2016-08-19/account-settings'))
    return [200, '{"AccountLimit":{"ConcurrentExecutions":1000}}'];
  if (path.startsWith('/v2/email/account'))
    return [200, JSON.stringify({ ProductionAccessEnabled: !account.sandbox })];
  if (path.startsWith('/v2/email/identities'))
    return [200, JSON.stringify({ VerifiedForSendingStatus: account.verified })];
  if (target.endsWith('ListTables')) return [200, JSON.stringify({ TableNames: account.tables })];
  if (target.endsWith('GetItem'))
    return [
      200,
      JSON.stringify(
        account.reader && body.includes(`"${account.table ?? ''}`)
          ? { Item: { version: { N: '99' }, reader: { N: `${account.reader}` } } }
          : {},
      ),
    ];
  const query = new URLSearchParams(body);
  if (account.deployed && body.includes('DescribeStackResource')) {
    const physical = query.get('LogicalResourceId')?.toLowerCase();
    return [
      200,
      `<DescribeStackResourceResponse><DescribeStackResourceResult><StackResourceDetail><PhysicalResourceId>${physical}</PhysicalResourceId></StackResourceDetail></DescribeStackResourceResult></DescribeStackResourceResponse>`,
    ];
  }
  if (account.deployed) {
    const nested = account.nested?.[query.get('StackName') ?? ''];
    const template = escaped(JSON.stringify(nested ?? account.deployed));
    return [
      200,
      `<GetTemplateResponse><GetTemplateResult><TemplateBody>${template}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
    ];
  }
  const error =
    '<Code>ValidationError</Code><Message>Stack with id florin-production does not exist</Message>';
  return [400, `<ErrorResponse><Error><Type>Sender</Type>${error}</Error></ErrorResponse>`];
}

const server = createServer(async (request, response) => {
  let asked = '';
  for await (const chunk of request) asked += chunk;
  const [status, body] = answer(request.url ?? '', String(request.headers['x-amz-target'] ?? ''), asked);
  response.writeHead(status).end(body);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs `npm run deploy` without its last step. */
const check = (...args: string[]) =>
  runScript('lib/operator/deploy/main.ts', ['--check', 'production', ...args], {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NO_COLOR: '1',
  });

const settings = (context: Record<string, string>) =>
  Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const { stage: _stage, ...all } = everySetting;

/** The names by which the refused changes can be allowed. */
const namesIn = (text: string) => [...text.matchAll(/--allow (\S+) does it/g)].map(([, name = '']) => name);

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
/** The whole of a deployment, as one stack, as an earlier release deployed it. */
let template: object;
beforeAll(async () => {
  account = { tables: [], sandbox: false, verified: true };
  const first = await check(...settings(all));
  expect([first.text, first.code]).toEqual([expect.stringContaining('florin-production: is new'), 0]);
  template = JSON.parse(readFileSync(`cdk.out/${wholeTemplateFile}`, 'utf8'));
});
beforeEach(() => {
  account = { deployed: template, tables: [], sandbox: false, verified: true };
});

test('a deployment with the settings of the one before passes, and prints what is to be done afterwards and what the account allows', async () => {
  const { code, text } = await check(...settings(all));
  expect([text, code]).toEqual([expect.stringContaining('florin-production: does not change'), 0]);
  expect(text).toContain('run `npx florin operator backfill --stage production`');
  expect(text).toContain('the account runs 1000 functions at the same time');
});

test('a deployed stack is compared together with its nested stacks', async () => {
  const { parent, ...stacks } = stacksIn('cdk.out');
  account.deployed = parent;
  account.nested = Object.fromEntries(Object.entries(stacks).map(([id, one]) => [id.toLowerCase(), one]));
  const { code, text } = await check(...settings(all));
  expect([text, code]).toEqual([expect.stringContaining('florin-production: does not change'), 0]);
  const missing = account.nested.payments as { Resources: Record<string, unknown> };
  delete missing.Resources.PostPayments;
  const next = await check(...settings(all));
  expect([next.text, next.code]).toEqual([expect.stringContaining('adds 1: PostPayments'), 0]);
});

test('a deployment that forgets its settings, and cannot read the table, is refused, and each refusal names how to allow it', async () => {
  const { mailFrom } = all;
  account.reader = 98;
  const { code, text } = await check(...settings({ mailFrom }));
  expect(code).toBe(1);
  for (const part of [
    '--allow shape',
    'AcquirerSecret',
    'acquirer.stripe',
    'api.example.com',
    'pos.example.com',
    'ops@example.com',
  ])
    expect(text).toContain(part);
  const allow = namesIn(text).flatMap((name) => ['--allow', name]);
  const allowed = await check(...settings({ mailFrom }), ...allow);
  expect([allowed.text, allowed.code]).toEqual([expect.stringMatching(/removes \d+:/), 0]);
});

test('an account without mail, and a table of an earlier stack, refuse a deployment', async () => {
  const table = 'florin-production-Table-1ABC';
  const ofOthers = [
    'other',
    'florin-sandbox-Table-1',
    'florin-production-2-Table-1',
    'x-florin-production-Table-1',
  ];
  account = { tables: [...ofOthers, table], sandbox: true, verified: false };
  const { code, text } = await check(...settings(all));
  expect(code).toBe(1);
  expect(namesIn(text).sort()).toEqual(['mail.identity', 'mail.sandbox', `table.${table}`]);
  const without = await check();
  expect([without.text, without.code]).toEqual([expect.stringContaining('--allow mail.sender'), 1]);
});

test('a restored table is checked in place of the stage’s own table if the stage will use it', async () => {
  const table = 'florin-production-Table-restored';
  const restoredTable = `arn:aws:dynamodb:eu-west-1:123456789012:table/${table}/stream/2026-11-25T10:00:00.000`;
  for (const deployed of [template, undefined]) {
    account = { deployed, tables: [table], sandbox: false, verified: true, reader: 98, table };
    const { code, text } = await check(...settings({ ...all, restoredTable }), '--allow', 'Table');
    expect([namesIn(text), code]).toEqual([['shape'], 1]);
  }
});

test('a setting with a wrong value fails before AWS is asked', async () => {
  const { code, text } = await check('-c', 'logLevel=debug');
  expect([text, code]).toEqual([expect.stringContaining('logLevel=debug is not one of'), 1]);
});
