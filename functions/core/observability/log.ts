import { printJson } from '#basics/print-json.ts';

/**
 * One structured line: nothing but JSON, which `console` would put something in front of in Lambda. Callers pass no
 * bodies, no headers and no card data.
 */
export function log(level: 'info' | 'error', fields: Record<string, unknown>): void {
  process.stdout.write(`${printJson({ level, ...fields })}\n`);
}

/** An unexpected error: its name and stack, for the log only. */
export const logError = (requestId: string, error: unknown): void =>
  log('error', { requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
