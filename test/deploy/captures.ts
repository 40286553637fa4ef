/**
 * The app of a release in which only captures change. With `RELEASE=broken`, captures fail in the worst way: the
 * function writes each capture, and then crashes before it answers. `cdk deploy --app` runs this app, and the context
 * names the stage.
 */
import { cpSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleAll } from '../../lib/build/synth.ts';
import { FlorinStack } from '../../lib/stack/stack.ts';

const handlers: Record<string, string> = {
  good: 'released',
  broken: `async (event, context) => {
    await released(event, context);
    throw new Error('This release is broken');
  }`,
};

const folders = await bundleAll();
const changed = mkdtempSync(join(tmpdir(), 'florin-captures-'));
cpSync(folders('transactions/capture'), changed, { recursive: true });
renameSync(join(changed, 'index.mjs'), join(changed, 'released.mjs'));
writeFileSync(
  join(changed, 'index.mjs'),
  `import { handler as released } from './released.mjs';
export const handler = ${handlers[process.env.RELEASE ?? 'good']};
`,
);

const app = new App({ outdir: process.env.CDK_OUTDIR });
new FlorinStack(app, 'Florin', (entry) => (entry === 'transactions/capture' ? changed : folders(entry)));
app.synth();
