import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, synthesizeStack } from './synthesize-stack.ts';

test('cdk.json sets each feature flag of the CDK, so that `cdk synth` does not warn of flags', () => {
  const manifest: Json = JSON.parse(readFileSync(join(synthesizeStack().directory, 'manifest.json'), 'utf8'));
  const report = Object.values<Json>(manifest.artifacts).find(
    ({ type }) => type === 'cdk:feature-flag-report',
  );
  const flags = Object.entries<Json>(report.properties.flags);
  expect(flags.length).toBeGreaterThan(80);
  expect(flags.filter(([, { userValue }]) => userValue === undefined).map(([name]) => name)).toEqual([]);
});
