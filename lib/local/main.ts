import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import {
  firstPlaces,
  otherPlaces,
  printJobs,
  printNote,
  printPlaces,
  printRequest,
  printRoutes,
  type StartFacts,
  secretPlaces,
} from './announce.ts';
import { type Flags, help, readFlags, usage } from './flags.ts';
import { defaultCredentials } from './function-environment.ts';
import { painter } from './paint.ts';
import { whenParentEnds } from './parent-watch.ts';
import { makeReadable } from './readable.ts';
import { start } from './runner.ts';
import { type Sample, sampleMerchant } from './sample.ts';
import type { Running } from './start-options.ts';

process.env.TZ = 'UTC'; // as in Lambda
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const flags = flagsOf(process.argv.slice(2));
if (flags.help) {
  console.log(help);
  process.exit();
}
const forPrograms = flags['json-ready'] === true;
const paint = painter(process.stdout);
const sampleFile = join(root, '.florin/sample.json');
const {
  AWS_PORT,
  CONSOLE_PORT,
  DYNAMODB_ENDPOINT,
  FLORIN_CLOCK,
  FLORIN_CONCURRENCY,
  FLORIN_REQUEST_SECONDS,
  FLORIN_ROLES,
  FLORIN_STREAMS,
  FLORIN_THROTTLE,
  FLORIN_TRIGGERS,
  FLORIN_VISIBILITY_SECONDS,
  HELLO_CREDENTIALS,
  PORT,
  POS_PORT,
  SEAL_KEY,
  STACK_TRACES,
} = process.env;

const seed = flags.model === '' ? randomBytes(4).toString('hex') : flags.model;
const data = DYNAMODB_ENDPOINT
  ? 'DYNAMODB_ENDPOINT'
  : flags.memory
    ? 'data goes when Florin ends'
    : 'data in .florin/';
const facts: StartFacts = {
  data: seed === undefined ? data : `${data}; as AWS has it, seed ${seed}`,
  login: HELLO_CREDENTIALS ? 'as in HELLO_CREDENTIALS' : defaultCredentials.replace(':', ' / '),
};

/** Whether the addresses have been printed. The jobs that the runner has caused before concern nobody. */
let isReady = false;

if (!forPrograms) makeReadable(process.stdout, () => isReady);
process.on('SIGINT', end).on('SIGTERM', end);
whenParentEnds(end);
// If nobody reads the output any more, an error message about that would cause the next error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => ending || end());
// In AWS, an uncaught error of a function ends only that function's process.
process.on('uncaughtException', (error) => console.error(error));

/** Whether a history is being made. Its requests are not shown. */
let isPlaying = false;

// A first start takes some seconds, and silence would look like a fault.
const progress = (text: string) => forPrograms || console.log(text);
progress('Florin starts.');

const starting = start({
  port: Number(PORT || 3000),
  posPort: Number(POS_PORT || 3001),
  consolePort: Number(CONSOLE_PORT || 3002),
  awsPort: Number(AWS_PORT || 3003),
  memory: flags.memory,
  root,
  dynamodbEndpoint: DYNAMODB_ENDPOINT,
  model: seed,
  cold: flags.cold,
  clock: FLORIN_CLOCK || undefined,
  watch: flags.watch,
  throttle: FLORIN_THROTTLE !== 'off',
  // With an empty key, functions seal with KMS, as in AWS.
  sealKey: SEAL_KEY,
  roles: FLORIN_ROLES === 'on',
  triggers: FLORIN_TRIGGERS !== 'off',
  streams: FLORIN_STREAMS !== 'off',
  visibilitySeconds: numberIn(FLORIN_VISIBILITY_SECONDS),
  requestSeconds: numberIn(FLORIN_REQUEST_SECONDS),
  concurrency: numberIn(FLORIN_CONCURRENCY),
  helloCredentials: HELLO_CREDENTIALS || undefined,
  stackTraces: STACK_TRACES !== '0',
  log: (entry) => isPlaying || console.log(printRequest(entry, paint)),
  note: (text) => isPlaying || console.log(printNote(text, paint)),
  progress,
  welcome: (running) => [...firstPlaces(running, facts), ...otherPlaces(running, facts)],
  onFailure: giveUp,
});
starting.then(announce).catch(giveUp);

async function announce(running: Running): Promise<void> {
  const { base, pos, console: users } = running.apis;
  for (const [name, api] of Object.entries({ API: base, 'Checkout API': pos, Console: users }))
    if (flags.routes) console.log(`${paint('bold', name)}\n${printRoutes(api)}`);
  if (flags.routes) console.log(`${paint('bold', 'Jobs')}\n${printJobs(running, FLORIN_TRIGGERS !== 'off')}`);

  // Tests and other programs make their own merchants.
  if (!forPrograms) await makeSample(running);
  mkdirSync(running.mail, { recursive: true, mode: 0o700 });
  console.log(`\n${printPlaces([...firstPlaces(running, facts), ...secretPlaces(facts)], paint)}\n`);
  console.log(`${printPlaces(otherPlaces(running, facts), paint)}\n`);
  const { baseUrl, posUrl, consoleUrl, dynamodb, aws, mail } = running;
  if (forPrograms) console.log(JSON.stringify({ baseUrl, posUrl, consoleUrl, dynamodb, aws, mail }));
  console.log(
    paint('green', `Florin is ready, after ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C ends it.`),
  );
  isReady = true;
}

async function makeSample(running: Running): Promise<void> {
  const days = Number(flags.sample ?? 0);
  if (days > 0) console.log(`Looks for a sample merchant with a history of ${days} days, or makes one.`);
  isPlaying = days > 0;
  await sampleMerchant(running, flags.memory ? undefined : sampleFile, days).then(keepSample, noSample);
  isPlaying = false;
}

function keepSample(sample: Sample): void {
  facts.sample = sample;
}

function noSample(error: Error): void {
  if (!ending) console.error(`Florin: No sample merchant: ${error.message}`);
}

function flagsOf(args: string[]): Flags {
  try {
    return readFlags(args);
  } catch (error) {
    console.error(`Florin: ${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

let ending = false;

/** Ends the runner after the open requests. A second signal ends it at once. */
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  await starting.then((running) => running.stop()).catch(() => {});
  process.exit(0);
}

async function giveUp(error: Error): Promise<void> {
  if (ending) return;
  ending = true;
  console.error(`Florin: ${error.message}`);
  await starting.then((running) => running.stop()).catch(() => {});
  process.exit(1);
}

function numberIn(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}
