import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everySetting } from './synthesize-stack.ts';

const script = `
  import { App } from 'aws-cdk-lib';
  import { AwsSolutionsChecks } from 'cdk-nag';
  import { FlorinStack } from './lib/stack/stack.ts';

  const [, place, context] = process.argv;
  const app = new App({ outdir: place + '/cdk.out', context: JSON.parse(context) });
  new FlorinStack(app, 'Florin', () => 'schemas'); // the content of the bundles does not matter
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const findings = violations.flatMap(({ ruleName, violatingConstructs, violatingResources }) =>
    (violatingConstructs ?? violatingResources).map(({ constructPath }) => ruleName + ' ' + constructPath));
  process.stdout.write(JSON.stringify(findings));
`;

/** Runs in a separate process, because aws-cdk-lib takes long to load within Jest. */
function findings(context: Record<string, string>): string[] {
  const place = mkdtempSync(join(tmpdir(), 'florin-solutions-'));
  try {
    const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const out = execFileSync(process.execPath, [...node, place, JSON.stringify(context)], {
      encoding: 'utf8',
    });
    return JSON.parse(out);
  } finally {
    rmSync(place, { recursive: true });
  }
}

test.each([
  ['the sandbox', {}],
  ['production, with all that can be set', everySetting],
])('%s has no finding of AWS Solutions that the code does not answer', (_, context) => {
  expect(findings(context as Record<string, string>)).toEqual([]);
});
