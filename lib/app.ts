/** The program that `cdk synth` and `cdk deploy` run. The command line sets the output folder in `CDK_OUTDIR`. */
import { synth } from './build/synth.ts';

await synth(process.env.CDK_OUTDIR);
