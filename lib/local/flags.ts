import { parseArgs } from 'node:util';

const options = {
  memory: { type: 'boolean' },
  routes: { type: 'boolean' },
  model: { type: 'string' },
  'json-ready': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Flags {
  /** Uses a database that is deleted at the end. */
  memory?: boolean;
  /** Lists every route and job at start. */
  routes?: boolean;
  /** Adds AWS's limits and faults to the engine. The value is the seed of the faults; if empty, a random one. */
  model?: string;
  /**
   * For programs that start the runner: it prints one line of JSON with the addresses, makes no sample merchant, and
   * prints the log lines of functions unchanged.
   */
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

/** Reads the flags of the command line. @throws Error that names the mistake in one line */
export function readFlags(args: string[]): Flags {
  try {
    return parseArgs({ args: args.map((arg) => (arg === '--model' ? '--model=' : arg)), options }).values;
  } catch (error) {
    // The message of Node.js on positional arguments is a paragraph; its first sentence says enough.
    throw new Error((error as Error).message.replace(/\. .*$/s, ''));
  }
}
