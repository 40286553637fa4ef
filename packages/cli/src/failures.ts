import {
  ConnectionError,
  DeclinedError,
  FlorinError,
  InvalidRequestError,
  OperationOpenError,
  ServerError,
  ThrottledError,
} from '../../florin/src/index.ts';

import { plain } from './output.ts';

/** The exit codes that docs/cli.md documents. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unknown: 3 } as const;

/** The command line, the environment or the profile is wrong. Nothing was sent. */
export class UsageError extends Error {}

/**
 * The outcome of a movement of money is unknown. `repeat` is the command that asks for the outcome, without moving
 * money twice.
 */
export class UnknownOutcome extends Error {
  constructor(
    override readonly cause: FlorinError,
    readonly repeat: string,
  ) {
    super(cause.message);
  }
}

export interface Report {
  exitCode: number;
  text: string;
  value: { error: Record<string, unknown> };
}

export function reportOf(error: unknown): Report {
  if (error instanceof UnknownOutcome) {
    const inner = reportOf(error.cause);
    return {
      exitCode: exitCodes.unknown,
      text: `${inner.text}\nThe outcome is unknown. This command asks again, and moves nothing twice:\n  ${error.repeat}`,
      value: { error: { ...inner.value.error, outcome: 'unknown', repeat: error.repeat } },
    };
  }
  if (error instanceof FlorinError) return florinReport(error);
  const text = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  return {
    exitCode: isUsage ? exitCodes.usage : exitCodes.refused,
    text,
    value: { error: { code: isUsage ? 'USAGE' : 'FAILED', message: text } },
  };
}

export const isUnknown = (error: unknown): error is FlorinError =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof OperationOpenError;

/** Whether a command that follows something can continue: an answer was lost, or there were too many requests. */
export const isForNow = (error: unknown): boolean => isUnknown(error) || error instanceof ThrottledError;

function florinReport(error: FlorinError): Report {
  const { code, message, status, requestId, idempotencyKey } = error;
  return {
    exitCode: isUnknown(error) ? exitCodes.unknown : exitCodes.refused,
    text: plain(message) + adviceFor(error),
    value: {
      error: {
        code,
        message,
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { requestId }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(error instanceof InvalidRequestError && { faults: error.faults }),
        ...(error instanceof DeclinedError && { decline: error.decline }),
      },
    },
  };
}

function adviceFor({ status, code }: FlorinError): string {
  if (status === 401) return '\nThe key is unknown there. `florin login` keeps another one.';
  if (status === 403) return '\nThe app of this key has no access to the merchant.';
  if (code === 'UNREACHABLE') return '\nNothing answers there. `florin doctor` says more.';
  return '';
}
