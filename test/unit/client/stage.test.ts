import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageRequests } from '../../../packages/cli/src/request-log.ts';
import { stageChecks } from '../../../packages/cli/src/stage-checks.ts';
import { canInstallPrograms, installProgram } from './install-program.ts';

const withPrograms = canInstallPrograms ? test : test.skip;

const topic = 'arn:aws:sns:eu-west-1:123456789012:alarms';
const folder = mkdtempSync(join(tmpdir(), 'florin-aws-'));
const { PATH } = process.env;

/** The answers of the AWS CLI, by its command. */
let printed: Record<string, unknown> = {};
beforeEach(() => {
  printed = {
    'describe-stack-resource': 'SendMail',
    'get-account': { SendingEnabled: true, ProductionAccessEnabled: true },
    'get-email-identity': { VerifiedForSendingStatus: true },
    'get-function-configuration': 'pay@shop.example',
    'list-stack-resources': [topic],
    'start-query': { queryId: 'q1' },
  };
  process.env.PATH = `${folder}:${PATH}`;
});
afterEach(() => {
  process.env.PATH = PATH;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Puts a program in place of the AWS CLI. */
function installAws(): void {
  for (const [command, answer] of Object.entries(printed))
    writeFileSync(join(folder, `${command}.json`), JSON.stringify(answer));
  const script = `
const { readFileSync } = require('node:fs');
process.stdout.write(readFileSync('${folder}/' + process.argv[3] + '.json'));
`;
  installProgram(folder, 'aws', script);
}

const chat = { SubscriptionArn: `${topic}:1`, Protocol: 'https', Endpoint: 'https://chat.example/secret' };
const mail = { SubscriptionArn: 'PendingConfirmation', Protocol: 'email', Endpoint: 'ops@example.com' };

withPrograms.each([
  ['a chat', 'production', 'ok', 'confirmed: https', [chat]],
  ['a chat and a mail address', 'production', 'warning', 'not confirmed yet: ops@example.com', [chat, mail]],
  ['a mail address that has not confirmed', 'production', 'failed', 'nobody gets the alarms', [mail]],
  ['a mail address that has not confirmed', 'sandbox', 'warning', 'nobody gets the alarms', [mail]],
  ['nobody', 'production', 'failed', 'nobody gets the alarms', []],
])('alarms that reach %s, in %s, are %s', async (_, stage, result, says, subscriptions) => {
  printed['list-subscriptions-by-topic'] = subscriptions;
  installAws();
  const checks = await stageChecks(stage);
  expect(checks).toMatchObject([
    { name: 'mail', result: 'ok' },
    { name: 'alarms alarms', result, says: expect.stringContaining(says) },
  ]);
  expect(JSON.stringify(checks)).not.toContain('chat.example');
});

withPrograms('a request of a stage is shown once, by its known fields alone', async () => {
  const time = '2026-01-01 12:00:00.000';
  const logged = {
    route: 'GET /me',
    status: 401,
    ms: 7,
    requestId: 'r1',
    appId: 'a'.repeat(300),
    key: 'secret',
  };
  const row = (fields: object) => [
    { field: '@timestamp', value: time },
    { field: '@message', value: JSON.stringify(fields) },
  ];
  const results = [row(logged), row({ ...logged, requestId: 'own' }), row({ level: 'error' })];
  printed['get-query-results'] = { status: 'Complete', results };
  installAws();
  const wanted = { from: 0, failed: false, pace: 0 };
  const { signal } = new AbortController();
  const log = await stageRequests('sandbox', wanted, new Set(['own']), signal, () => {});
  const lines = await log.look();
  const known = { requestId: 'r1', route: 'GET /me', appId: 'a'.repeat(200), status: 401, ms: 7 };
  expect(lines).toMatchObject([{ status: 401, isFailed: true, time: '2026-01-01T12:00:00.000Z' }]);
  expect(lines[0]?.value).toEqual({ time: '2026-01-01T12:00:00.000Z', ...known });
  expect(JSON.stringify(lines)).not.toContain('secret');
  expect(await log.look()).toEqual([]);
});
