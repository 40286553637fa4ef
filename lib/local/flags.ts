import { parseOptions } from '../command-line.ts';

const options = {
  memory: { type: 'boolean' },
  routes: { type: 'boolean' },
  sample: { type: 'string' },
  model: { type: 'string' },
  cold: { type: 'boolean' },
  watch: { type: 'boolean' },
  'json-ready': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Flags {
  /** Uses a database that is deleted at the end. */
  memory?: boolean;
  /** Lists every route and job at start. */
  routes?: boolean;
  /** Gives the sample merchant a history of this many days. */
  sample?: string;
  /**
   * Adds AWS's limits and faults to the engine. The value is the seed of the faults; if it is empty, the seed is
   * random.
   */
  model?: string;
  /** Imitates Lambda's cold starts. */
  cold?: boolean;
  /** Runs the new code of a function after its sources have changed. */
  watch?: boolean;
  /**
   * For programs that start the runner: it prints one line of JSON with the addresses, makes no sample merchant, and
   * prints the log lines of functions unchanged.
   */
  'json-ready'?: boolean;
  help?: boolean;
}

export const usage =
  'Usage: npm start [-- --memory] [--routes] [--sample[=DAYS]] [--model[=SEED]] [--cold] [--watch] [--json-ready] [--help]';

export const help = `${usage}

  --memory      keep nothing: a database that goes when Florin ends
  --routes      at the start, also list every route and job
  --sample      a sample merchant with a history of 90 days (or 1 to 365): payments, refunds, disputes,
                payouts, links, webhooks; takes about a minute once
  --model       DynamoDB as AWS has it: conflicts, latency, limits, indexes that lag, now and then a lost answer;
                what goes wrong is the same for the same seed and the same requests
  --cold        functions start as in Lambda: a call that finds no free environment waits for one, and a line says so
  --watch       after a change of a handler, or of what it imports, the next request runs the new code
  --json-ready  for programs: print the addresses as a line of JSON, and make no sample merchant
  --help        say this

Ports and other settings are environment variables: see docs/local.md.`;

/** The meaning of a flag without a value. */
const defaults: Record<string, string> = { '--model': '--model=', '--sample': '--sample=90' };

/** Reads the flags of the command line. @throws Error that names the mistake in one line */
export function readFlags(args: string[]): Flags {
  const withValues = args.map((arg) => defaults[arg] ?? arg);
  const flags = parseOptions({ args: withValues, options }).values;
  if (flags.sample && !/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/.test(flags.sample))
    throw new Error(`--sample must be a number of days, 1 to 365; got "${flags.sample}"`);
  return flags;
}
