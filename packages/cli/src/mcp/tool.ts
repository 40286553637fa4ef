import type { Client, Merchant, Options } from '../../../florin/src/index.ts';
import type { Pay } from '../test-merchant.ts';
import type { Answer } from './answer.ts';
import type { Preparations } from './preparations.ts';

/** The writes that the user can allow by `--writes`. */
export const writes = ['refund', 'capture', 'void', 'link'] as const;

export type Write = (typeof writes)[number];

/** The access of a running server. */
export interface Session {
  florin: Client;
  baseUrl: string;
  merchant: Merchant;
  /** The address of the console; undefined if the tool does not know it. */
  consoleUrl: string | undefined;
  writes: ReadonlySet<Write>;
  /** Whether writes may be made at a live merchant. */
  isLive: boolean;
  preparations: Preparations;
  /** Makes a payment with a test card. */
  pay: () => Promise<Pay>;
}

/** The schema of one field. */
export interface Field {
  readonly type: 'string' | 'integer';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly [rule: string]: unknown;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

type ValueOf<F> = F extends { enum: readonly (infer E)[] }
  ? E
  : F extends { type: 'string' }
    ? string
    : number;

/** The arguments that a schema accepts. */
type Arguments<S extends ObjectSchema> = {
  [N in Extract<keyof S['properties'], S['required'][number]>]: ValueOf<S['properties'][N]>;
} & { [N in Exclude<keyof S['properties'], S['required'][number]>]?: ValueOf<S['properties'][N]> };

/** One tool, as the list of tools has it. */
export interface Tool {
  name: string;
  description: string;
  schema: ObjectSchema;
  /**
   * The write that the user must allow, `any` for a tool that every write needs, or `test` for one that writes only test data
   * and is always allowed. Absent for reading.
   */
  write?: Write | 'any' | 'test';
  /** @param options the deadline of each call to Florin */
  run(args: never, session: Session, options: Options): Promise<Answer>;
}

/** Gives the arguments of a tool's function the types of its schema. */
export const tool = <const S extends ObjectSchema>(
  row: Omit<Tool, 'schema' | 'run'> & {
    schema: S;
    run(args: Arguments<S>, session: Session, options: Options): Promise<Answer>;
  },
): Tool => row as unknown as Tool;

/** An object with these fields and no other. */
export const fields = <
  const P extends Readonly<Record<string, Field>>,
  const R extends keyof P & string = never,
>(
  properties: P,
  required: readonly R[] = [],
) => ({ type: 'object', properties, required, additionalProperties: false }) as const;

export const id = {
  type: 'string',
  pattern: '^[0-9a-f]{24}$',
  description: 'An id: 24 hex characters',
} as const;

export const amount = {
  type: 'integer',
  minimum: 1,
  maximum: 1e12,
  description: 'In minor units: 1099 is EUR 10.99',
} as const;

export const currency = {
  type: 'string',
  pattern: '^[A-Z]{3}$',
  description: 'Three capital letters, for example EUR',
} as const;

export const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z)?$',
  description: 'A day or a time in UTC: 2026-11-01 or 2026-11-01T12:30:00Z',
} as const;

/** The fields that choose a page of a list. */
export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 20, description: 'The most items to return' },
  cursor: { ...id, description: 'The `next` of the page before' },
} as const;

/** A page of console for people, for the steps that a tool must not make. */
export const consolePage = ({ consoleUrl, merchant }: Session, path: string): string =>
  consoleUrl ? `${consoleUrl}/#/${merchant.id}/${path}` : `the page ${path} of the console of Florin`;
