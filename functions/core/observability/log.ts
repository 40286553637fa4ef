import { printJson } from '#basics/print-json.ts';

/**
 * Writes one structured line. The line must be pure JSON, and in Lambda `console` would put text in front. Callers pass
 * no bodies, no headers and no card data.
 */
export function log(level: 'info' | 'error', fields: Record<string, unknown>): void {
  process.stdout.write(`${printJson({ level, ...fields })}\n`);
}

/** Logs the name and stack of an unexpected error, which clients never see. */
export const logError = (requestId: string, error: unknown): void =>
  log('error', { requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
