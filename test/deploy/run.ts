/**
 * `npm run test:deploy`: deploys Florin to an empty emulated AWS account, tests it and removes it, with the commands of
 * users. Each step prints what it shows. The first failing step ends the run.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../lib/root.ts';
import { send } from '../api/support/http.ts';
import { type Endpoints, world } from '../api/support/world.ts';
import { captureDuring } from './capture-during.ts';
import { differences } from './differences.ts';
import { startEmulator } from './emulator.ts';
import './localhost.cjs';
import { serveSignInLinks } from './sign-in-links.ts';

/** Names of API tests, to run only these: `npm run test:deploy -- payment races`. */
const only = process.argv.slice(2).filter((word) => word !== '--quick');

/** `--quick` leaves out tests that send many requests to few functions: they show little about a deployment. */
const isQuick = process.argv.includes('--quick');
const long = [
  'idempotency',
  'cards/customer-cards',
  'cards/customer-cards-attacks',
  'docs/guides',
  'properties',
  'races',
];

const place = mkdtempSync(join(tmpdir(), 'florin-deploy-'));
const emulator = await startEmulator();
const environment = {
  ...process.env,
  ...emulator.environment,
  CDK_REQUIRE_APPROVAL: 'never', // no person can answer the question
  CDK_OUTPUTS_FILE: join(place, 'outputs.json'),
  NODE_OPTIONS: `--require ${join(root, 'test/deploy/localhost.cjs')}`,
  NO_COLOR: '1',
};
const report: string[] = [];

/** The settings of production. An account without a verified sender takes them only with `--allow`. */
const live =
  '-c acquirer=stripe -c mailFrom=pay@shop.example --allow mail.identity --allow mail.sandbox --allow mail.configuration-set';

const capture = 'PostTransactionsTransactionIdCaptures';

const firstRelease = '1.0.0-rc.1';

/** The resources that an update must never replace. See differences.ts for the APIs. */
const lasting = ['Table', 'SealKey', 'AcquirerSecret', 'HelloSecret', 'Alarms'];

try {
  await step('an account is prepared as the README says', async () => {
    for (const command of readme().filter((command) => command.includes('bootstrap'))) await run(command);
    // The emulator has no TLS, which the policy demands (see differences.ts).
    await emulator.aws('s3', { path: `/${await bootstrapBucket()}?policy`, method: 'DELETE' });
  });

  const sandbox = await step('Florin is deployed as the README says', async () => {
    for (const command of readme().filter((command) => !command.includes('bootstrap'))) await run(command);
    await allowSecret(); // see differences.ts
    return endpoints();
  });
  report.push(`${await count('florin-sandbox')} resources`);

  await step('a merchant signs in to the console, finds, captures, refunds and exports, in Chromium', () =>
    browserTests(sandbox, ['console/search', 'console/money', 'console/export']),
  );

  await step('the API tests pass over HTTP on the deployed stage', async () => {
    const { passed, left } = await apiTests(sandbox);
    report.push(`${passed} API tests passed, ${left} left out`);
  });

  const shop = await world(sandbox).shop();
  const [first, second] = [await sell(sandbox, shop), await sell(sandbox, shop)];
  const before = await everything(sandbox, shop);
  assert.deepEqual([before.transactions.length, before.lines.length], [2, 4]);

  await step('a second deploy changes every function, and keeps all data', async () => {
    await run('npm run deploy -- -c logLevel=error');
    assert.deepEqual(endpoints(), sandbox);
    assert.equal((await variables('florin-sandbox', 'GetMe')).LOG_LEVEL, 'error');
    assert.deepEqual(await everything(sandbox, shop), before);
    assert.equal((await world(sandbox).move(shop.key, first, 'captures', 1)).status, 201);
  });

  await step('a deploy that fails halfway is rolled back', async () => {
    const now = await everything(sandbox, shop);
    const failed = await attempt('npx cdk deploy --app "node --import tsx test/deploy/broken.ts"');
    assert.notEqual(failed.status, 0, 'the broken deploy must fail');
    assert.match(await stackStatus('florin-sandbox'), /^UPDATE_ROLLBACK_COMPLETE$/);
    assert.equal((await variables('florin-sandbox', 'GetMe')).BROKEN, undefined);
    assert.ok(!(await resources('florin-sandbox')).some(({ id }) => id === 'Extra' || id === 'Broken'));
    assert.deepEqual(await everything(sandbox, shop), now);
    assert.equal((await world(sandbox).move(shop.key, second, 'captures', 1)).status, 201);
  });

  await step('the table, and what has changed in two days, is exported to a bucket', async () => {
    const bucket = await bootstrapBucket();
    const all = await attempt(`npm run export -- sandbox --bucket ${bucket}`);
    assert.ok(all.output.includes(`s3://${bucket}/AWSDynamoDB/`), all.output.slice(-6000));
    const day = 86_400_000;
    const [from, to] = [2, 0].map((days) => new Date(Date.now() - days * day).toISOString());
    const changes = await attempt(
      `npm run export -- sandbox --bucket ${bucket} --prefix changes --from ${from} --to ${to}`,
    );
    assert.equal(changes.output.split(`s3://${bucket}/`).length, 1 + 2, changes.output.slice(-6000));
    assert.ok(changes.output.includes(`--from ${to}`));
  });

  const restored = await step('a restored table takes the place of the first one', async () => {
    const kept = await everything(sandbox, shop);
    await allowRestore(await physical('florin-sandbox', 'Table')); // see differences.ts
    const { status, output } = await attempt('npm run restore -- sandbox --latest');
    assert.equal(status, 0, output.slice(-6000));
    const [, stream = ''] = /"restoredTable": "([^"]+)"/.exec(output) ?? [];
    const old = await physical('florin-sandbox', 'Table');
    await sell(sandbox, shop); // after the time of the restored data
    const deploy = `npm run deploy -- -c restoredTable=${stream}`;
    const refused = await attempt(deploy);
    assert.equal(refused.status, 1, refused.output.slice(-6000));
    assert.match(refused.output, /--allow Table /);
    await run(`${deploy} --allow Table`);
    assert.deepEqual(endpoints(), sandbox);
    assert.deepEqual(await everything(sandbox, shop), kept);
    assert.equal((await world(sandbox).move(shop.key, first, 'captures', 1)).status, 201);
    const forgetful = await attempt('npm run deploy');
    assert.equal(forgetful.status, 1, forgetful.output.slice(-6000));
    assert.match(forgetful.output, /--allow restoredTable /);
    const table = /table\/([^/]+)/.exec(stream)?.[1] ?? '';
    assert.deepEqual(await tablesOf([old, table]), [table]);
    return table;
  });

  await step('a production stage of the first release is updated, and its payments go on', async () => {
    const early = { ...environment, RELEASE: firstRelease };
    const created = await attempt('npx cdk deploy --app "node --import tsx test/deploy/earlier.ts"', early);
    assert.equal(created.status, 0, created.output.slice(-6000));
    const names = () => Promise.all(lasting.map((id) => physical('florin-production', id)));
    const before = await names();
    const TableName = await physical('florin-production', 'Table');
    const { items, merchants, transactions, answers } = recordedTable(firstRelease);
    for (const Item of items)
      await emulator.aws('dynamodb', { target: 'DynamoDB_20120810.PutItem', body: { TableName, Item } });

    const update = `npm run deploy -- production ${live}`;
    const refused = await attempt(update);
    assert.equal(refused.status, 1, refused.output.slice(-6000));
    // The queue of a function that the release has no more.
    const allowed = [...refused.output.matchAll(/--allow (\S+) does/g)].map(([, name]) => name);
    assert.deepEqual(allowed, ['SimulationDeadLetters'], refused.output.slice(-6000));
    await run(`${update} --allow SimulationDeadLetters`);
    assert.deepEqual(await names(), before);
    assert.match(refused.output, /`npx florin operator backfill --stage production`/);
    while (!(await invoke('florin-production', 'Backfill')).done);

    const here = world(endpoints());
    const app = await here.createApp();
    const merchantId = merchants.euro;
    await invoke('florin-production', 'AddApp', { merchantId, appId: app.id });
    const get = async (path: string) =>
      (await send(endpoints().baseUrl + path, 'GET', { key: app.key })).body;
    for (const id of Object.values(transactions)) {
      const path = `/transactions/${id}`;
      if (answers[path].transaction.merchantId !== merchantId) continue;
      assert.deepEqual((await get(path)).transaction.trail, answers[path].transaction.trail);
    }
    const { balance } = answers[`/merchants/${merchantId}`].merchant;
    assert.equal((await get(`/merchants/${merchantId}`)).merchant.balance, balance);
    assert.equal((await here.move(app.key, transactions.pending, 'captures', 4000)).status, 201);
    // 1.35 % and EUR 0.25 are the fee of a capture.
    assert.equal((await get(`/merchants/${merchantId}`)).merchant.balance, balance + 4000 - 79);
  });

  await step('a production stage lives in the same account, with data of its own', async () => {
    const production = endpoints();
    assert.notEqual(production.baseUrl, sandbox.baseUrl);
    const me = (stage: Endpoints) => send(`${stage.baseUrl}/me`, 'GET', { key: shop.key });
    assert.equal((await me(sandbox)).status, 200);
    assert.equal((await me(production)).status, 401);
    await sell(production, await world(production).shop());
  });

  await step('a deploy without the acquirer of the one before is refused, unless it is allowed', async () => {
    const forgetful = `npm run deploy -- production ${live.replace('-c acquirer=stripe', '')}`;
    const { status, output } = await attempt(forgetful);
    assert.equal(status, 1, output.slice(-6000));
    assert.match(output, /--allow acquirer\.stripe/);
    await run(`${forgetful} --allow acquirer.stripe --allow AcquirerSecret`);
  });

  const careful = `npm run deploy -- production ${live.replace('-c acquirer=stripe', '')} -c canary=5 -c smoke=yes`;
  await step('with canaries, the APIs call versions', async () => {
    const { status, output } = await releaseCaptures('good', 5);
    assert.equal(status, 0, output.slice(-6000));
    assert.deepEqual(await liveVersion('florin-production', capture), { version: '1' });
  });

  await step(
    'a new version serves a tenth of the captures first, and a smoke payment shows that it works',
    async () => {
      const shop = await world(endpoints()).shop();
      const release = attempt(careful);
      await reachesCanary(release, { version: '1', next: '2' });
      const { captured, failures } = await captureDuring(endpoints(), shop, release);
      const { status, output } = await release;
      assert.equal(status, 0, output.slice(-6000));
      assert.match(output, /florin-production: a payment of a test merchant was captured/);
      assert.deepEqual(await liveVersion('florin-production', capture), { version: '2' });
      assert.equal(failures, 0);
      assert.equal(await capturedBy(endpoints(), shop), captured);
    },
  );

  await step(
    'a version whose captures crash is rolled back by its canary, and all money moves once',
    async () => {
      const shop = await world(endpoints()).shop();
      const release = releaseCaptures('broken', 30);
      await reachesCanary(release, { version: '2', next: '3' });
      const { captured, answers, failures } = await captureDuring(endpoints(), shop, release);
      const { status, output } = await release;
      assert.equal(status, 1, output.slice(-6000));
      assert.match(output, /rolled back, as the alarm .*ReleaseErrors/);
      assert.match(await stackStatus('florin-production'), /^UPDATE_ROLLBACK_COMPLETE$/);
      assert.deepEqual(await liveVersion('florin-production', capture), { version: '2' });
      assert.ok(failures >= 3 && failures < answers / 2, `${failures} of ${answers} captures failed`);
      report.push(`${failures} of ${answers} captures failed before the canary was rolled back`);

      const after = await captureDuring(endpoints(), shop, sleep(2000));
      assert.equal(after.failures, 0);
      assert.ok(after.captured > 0);
      assert.equal(await capturedBy(endpoints(), shop), captured + after.captured);
      await sell(endpoints(), shop);
    },
  );

  await step('a smoke payment that fails ends the deploy, and leaves the stage as it is', async () => {
    const RoleName = await physical('florin-production', `${capture}Role`);
    await iam({ Action: 'DeleteRolePolicy', RoleName, PolicyName: 'least' });
    const broken = await attempt(careful);
    assert.equal(broken.status, 1, broken.output.slice(-6000));
    assert.match(
      broken.output,
      /the smoke payment of florin-production failed: POST \/production\/transactions\/\w+\/captures: 500/,
    );
    assert.match(broken.output, /Run the same command again/);
  });

  await step('a function without its permission fails: the emulator enforces roles', async () => {
    const { key } = await world(sandbox).shop();
    const me = () => send(`${sandbox.baseUrl}/me`, 'GET', { key });
    assert.equal((await me()).status, 200);
    const role = await physical('florin-sandbox', 'GetMeRole');
    await iam({ Action: 'DeleteRolePolicy', RoleName: role, PolicyName: 'least' });
    assert.equal((await me()).status, 500);
  });

  await step(
    'destroyed, the sandbox is gone; production is protected, and what it stores stays',
    async () => {
      const table = await physical('florin-production', 'Table');
      await run('npx cdk destroy --force');
      assert.notEqual((await send(`${sandbox.baseUrl}/me`, 'GET')).status, 200);
      const destroy = 'npx cdk destroy --force -c stage=production';
      assert.notEqual((await attempt(destroy)).status, 0, 'production is protected');
      const StackName = 'florin-production';
      await cloudFormation({
        Action: 'UpdateTerminationProtection',
        EnableTerminationProtection: 'false',
        StackName,
      });
      await run(destroy);
      // A restored table does not belong to its stack.
      assert.deepEqual(await tablesOf([table, restored]), [table, restored].sort());
    },
  );

  process.stdout.write(`\n${report.join('\n')}\n\nWhat the emulator does not show:\n`);
  for (const { emulator, shownBy } of differences)
    process.stdout.write(`- ${emulator}.\n  Shown by: ${shownBy}\n`);
} catch (error) {
  process.stderr.write(`${emulator.log().slice(-4000)}\n`);
  throw error;
} finally {
  await emulator.stop();
  rmSync(place, { recursive: true });
}

async function step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const started = performance.now();
  try {
    const result = await work();
    const line = `✓ ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`;
    process.stdout.write(`${line}\n`);
    report.push(line);
    return result;
  } catch (error) {
    process.stdout.write(`✗ ${name}\n`);
    throw error;
  }
}

/** The commands of the README's section on deploying. */
function readme(): string[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## Deploy\n(.*?)^## /ms.exec(text) ?? [];
  const [, block = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const commands = block
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '' && line !== 'npm ci'); // this test could not run without the packages
  assert.ok(commands.length >= 2, 'the README says how to deploy');
  return commands;
}

/** Runs a command with the emulator's environment. It must not block, because open connections close in the meantime. */
async function attempt(command: string, env: NodeJS.ProcessEnv = environment) {
  const child = spawn(command, { shell: true, cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

async function run(command: string): Promise<void> {
  const { status, output } = await attempt(command);
  assert.equal(status, 0, `${command}\n${output.slice(-6000)}`);
}

interface RecordedTable {
  items: object[];
  merchants: Record<'euro', string>;
  transactions: { pending: string } & Record<string, string>;
  /** The answers of the API by path. */
  answers: ReturnType<typeof JSON.parse>;
}

function recordedTable(release: string): RecordedTable {
  return JSON.parse(readFileSync(join(root, `test/tables/${release}.json`), 'utf8'));
}

interface Deployment extends Endpoints {
  consoleUrl: string;
}

/** The URLs of the last deployment: its outputs, with the emulator's address in place of AWS's. */
function endpoints(): Deployment {
  const outputs = Object.values(JSON.parse(readFileSync(environment.CDK_OUTPUTS_FILE, 'utf8')))[0] as {
    BaseUrl: string;
    PosUrl: string;
    ConsoleUrl: string;
  };
  const here = (url: string) =>
    url.replace(/^https:\/\/(\w+\.execute-api)\.[\w.-]+/, `http://$1.localhost:${emulator.port}`);
  return {
    baseUrl: here(outputs.BaseUrl),
    posUrl: here(outputs.PosUrl),
    consoleUrl: here(outputs.ConsoleUrl),
  };
}

/** The part of Jest's results that is used here. */
interface Results {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { fullName: string }[] }[];
}

/**
 * The tests of `test/api` that can run against a deployment. It leaves out tests whose imports show that they start a
 * Florin on this machine, or use its stand-ins for AWS or its mail.
 */
async function apiTests({
  baseUrl,
  posUrl,
  consoleUrl,
}: Deployment): Promise<{ passed: number; left: number }> {
  const tests = join(root, 'test/api');
  const own =
    /from '(\.{1,2}\/support\/(florin|own|live|engine|proxy|aws|possessions|console|aged)|[./]+\/lib\/.*engine)\.ts'|FLORIN_MAIL|lib\/local\/main|packages\/cli\//;
  const local = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && own.test(readFileSync(join(tests, file), 'utf8')),
  );
  const later = isQuick ? long.map((name) => `/${name}.test.ts`) : [];
  const out = differences.flatMap(({ tests = [] }) => tests);
  const results = join(place, 'results.json');
  const others = `^(?!(${out.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$)`;
  const jest = [
    ...['npx jest --selectProjects api --runInBand --forceExit --testTimeout 120000'],
    ...[`--json --outputFile '${results}' --testNamePattern '${others}'`],
    ...[`--testPathIgnorePatterns ${[...local, ...later].join(' ')}`, '--', ...only],
  ];
  const { status, output } = await attempt(jest.join(' '), {
    ...environment,
    FLORIN_BASE_URL: baseUrl,
    FLORIN_POS_URL: posUrl,
    FLORIN_CONSOLE_URL: consoleUrl,
    FLORIN_HELLO: await helloLogin(),
  });
  assert.equal(status, 0, output.slice(-20_000));
  const { numPassedTests, numPendingTests, testResults }: Results = JSON.parse(readFileSync(results, 'utf8'));
  const names = new Set(
    testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName)),
  );
  if (only.length === 0 && !isQuick)
    assert.deepEqual(
      out.filter((name) => !names.has(name)),
      [],
      'every test that differences.ts names is there',
    );
  process.stdout.write(`  on this machine only: ${local.join(', ')}\n`);
  return { passed: numPassedTests, left: numPendingTests };
}

/** Runs browser tests on a deployment. A sandbox sends no mail, so an operator's job makes the links that sign in. */
async function browserTests({ baseUrl, posUrl, consoleUrl }: Deployment, names: string[]): Promise<void> {
  const links = await serveSignInLinks(
    async (email) => (await invoke('florin-sandbox', 'MakeSignInLink', { email })).url,
  );
  try {
    const { status, output } = await attempt(
      `npx jest --config test/browser/jest.config.json --runInBand ${names.join(' ')}`,
      {
        ...environment,
        FLORIN_BASE_URL: baseUrl,
        FLORIN_POS_URL: posUrl,
        FLORIN_CONSOLE_URL: consoleUrl,
        FLORIN_SIGN_IN_LINKS: links.url,
      },
    );
    assert.equal(status, 0, output.slice(-20_000));
  } finally {
    links.stop();
  }
}

/** Looks up `username:password` of the hello-world service as its users do. */
async function helloLogin(): Promise<string> {
  const SecretId = await physical('florin-sandbox', 'HelloSecret');
  const target = 'secretsmanager.GetSecretValue';
  const { SecretString } = JSON.parse(await emulator.aws('secretsmanager', { target, body: { SecretId } }));
  const { username, password } = JSON.parse(SecretString);
  return `${username}:${password}`;
}

/** Lets the authorizer of the hello-world service read its secret, by its ARN. */
async function allowSecret(): Promise<void> {
  const SecretId = await physical('florin-sandbox', 'HelloSecret');
  const target = 'secretsmanager.DescribeSecret';
  const { ARN } = JSON.parse(await emulator.aws('secretsmanager', { target, body: { SecretId } }));
  const statement = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: ARN };
  await iam({
    Action: 'PutRolePolicy',
    RoleName: await physical('florin-sandbox', 'DigestAuthorizerRole'),
    PolicyName: 'emulated',
    PolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
  });
}

/** A payment of 10.00, of which 5.00 are captured and 1.00 refunded. */
async function sell(
  stage: Endpoints,
  { key, merchant }: { key: string; merchant: unknown },
): Promise<string> {
  const { authorized, move } = world(stage);
  const id = await authorized(merchant, 1000);
  assert.equal((await move(key, id, 'captures', 500)).status, 201);
  assert.equal((await move(key, id, 'refunds', 100)).status, 201);
  return id;
}

/** The sum of the captures in a shop's ledger. */
async function capturedBy(
  stage: Endpoints,
  { key, merchant }: { key: string; merchant: { id: string } },
): Promise<number> {
  let sum = 0;
  for (let before = ''; ; ) {
    const path = `/merchants/${merchant.id}/lines?limit=1000${before && `&before=${before}`}`;
    const lines: { id: string; capture?: boolean; amount: { amount: number } }[] = (
      await send(stage.baseUrl + path, 'GET', { key })
    ).body;
    if (lines.length === 0) return sum;
    for (const { capture, amount } of lines) if (capture) sum += amount.amount;
    before = lines.at(-1)?.id ?? '';
  }
}

/** Reads all data of a shop. */
async function everything(stage: Endpoints, { key, merchant }: { key: string; merchant: { id: string } }) {
  const read = async (path: string) => (await send(stage.baseUrl + path, 'GET', { key })).body;
  return {
    me: await read('/me'),
    merchant: await read(`/merchants/${merchant.id}`),
    transactions: await read(`/merchants/${merchant.id}/transactions?limit=100`),
    lines: await read(`/merchants/${merchant.id}/lines?limit=100`),
  };
}

/** Turns on point-in-time recovery, which the template asks for. */
async function allowRestore(TableName: string): Promise<void> {
  const target = 'DynamoDB_20120810.UpdateContinuousBackups';
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await emulator.aws('dynamodb', { target, body: { TableName, PointInTimeRecoverySpecification } });
}

/** Returns the names of those tables that exist. */
async function tablesOf(names: string[]): Promise<string[]> {
  const { TableNames } = JSON.parse(
    await emulator.aws('dynamodb', { target: 'DynamoDB_20120810.ListTables', body: {} }),
  );
  return TableNames.filter((name: string) => names.includes(name)).sort();
}

async function cloudFormation(query: Record<string, string>): Promise<string> {
  return emulator.aws('cloudformation', { query: { Version: '2010-05-15', ...query } });
}

async function iam(query: Record<string, string>): Promise<string> {
  return emulator.aws('iam', { query: { Version: '2010-05-08', ...query } });
}

async function stackStatus(stack: string): Promise<string> {
  const xml = await cloudFormation({ Action: 'DescribeStacks', StackName: stack });
  return /<StackStatus>(\w+)/.exec(xml)?.[1] ?? '';
}

async function resources(stack: string): Promise<{ id: string; physical: string }[]> {
  const xml = await cloudFormation({ Action: 'DescribeStackResources', StackName: stack });
  return [...xml.matchAll(/<member>.*?<\/member>/gs)].map(([member]) => ({
    id: /<LogicalResourceId>([^<]*)/.exec(member)?.[1] ?? '',
    physical: /<PhysicalResourceId>([^<]*)/.exec(member)?.[1] ?? '',
  }));
}

async function count(stack: string): Promise<number> {
  return (await resources(stack)).length;
}

async function physical(stack: string, id: string): Promise<string> {
  const found = (await resources(stack)).find((resource) => resource.id === id);
  assert.ok(found, `${stack} has ${id}`);
  return found.physical;
}

async function invoke(stack: string, id: string, body: object = {}): Promise<ReturnType<typeof JSON.parse>> {
  const path = `/2015-03-31/functions/${await physical(stack, id)}/invocations`;
  return JSON.parse(await emulator.aws('lambda', { path, body }));
}

async function variables(stack: string, id: string): Promise<Record<string, string>> {
  const name = await physical(stack, id);
  const path = `/2015-03-31/functions/${name}/configuration`;
  return JSON.parse(await emulator.aws('lambda', { path, method: 'GET' })).Environment?.Variables ?? {};
}

/** The version of a function that its alias `live` points at, and the shares of other versions if there are any. */
async function liveVersion(stack: string, id: string): Promise<{ version: string; routing?: unknown }> {
  const path = `/2015-03-31/functions/${await physical(stack, id)}/aliases/live`;
  const { FunctionVersion, RoutingConfig } = JSON.parse(
    await emulator.aws('lambda', { path, method: 'GET' }),
  );
  return { version: FunctionVersion, ...(RoutingConfig && { routing: RoutingConfig }) };
}

/** Deploys a version of captures to production, with a canary. */
function releaseCaptures(which: 'good' | 'broken', minutes: number) {
  const app = 'node --import tsx test/deploy/captures.ts';
  const settings = `-c stage=production -c mailFrom=pay@shop.example -c smoke=yes -c canary=${minutes}`;
  return attempt(`npx cdk deploy --app "${app}" ${settings}`, { ...environment, RELEASE: which });
}

/** Waits until a tenth of the captures go to the next version. */
async function reachesCanary(
  release: Promise<unknown>,
  { version, next }: Record<'version' | 'next', string>,
) {
  const wanted = { version, routing: { AdditionalVersionWeights: { [next]: 0.1 } } };
  const isOver = release.then(() => true);
  while (!isDeepStrictEqual(await liveVersion('florin-production', capture), wanted))
    assert.ok(!(await Promise.race([isOver, sleep(200)])), 'the release reaches its canary');
}

function bootstrapBucket(): Promise<string> {
  return physical('CDKToolkit', 'StagingBucket');
}
