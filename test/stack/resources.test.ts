import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { everySetting, synthesizeStack } from './synthesize-stack.ts';

const { all, directory } = synthesizeStack(everySetting);
const before = synthesizeStack().all.map(({ id }) => id);

/** The resources that a stage has only for the setting `canary`. */
const ofCanaries = /^AWS::(CodeDeploy::|Lambda::(Alias|Version)$)/;

test('the stack uses at most four fifths of the 500 resources that CloudFormation permits, beside canaries', () => {
  const types = new Map<string, number>();
  for (const { Type } of all) types.set(Type, (types.get(Type) ?? 0) + 1);
  const counts = [...types].sort(([, a], [, b]) => b - a);
  const lines = counts.map(([type, count]) => `${String(count).padStart(6)} ${type}`);
  process.stdout.write(`\nResources: ${all.length} of 500\n${lines.join('\n')}\n`);
  // A job on a schedule has five resources and a route two. Let an existing function do the work before you raise a limit.
  expect(all.filter(({ Type }) => !ofCanaries.test(Type)).length).toBeLessThan(400);
  expect(all.length).toBeLessThan(420);
});

test('the template uses at most seven tenths of the megabyte that CloudFormation permits', () => {
  const size = statSync(join(directory, 'Florin.template.json')).size;
  process.stdout.write(`\nTemplate: ${Math.round(size / 1024)} of 1024 KB\n`);
  expect(size).toBeLessThan(730_000);
});

/** Prints the logical ids of the stack's resources with one more route. Logical ids do not depend on bundles. */
const script = `
  import { App } from 'aws-cdk-lib';
  import { functionRoutes, routes } from './lib/routes.ts';
  import { FlorinStack } from './lib/stack/stack.ts';

  const more = { ...routes.find(({ path }) => path === '/me'), path: '/one/{more}', method: 'POST' };
  for (const list of [routes, functionRoutes]) list.push(more);
  const stack = new FlorinStack(new App({ outdir: undefined, analyticsReporting: false }), 'Florin', () => 'schemas');
  const { Resources } = stack.node.root.synth().getStackArtifact(stack.artifactId).template;
  process.stdout.write(JSON.stringify(Object.keys(Resources)));
`;

test('an additional route adds a function and its role, and deploys the APIs again', () => {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const after: string[] = JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' }));
  const added = after.filter((id) => !before.includes(id));
  const isDeployment = (id: string) => /^(BaseApi|PosApi|ConsoleApi)Deployment/.test(id);
  const others = added.filter((id) => !isDeployment(id)).sort();
  expect(others).toEqual(['PostOneMore', 'PostOneMoreRole']);
  // A new deployment replaces the previous one, because API Gateway serves the routes that existed when a deployment was
  // made. The customer's side gets a new one, too, because it names another address.
  const removed = before.filter((id) => !after.includes(id));
  for (const deployments of [added.filter(isDeployment), removed])
    expect(deployments.sort()).toEqual([
      expect.stringMatching(/^BaseApiDeployment/),
      expect.stringMatching(/^PosApiDeployment/),
    ]);
});
