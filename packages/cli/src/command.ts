import type { Output } from './output.ts';

export interface Flag {
  type: 'string' | 'boolean';
  /** The value's name in the help, for example `N`. */
  value?: string;
  says: string;
  required?: true;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Input {
  values: Values;
  positionals: readonly string[];
  env: NodeJS.ProcessEnv;
  out: Output;
  /** The words of the command: `payments capture`. */
  name: string;
}

export interface Command {
  summary: string;
  /** The names of its arguments in the help. Those in brackets are optional, and one with `…` repeats. */
  arguments?: readonly string[];
  flags?: Readonly<Record<string, Flag>>;
  /** The values that its argument can have. */
  choices?: readonly string[];
  /** Set if the command uses no key, so that it has no flag to choose a profile. */
  hasNoProfile?: true;
  /** Further lines of help. */
  notes?: string;
  run(input: Input): Promise<void>;
}

/** The value of a text flag. */
export function text({ values }: Input, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

const profileFlag: Record<string, Flag> = {
  profile: { type: 'string', value: 'NAME', says: 'the profile (default, or FLORIN_PROFILE)' },
};

const commonFlags: Record<string, Flag> = {
  json: { type: 'boolean', says: 'prints JSON, for programs' },
  help: { type: 'boolean', says: 'prints this' },
};

/** All flags of a command, including those that every command has. */
export const flagsOf = ({ flags, hasNoProfile }: Command): Record<string, Flag> => ({
  ...flags,
  ...(!hasNoProfile && profileFlag),
  ...commonFlags,
});

export const merchantFlag: Record<string, Flag> = {
  merchant: { type: 'string', value: 'ID', says: 'the merchant; else FLORIN_MERCHANT, else the profile’s' },
};

export const keyFlag: Record<string, Flag> = {
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    says: 'repeats an earlier command, which has one effect',
  },
};

export const pageFlags: Record<string, Flag> = {
  limit: { type: 'string', value: 'N', says: 'how many at most (20)' },
  before: { type: 'string', value: 'ID', says: 'only older ones' },
  after: { type: 'string', value: 'ID', says: 'only newer ones, oldest first' },
  from: { type: 'string', value: 'DATE', says: 'only since this day or time (UTC)' },
  to: { type: 'string', value: 'DATE', says: 'only before this day or time (UTC)' },
};
