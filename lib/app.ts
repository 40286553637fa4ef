/**
 * The program that `cdk synth` and `cdk deploy` run, with the settings of the stage in `stages/`. The command line sets the
 * output folder in `CDK_OUTDIR`, and its own settings, which take precedence, in `CDK_CONTEXT_JSON`.
 */
import { settingsOf } from './build/stage-file.ts';
import { synth } from './build/synth.ts';
import { SettingError, unknownSettings } from './settings.ts';

const { CDK_CONTEXT_JSON = '{}', CDK_DEFAULT_REGION, CDK_OUTDIR } = process.env;
try {
  const given = JSON.parse(CDK_CONTEXT_JSON);
  for (const warning of unknownSettings(given)) console.error(`Florin: ${warning}`);
  await synth(CDK_OUTDIR, { context: settingsOf(given.stage ?? 'sandbox', CDK_DEFAULT_REGION) });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(`Florin: ${error.message}`);
  process.exitCode = 1;
}
