import { parseArgs } from 'node:util';

const options = {
  memory: { type: 'boolean' },
  routes: { type: 'boolean' },
  'json-ready': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Flags {
  /** A throwaway database. */
  memory?: boolean;
  /** Lists every route and job at start. */
  routes?: boolean;
  /** For programs: a line of JSON with the addresses, no sample merchant, and what functions log as they log it. */
  'json-ready'?: boolean;
  help?: boolean;
}

export const usage = 'Usage: npm start [-- --memory] [--routes] [--json-ready] [--help]';

export const help = `${usage}

  --memory      keep nothing: a database that goes when Florin ends
  --routes      list every route and job
  --json-ready  for programs: print the addresses as a line of JSON, and make no sample merchant
  --help        say this

Ports and other settings are environment variables: see "Work on it" in README.md.`;

/** @throws Error with what is wrong, in a line */
export function readFlags(args: string[]): Flags {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // Node's own advice on positional arguments is a paragraph.
    throw new Error((error as Error).message.replace(/\. .*$/s, ''));
  }
}
