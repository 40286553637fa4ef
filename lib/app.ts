/** What `cdk synth` and `cdk deploy` run. The command line says where to write, in `CDK_OUTDIR`. */
import { synth } from './build/synth.ts';

await synth(process.env.CDK_OUTDIR);
