import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { root } from '../root.ts';
import { entries, FlorinStack } from '../stack/stack.ts';
import { bundle } from './bundle.ts';

export interface SynthOptions {
  /** Context on top of that in `cdk.json`, e.g. `{ stage: 'production' }`. */
  context?: Record<string, unknown>;
  /** The folder for the bundles. Two syntheses at once need two folders. */
  build?: string;
  /** The folder of the entries. */
  functions?: string;
}

export interface Synthesized {
  /** The CloudFormation template, parsed; it has no type worth writing down. */
  template: ReturnType<typeof JSON.parse>;
  /** The cloud assembly: the template and an `asset.<hash>` folder a function. */
  directory: string;
}

/**
 * Bundles the functions and synthesizes the stack, in this process and without credentials, so that the
 * local runner can call it as often as it likes. Relative folders are relative to the repository.
 */
export async function synth(outdir = 'cdk.out', options: SynthOptions = {}): Promise<Synthesized> {
  const folders = await bundle(entries, options);
  const app = new App({
    outdir: resolve(root, outdir),
    context: { ...assetMetadata, ...cdkJson().context, ...options.context },
    analyticsReporting: false,
    treeMetadata: false,
    // Four of seven seconds. Before a deploy the `cdk` command does it, and `npm run lint:template` for each stage.
    builtinCloudFormationValidation: false,
  });
  const stack = new FlorinStack(app, 'Florin', folders);
  const assembly = app.synth();
  return { template: assembly.getStackArtifact(stack.artifactId).template, directory: assembly.directory };
}

/** Tells in the template which folder holds a function's code: the local runner and the tests go by it. */
const assetMetadata = { 'aws:cdk:enable-asset-metadata': true };

/** The `cdk` command passes on the context of `cdk.json`; without it, we read it ourselves. */
function cdkJson(): { context: Record<string, unknown> } {
  return JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
}
