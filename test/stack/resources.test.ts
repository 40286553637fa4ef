import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { everything, synthesized } from './synthesized.ts';

const { all, directory } = synthesized(everything);

test('the stack uses at most four fifths of the 500 resources that CloudFormation permits', () => {
  const types = new Map<string, number>();
  for (const { Type } of all) types.set(Type, (types.get(Type) ?? 0) + 1);
  const counts = [...types].sort(([, a], [, b]) => b - a);
  const lines = counts.map(([type, count]) => `${String(count).padStart(6)} ${type}`);
  process.stdout.write(`\nResources: ${all.length} of 500\n${lines.join('\n')}\n`);
  expect(all.length).toBeLessThan(400);
});

test('the template uses at most two thirds of the megabyte that CloudFormation permits', () => {
  const size = statSync(join(directory, 'Florin.template.json')).size;
  process.stdout.write(`\nTemplate: ${Math.round(size / 1024)} of 1024 KB\n`);
  expect(size).toBeLessThan(700_000);
});

/** The types of the stack's resources by logical id, without and with an additional route. This needs no bundles. */
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

test('an additional route adds a function, its role and its log, and deploys the APIs again', () => {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const [before, after] = JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' }));
  const added = Object.keys(after).filter((id) => !(id in before));
  const isDeployment = (id: string) => /^(BaseApi|PosApi)Deployment/.test(id);
  const others = added.filter((id) => !isDeployment(id)).sort();
  expect(others).toEqual(['PostOneMore', 'PostOneMoreLog', 'PostOneMoreRole']);
  // Another resource in place of the last one: API Gateway serves what was there when a deployment was made.
  // The other API too: it has another address to name.
  const gone = Object.keys(before).filter((id) => !(id in after));
  for (const deployments of [added.filter(isDeployment), gone])
    expect(deployments.sort()).toEqual([
      expect.stringMatching(/^BaseApiDeployment/),
      expect.stringMatching(/^PosApiDeployment/),
    ]);
});
