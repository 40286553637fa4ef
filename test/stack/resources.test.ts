import { execFileSync } from 'node:child_process';
import { everySetting, type Json, stacksIn, synthesizeStack } from './synthesize-stack.ts';

const { directory, stacks } = synthesizeStack(everySetting);
const { stacks: usual } = synthesizeStack();

/**
 * The most of each stack. CloudFormation permits 500 resources, a megabyte, and 200 parameters and outputs. A stack with
 * half of that can be changed for years.
 */
const limits = { resources: 300, bytes: 2 ** 19, parameters: 200, outputs: 200 };

const sizesOf = ({ Resources, Parameters = {}, Outputs = {}, ...others }: Json) => ({
  resources: Object.keys(Resources).length,
  bytes: Buffer.byteLength(JSON.stringify({ Resources, Parameters, Outputs, ...others })),
  parameters: Object.keys(Parameters).length,
  outputs: Object.keys(Outputs).length,
});

function expectRoom(title: string, stacks: Record<string, Json>): void {
  process.stdout.write(`\n${title}, of ${JSON.stringify(limits)} in each stack:\n`);
  for (const [name, template] of Object.entries(stacks)) {
    const sizes = sizesOf(template);
    process.stdout.write(`${name.padStart(12)} ${JSON.stringify(sizes)}\n`);
    for (const [kind, most] of Object.entries(limits))
      expect([name, kind, sizes[kind as keyof typeof limits] <= most]).toEqual([name, kind, true]);
  }
}

/** The types of resources that hold data, an address, the place of a reader in a stream, or somebody's confirmation. */
const lasting = [
  'ApiGateway::DomainName',
  'ApiGateway::RestApi',
  'DynamoDB::Table',
  'KMS::Key',
  'Lambda::EventSourceMapping',
  'Logs::LogGroup',
  'SNS::Subscription',
  'SNS::Topic',
  'SQS::Queue',
  'SecretsManager::Secret',
].map((type) => `AWS::${type}`);

test('whatever holds data or an address is in the parent stack, and functions are in nested stacks', () => {
  const typesIn = ({ Resources }: Json) => Object.values<Json>(Resources).map(({ Type }) => Type);
  const { parent, ...nested } = stacks;
  expect(typesIn(parent)).toEqual(expect.arrayContaining(lasting));
  expect(typesIn(parent)).not.toContain('AWS::Lambda::Function');
  const moved = Object.values(nested)
    .flatMap(typesIn)
    .filter((type) => lasting.includes(type));
  expect(moved).toEqual([]);
});

test('with every setting, each stack has room', () => expectRoom('A stage with every setting', stacks));

/**
 * Synthesizes the stack with further routes. Each one is a copy of a route at another path, with a function of its own that
 * moves no money: CloudWatch limits the alarm of the functions that do to ten metrics. Logical ids do not depend on
 * bundles.
 */
const script = `
  import { App } from 'aws-cdk-lib';
  import { consoleRoutes, functionRoutes, routes } from './lib/routes.ts';
  import { FlorinStack } from './lib/stack/stack.ts';

  const [, outdir, given] = process.argv;
  const { count, context } = JSON.parse(given);
  const copied = [...routes];
  for (let n = 0; n < count; n++) {
    const { path, entry, ...route } = copied[n % copied.length];
    const more = { ...route, path: path.replace(/\\/$/, '') + '/more' + n, entry: entry + n, movesMoney: false, paying: false };
    for (const list of [routes, functionRoutes]) list.push(more);
    if (route.console) consoleRoutes.push({ ...more, api: 'console', path: '/api' + more.path, authorization: 'session' });
  }
  const metadata = { 'aws:cdk:enable-asset-metadata': true };
  const app = new App({ outdir, analyticsReporting: false, context: { ...metadata, ...context } });
  new FlorinStack(app, 'Florin', () => 'schemas');
  app.synth();
`;

function withMoreRoutes(count: number, context: object, name: string): Record<string, Json> {
  const outdir = `${directory}-${name}`;
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  execFileSync(process.execPath, [...node, outdir, JSON.stringify({ count, context })], { stdio: 'pipe' });
  return stacksIn(outdir);
}

test('a hundred more routes fit', () =>
  expectRoom('With a hundred more routes', withMoreRoutes(100, everySetting, 'hundred')));

test('an additional route adds a function and its role, and deploys the APIs again', () => {
  const templates = Object.values(withMoreRoutes(1, {}, 'one'));
  const after = templates.flatMap(({ Resources }) => Object.keys(Resources));
  const before = Object.values(usual).flatMap(({ Resources }) => Object.keys(Resources));
  const added = after.filter((id) => !before.includes(id));
  const isDeployment = (id: string) => /^(BaseApi|PosApi|ConsoleApi)Deployment/.test(id);
  const others = added.filter((id) => !isDeployment(id)).sort();
  expect(others).toEqual(['PostAppsMore0', 'PostAppsMore0Role']);
  // A new deployment replaces the previous one, because API Gateway serves the routes that existed when a deployment was
  // made. The checkout API gets a new one, too, because it names another address.
  const removed = before.filter((id) => !after.includes(id));
  for (const deployments of [added.filter(isDeployment), removed])
    expect(deployments.sort()).toEqual([
      expect.stringMatching(/^BaseApiDeployment/),
      expect.stringMatching(/^PosApiDeployment/),
    ]);
});
