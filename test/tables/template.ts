/**
 * The CloudFormation template of a release: `test/tables/<version>.template.json.gz`, recorded by `npx tsx test/tables/record.ts`. The
 * deployment test deploys it, and then updates it to this release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

export const templateFile = (version: string): string => `test/tables/${version}.template.json.gz`;

/** The code of a release is not recorded. Its functions answer nothing. */
const code = { ZipFile: 'exports.handler = async () => ({});' };

/** Writes the template of a release, with all resources but without the code of its functions. */
export function recordTemplate(version: string, { Resources: resources, ...rest }: Template): void {
  const withoutCode = Object.entries(resources).map(([id, { Type, Properties, ...more }]) => {
    const isFunction = Type === 'AWS::Lambda::Function';
    return [id, { Type, Properties: isFunction ? { ...Properties, Code: code } : Properties, ...more }];
  });
  const template = { ...rest, Resources: Object.fromEntries(withoutCode) };
  writeFileSync(templateFile(version), gzipSync(JSON.stringify(template), { level: 9 }));
}

export const readTemplate = (version: string): Template =>
  JSON.parse(gunzipSync(readFileSync(templateFile(version))).toString());
