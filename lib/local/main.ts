import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import type { Api } from './api.ts';
import { whenOrphaned } from './orphan.ts';
import { start } from './runner.ts';
import type { Logged } from './server.ts';

process.env.TZ = 'UTC'; // as in Lambda
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const { values: flags } = parseArgs({
  options: { memory: { type: 'boolean' }, 'json-ready': { type: 'boolean' } },
});
const { DYNAMODB_ENDPOINT, FLORIN_THROTTLE, PORT, POS_PORT, SEAL_KEY } = process.env;

process.on('SIGINT', end).on('SIGTERM', end);
whenOrphaned(end);
// A function that lets an error escape would only lose its own process in AWS.
process.on('uncaughtException', (error) => console.error(error));

const starting = start({
  port: portOf('PORT', PORT, 3000),
  posPort: portOf('POS_PORT', POS_PORT, 3001),
  memory: flags.memory,
  root,
  dynamodbEndpoint: DYNAMODB_ENDPOINT,
  throttle: FLORIN_THROTTLE !== 'off',
  sealKey: SEAL_KEY,
  log: (entry) => console.log(line(entry)),
  onFailure: giveUp,
});
starting.then(announce, giveUp);

function announce({ baseUrl, posUrl, dynamodb, apis }: Awaited<typeof starting>): void {
  const data = DYNAMODB_ENDPOINT ? 'DYNAMODB_ENDPOINT' : flags.memory ? 'in memory' : 'data in .florin/';
  console.log(`Merchants' API    ${baseUrl}\n${routesOf(apis.base)}`);
  console.log(`Customer's side   ${posUrl}\n${routesOf(apis.pos)}`);
  console.log(`DynamoDB          ${dynamodb} (${data})`);
  if (flags['json-ready']) console.log(JSON.stringify({ baseUrl, posUrl, dynamodb }));
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

function line({ method, path, status, milliseconds, function: name = '-' }: Logged): string {
  const time = new Date().toISOString().slice(11, 23);
  // A client chooses the path: nothing in it may steer a terminal.
  const shown = path.replace(/[^\x21-\x7e]/g, '?');
  return `${time} ${method} ${shown} ${status} ${Math.round(milliseconds)} ms ${name}`;
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
