/**
 * The program that `cdk synth` and `cdk deploy` run, with the settings of the stage in `stages/`. The command line sets the
 * output folder in `CDK_OUTDIR`, and its own settings, which take precedence, in `CDK_CONTEXT_JSON`.
 */
import { settingsOf } from './build/stage-file.ts';
import { synth } from './build/synth.ts';

const { stage = 'sandbox' } = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
await synth(process.env.CDK_OUTDIR, { context: settingsOf(stage, process.env.CDK_DEFAULT_REGION) });
