import { printJson } from '#basics/print-json.ts';

/**
 * Writes one structured line, with the name of the function, since functions share log groups. The line must be pure
 * JSON, so it does not use `console`, which in Lambda writes text before it. Callers pass no bodies, no headers and
 * no card data.
 */
export function log(level: 'info' | 'error', fields: Record<string, unknown>): void {
  process.stdout.write(`${printJson({ level, ...fields, function: name })}\n`);
}

/** Read once: the local runner sets it while it loads a function. */
const name = process.env.AWS_LAMBDA_FUNCTION_NAME;

/** Logs the name and stack of an unexpected error, which clients never see. */
export const logError = (requestId: string, error: unknown): void =>
  log('error', { requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
