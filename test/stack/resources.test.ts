import { execFileSync } from 'node:child_process';
import { everything, synthesized } from './synthesized.ts';

const { all } = synthesized(everything);

test('of the 500 resources that CloudFormation allows a stack, a fifth is left for what comes', () => {
  const types = new Map<string, number>();
  for (const { Type } of all) types.set(Type, (types.get(Type) ?? 0) + 1);
  const counts = [...types].sort(([, a], [, b]) => b - a);
  const lines = counts.map(([type, count]) => `${String(count).padStart(6)} ${type}`);
  process.stdout.write(`\nResources: ${all.length} of 500\n${lines.join('\n')}\n`);
  expect(all.length).toBeLessThan(400);
});

/** The types of the stack's resources, by their logical ids, without and with one route more. No bundle is needed for that. */
const script = `
  import { App } from 'aws-cdk-lib';
  import { routes } from './lib/routes.ts';
  import { FlorinStack } from './lib/stack/stack.ts';

  const typesOf = () => {
    const app = new App({ outdir: undefined, analyticsReporting: false });
    const stack = new FlorinStack(app, 'Florin', () => 'schemas');
    const { Resources } = app.synth().getStackArtifact(stack.artifactId).template;
    return Object.fromEntries(Object.entries(Resources).map(([id, { Type }]) => [id, Type]));
  };
  const before = typesOf();
  routes.push({ ...routes.find(({ path }) => path === '/me'), path: '/one/{more}', method: 'POST' });
  process.stdout.write(JSON.stringify([before, typesOf()]));
`;

test('a route more takes three: a function, its role, its log; and makes its API be deployed anew', () => {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const [before, after] = JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' }));
  const added = Object.keys(after).filter((id) => !(id in before));
  const [deployment, ...others] = added.sort();
  expect(others).toEqual(['PostOneMore', 'PostOneMoreLog', 'PostOneMoreRole']);
  // Another resource in place of the last one: API Gateway serves what was there when a deployment was made.
  expect(deployment).toMatch(/^BaseApiDeployment/);
  const gone = Object.keys(before).filter((id) => !(id in after));
  expect(gone).toEqual([expect.stringMatching(/^BaseApiDeployment/)]);
});
