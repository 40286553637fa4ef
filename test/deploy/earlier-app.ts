/**
 * The app of a deployment of an earlier release, from its recorded template. `RELEASE` names the release. `cdk deploy
 * --app` runs this app.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { readTemplate } from '../tables/template.ts';

// CDK adds the parameter and the rule itself.
const { Parameters, Rules, ...template } = readTemplate(process.env.RELEASE ?? '') as ReturnType<
  typeof readTemplate
> & { Parameters?: unknown; Rules?: unknown };
const folder = mkdtempSync(join(tmpdir(), 'florin-earlier-'));
const templateFile = join(folder, 'template.json');
writeFileSync(templateFile, JSON.stringify(template));
const app = new App({ outdir: process.env.CDK_OUTDIR });
new CfnInclude(new Stack(app, 'Florin', { stackName: 'florin-production' }), 'Earlier', { templateFile });
rmSync(folder, { recursive: true });
app.synth();
