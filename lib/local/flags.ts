import { parseArgs } from 'node:util';

const options = {
  memory: { type: 'boolean' },
  routes: { type: 'boolean' },
  model: { type: 'string' },
  'json-ready': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Flags {
  /** A throwaway database. */
  memory?: boolean;
  /** Lists every route and job at start. */
  routes?: boolean;
  /** DynamoDB as AWS has it, on the engine; the seed of what goes wrong, empty for any. */
  model?: string;
  /** For programs: a line of JSON with the addresses, no sample merchant, and what functions log as they log it. */
  'json-ready'?: boolean;
  help?: boolean;
}

export const usage = 'Usage: npm start [-- --memory] [--routes] [--model[=SEED]] [--json-ready] [--help]';

export const help = `${usage}

  --memory      keep nothing: a database that goes when Florin ends
  --routes      list every route and job
  --model       DynamoDB as AWS has it: conflicts, latency, limits, indexes that lag, now and then a lost answer;
                what goes wrong is the same for the same seed and the same requests
  --json-ready  for programs: print the addresses as a line of JSON, and make no sample merchant
  --help        say this

Ports and other settings are environment variables: see docs/local.md.`;

/** @throws Error with what is wrong, in a line */
export function readFlags(args: string[]): Flags {
  try {
    return parseArgs({ args: args.map((arg) => (arg === '--model' ? '--model=' : arg)), options }).values;
  } catch (error) {
    // Node's own advice on positional arguments is a paragraph.
    throw new Error((error as Error).message.replace(/\. .*$/s, ''));
  }
}
