/**
 * The program that `cdk synth` and `cdk deploy` run, with the settings in `stages/<stage>.json`. The command line sets the
 * output folder in `CDK_OUTDIR`, and its own settings, which take precedence, in `CDK_CONTEXT_JSON`.
 */
import { readStageFile } from './build/stage-file.ts';
import { synth } from './build/synth.ts';

const { stage = 'sandbox' } = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
await synth(process.env.CDK_OUTDIR, { context: readStageFile(stage) });
