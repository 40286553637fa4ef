import type { Clock } from '../clock/clock.ts';
import type { Invoke } from '../functions.ts';
import type { Requests } from '../requests.ts';
import type { Template } from '../template.ts';
import type { WakeUp } from '../wake-up.ts';
import type { Queues } from './queues.ts';

/** The options of the services. */
export interface AwsOptions {
  clock: Clock;
  template: Template;
  invoke: Invoke;
  /** Calls a function whose result nobody waits for. */
  invokeLater(functionId: string, event: unknown): Promise<void>;
  queues: Queues;
  wakeUp: WakeUp;
  /** The newest requests to this Florin. */
  requests: Requests;
  /** The folder that e-mail is written to. */
  mail: string;
  /** Reports what happens outside requests. */
  note(text: string): void;
  report(error: unknown): void;
}

/** The error that a service of AWS would answer with. */
export class AwsError extends Error {
  constructor(
    readonly type: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** The answer of a service: JSON, unless it is a string. */
export interface AwsAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}
