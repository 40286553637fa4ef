import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { root } from '../root.ts';
import type { Folders } from '../stack/bundle-folders.ts';
import { entries, FlorinStack } from '../stack/stack.ts';
import { bundle, bundleFile, bundlesIn } from './bundle.ts';
import { writeDocs } from './docs.ts';
import { samTemplate, samTemplateFile } from './sam-template.ts';
import { wholeTemplate, wholeTemplateFile } from './whole-template.ts';

export interface SynthOptions {
  /** Context in addition to that of `cdk.json`, for example `{ stage: 'production' }`. */
  context?: Record<string, unknown>;
  /** The folder for the bundles. Two syntheses at the same time need two folders. */
  build?: string;
  /**
   * Whether the code of each function is only the name of its entry, in place of the bundle. The template then differs in the
   * hashes of the code.
   */
  isHollow?: boolean;
}

export interface Synthesized {
  /** The parsed CloudFormation template of the whole: of the stack and its nested stacks (`whole-template.ts`). */
  template: ReturnType<typeof JSON.parse>;
  /**
   * The folder of the cloud assembly: the templates of all stacks, the whole one, that for the SAM CLI, and an
   * `asset.<hash>` folder for each function.
   */
  directory: string;
}

/**
 * Bundles the functions and synthesizes the stack, in this process and without credentials, so that the
 * local runner can call it as often as it likes. Relative folders are relative to the repository.
 */
export async function synth(outdir = 'cdk.out', options: SynthOptions = {}): Promise<Synthesized> {
  const { isHollow, build = '.build' } = options;
  const folders = isHollow ? nameEntries(resolve(root, build)) : await bundleAll(build);
  const app = new App({
    outdir: resolve(root, outdir),
    context: { ...assetMetadata, ...cdkJson().context, ...options.context },
    analyticsReporting: false,
    treeMetadata: false,
    // The validation would take four of seven seconds. The `cdk` command does it before a deploy, and `npm run
    // lint:template` for each stage.
    builtinCloudFormationValidation: false,
  });
  const stack = new FlorinStack(app, 'Florin', folders);
  const { directory } = app.synth();
  const template = wholeOf(directory, stack.templateFile);
  writeFileSync(join(directory, wholeTemplateFile), JSON.stringify(template));
  writeFileSync(join(directory, samTemplateFile), JSON.stringify(samTemplate(template)));
  return { template, directory };
}

/** Reads the stack of a folder, and its nested stacks, whose metadata names the files of their templates. */
function wholeOf(directory: string, file: string): Synthesized['template'] {
  const read = (name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  return wholeTemplate(read(file), (_id, { Metadata }) => read(Metadata['aws:asset:path']));
}

/** Bundles all functions of the stack, with the documentation beside those that serve it. */
export async function bundleAll(build?: string): Promise<Folders> {
  const folders = await bundle(entries, { build });
  await writeDocs(folders);
  return folders;
}

/** Writes the name of each entry in place of its bundle. */
function nameEntries(target: string): Folders {
  const folders = bundlesIn(target);
  for (const entry of entries) {
    mkdirSync(folders(entry), { recursive: true });
    writeFileSync(join(folders(entry), bundleFile), entry);
  }
  return folders;
}

/** Makes CDK write into the template which folder holds a function's code. The local runner and the tests read this. */
const assetMetadata = { 'aws:cdk:enable-asset-metadata': true };

/** Reads the context of `cdk.json`, which the CDK reads only when the `cdk` command runs it. */
function cdkJson(): { context: Record<string, unknown> } {
  return JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
}
