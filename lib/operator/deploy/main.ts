/**
 * `npm run deploy -- production`: deploys a stage with the settings in `stages/production.json`. First it shows the
 * difference to the deployed stack. It refuses to remove data, domains and acquirers, and to deploy to an account
 * that cannot run the stage. `--allow <name>` allows one such change. `--check` shows this, and deploys nothing. With
 * the setting `smoke`, it makes a payment after the deployment.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeTemplateFile } from '../../build/whole-template.ts';
import { root } from '../../root.ts';
import { smokeKey } from '../../settings.ts';
import { fail } from '../fail.ts';
import { openAccount } from './account.ts';
import { readArguments, usage } from './arguments.ts';
import { findingsOf, senderOf } from './checks.ts';
import { dangersOf, restoredTableIn } from './dangers.ts';
import { differenceOf } from './difference.ts';
import { smokePayment } from './smoke-payment.ts';

const { stage, allowed, check, context, profile, options } = readCommandLine();
if (profile) process.env.AWS_PROFILE = profile;

const settings = [...context, `stage=${stage}`].flatMap((setting) => ['--context', setting]);
const assembly = 'cdk.out';
cdk('synth', '--quiet', '--output', assembly, ...settings);
const next = JSON.parse(readFileSync(join(root, assembly, wholeTemplateFile), 'utf8'));

const stack = `florin-${stage}`;
const account = openAccount();
const deployed = await account
  .templateOf(stack)
  .catch((error) => fail(`could not ask AWS: ${error.message}`));
const facts = await account.facts(
  { stack, deployed, restored: restoredTableIn(next), sender: senderOf(next) },
  (what, { message }) => say(`could not check ${what}: ${message}`),
);

const changes = deployed ? differenceOf(deployed, next) : ['is new'];
for (const line of changes.length > 0 ? changes : ['does not change']) say(line);
const refused = [
  ...findingsOf(stage, next, facts).flatMap(({ name, says, stops }) => {
    say(says);
    return stops ? [{ name, reason: says }] : [];
  }),
  ...dangersOf(deployed ?? {}, next),
].filter(({ name }) => !allowed.includes(name));
for (const { name, reason } of refused)
  console.error(`refused: ${reason}\n  --allow ${name} does it all the same`);
if (refused.length > 0) process.exit(1);
if (!check) {
  cdk('deploy', '--app', assembly, ...options);
  if (next.Metadata?.[smokeKey]) await pay();
}

async function pay(): Promise<void> {
  const at = await account.addressesOf(stack);
  const done = await smokePayment(at).catch(({ message }) =>
    fail(
      `the smoke payment of ${stack} failed: ${message}\nThe deployment stays as it is. Run the same command again to repeat the payment; if it fails again, deploy the release before (docs/releases.md).`,
    ),
  );
  say(done);
}

function readCommandLine() {
  const given = process.argv.slice(2);
  if (given.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return readArguments(given);
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
}

function cdk(...args: string[]): void {
  const command = join(root, 'node_modules/aws-cdk/bin/cdk');
  const { status } = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function say(text: string): void {
  console.log(`${stack}: ${text}`);
}
