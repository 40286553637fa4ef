import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from './body.ts';
import { invalid } from './errors.ts';
import type { Answer } from './stack.ts';

/** A request that carries an `Idempotency-Key`. */
export interface OnceRequest {
  key: string;
  /** Tells this request from another one with the same key. */
  fingerprint: string;
}

/** The first answer to a request, given again. */
export const replayed = (answer: Answer): Answer => ({
  ...answer,
  headers: { 'Idempotency-Replayed': 'true' },
});

/** @throws 400 for a key that is not 1–255 printable characters */
export function readOnce(event: APIGatewayProxyEvent, body: unknown): OnceRequest | undefined {
  const key = header(event, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid([{ field: 'Idempotency-Key', message: 'Must be 1 to 255 printable ASCII characters' }]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([event.httpMethod, event.path.replace(/\/+$/, ''), sorted(body)]))
    .digest('base64url');
  return { key, fingerprint };
}

/** The same value with its keys in order, so that equal requests print alike. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}
