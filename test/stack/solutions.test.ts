import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = `
  import { App } from 'aws-cdk-lib';
  import { AwsSolutionsChecks } from 'cdk-nag';
  import { bundle } from './lib/build/bundle.ts';
  import { entries, FlorinStack } from './lib/stack/stack.ts';

  const [, place, context] = process.argv;
  const folders = await bundle(entries, { build: place + '/build' });
  const app = new App({ outdir: place + '/cdk.out', context: JSON.parse(context) });
  new FlorinStack(app, 'Florin', folders);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const findings = violations.flatMap(({ ruleName, violatingConstructs, violatingResources }) =>
    (violatingConstructs ?? violatingResources).map(({ constructPath }) => ruleName + ' ' + constructPath));
  process.stdout.write(JSON.stringify(findings));
`;

/** In a process of its own, as within jest aws-cdk-lib takes long to load. */
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

const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';

test.each([
  ['the sandbox', {}],
  [
    'production, with all that can be set',
    {
      stage: 'production',
      alarmEmail: 'ops@example.com',
      baseDomain: 'api.example.com',
      baseCertificate: certificate,
      posDomain: 'pos.example.com',
      posCertificate: certificate,
    },
  ],
])('%s has no finding of AWS Solutions that the code does not answer', (_, context) => {
  expect(findings(context as Record<string, string>)).toEqual([]);
});
