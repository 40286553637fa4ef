import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import type { Api } from './api.ts';
import { whenOrphaned } from './orphan.ts';
import { defaultCredentials, start } from './runner.ts';
import type { Logged } from './server.ts';

process.env.TZ = 'UTC'; // as in Lambda
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const { values: flags } = parseArgs({
  options: { memory: { type: 'boolean' }, 'json-ready': { type: 'boolean' } },
});
const {
  AWS_PORT,
  DYNAMODB_ENDPOINT,
  FLORIN_SCHEDULES,
  FLORIN_THROTTLE,
  FLORIN_TRIGGERS,
  FLORIN_VISIBILITY_SECONDS,
  HELLO_CREDENTIALS,
  PORT,
  POS_PORT,
  SEAL_KEY,
  STACK_TRACES,
} = process.env;

process.on('SIGINT', end).on('SIGTERM', end);
whenOrphaned(end);
// A function that lets an error escape would only lose its own process in AWS.
process.on('uncaughtException', (error) => console.error(error));

const starting = start({
  port: portOf('PORT', PORT, 3000),
  posPort: portOf('POS_PORT', POS_PORT, 3001),
  awsPort: portOf('AWS_PORT', AWS_PORT, 3002),
  memory: flags.memory,
  root,
  dynamodbEndpoint: DYNAMODB_ENDPOINT,
  throttle: FLORIN_THROTTLE !== 'off',
  sealKey: SEAL_KEY,
  triggers: FLORIN_TRIGGERS !== 'off',
  schedules: FLORIN_SCHEDULES === 'on',
  visibilitySeconds: secondsOf('FLORIN_VISIBILITY_SECONDS', FLORIN_VISIBILITY_SECONDS),
  helloCredentials: HELLO_CREDENTIALS,
  stackTraces: STACK_TRACES !== '0',
  log: (entry) => console.log(line(entry)),
  note: (text) => console.log(`${time()} ${printable(text)}`),
  onFailure: giveUp,
});
starting.then(announce, giveUp);

function announce(running: Awaited<typeof starting>): void {
  const { baseUrl, posUrl, dynamodb, aws, mail, apis } = running;
  const data = DYNAMODB_ENDPOINT ? 'DYNAMODB_ENDPOINT' : flags.memory ? 'in memory' : 'data in .florin/';
  console.log(`Merchants' API    ${baseUrl}\n${routesOf(apis.base)}`);
  console.log(`Customer's side   ${posUrl}\n${routesOf(apis.pos)}`);
  const login = HELLO_CREDENTIALS ? 'as in HELLO_CREDENTIALS' : defaultCredentials.replace(':', ' / ');
  console.log(`Hello-world       ${baseUrl}/api/about (${login})`);
  console.log(`DynamoDB          ${dynamodb} (${data})`);
  console.log(`SQS, SES, Lambda  ${aws} (e-mail in ${mail})\n${jobsOf(running)}`);
  if (flags['json-ready']) console.log(JSON.stringify({ baseUrl, posUrl, dynamodb, aws, mail }));
  console.log('Florin is ready');
}

function routesOf({ methods }: Api): string {
  const width = Math.max(...methods.map(({ path }) => path.length));
  return methods
    .filter(({ integration }) => integration.type === 'lambda')
    .map(({ httpMethod, path, integration }) => {
      const name = integration.type === 'lambda' ? integration.function : '';
      return `  ${httpMethod.padEnd(6)} ${path.padEnd(width)}  ${name}`;
    })
    .join('\n');
}

function jobsOf({ aws, triggered }: Awaited<typeof starting>): string {
  const width = Math.max(...triggered.map(({ function: name }) => name.length));
  const lines = triggered.map(
    ({ function: name, by, source }) => `  ${by.padEnd(8)} ${name.padEnd(width)}  ${source}`,
  );
  if (FLORIN_TRIGGERS === 'off') lines.push('  None of these runs: FLORIN_TRIGGERS=off');
  const scheduled = triggered.find(({ by }) => by === 'schedule')?.function;
  if (scheduled) {
    const clock =
      FLORIN_SCHEDULES === 'on' ? 'Schedules are on' : 'Without FLORIN_SCHEDULES=on no schedule runs';
    const now = `curl -d {} ${aws}/2015-03-31/functions/${scheduled}/invocations`;
    lines.push(`  ${clock}; to run one now: ${now}`);
  }
  return lines.join('\n');
}

function line({ method, path, status, milliseconds, function: name = '-' }: Logged): string {
  // A client chooses the path: what looks like a card number is not told.
  const shown = printable(path).replace(/(?<![0-9a-f])\d{10,19}(?![0-9a-f])/g, '…');
  return `${time()} ${method} ${shown} ${status} ${Math.round(milliseconds)} ms ${name}`;
}

const time = () => new Date().toISOString().slice(11, 23);

/** Others choose paths and addresses: nothing in them may steer a terminal. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

let ending = false;

/** Waits for the requests under way; a second signal does not. */
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

function portOf(name: string, text: string | undefined, fallback: number): number {
  const port = Number(text || fallback);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  console.error(`Florin: ${name} is no port: ${text}`);
  process.exit(1);
}

function secondsOf(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = Number(text);
  if (seconds > 0) return seconds;
  console.error(`Florin: ${name} is no number of seconds: ${text}`);
  process.exit(1);
}
