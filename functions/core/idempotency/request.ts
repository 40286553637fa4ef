import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { canonical } from '#domain/canonical.ts';
import { header } from '#http/body.ts';
import { invalid } from '#http/errors.ts';
import type { Answer } from '#http/pipeline.ts';

/** A request that carries an `Idempotency-Key`. */
export interface OnceRequest {
  key: string;
  /** Tells this request from another one with the same key. */
  fingerprint: string;
}

/** The first answer to a request, given again; it was counted then. */
export const replayed = ({ status, body }: Answer): Answer => ({
  status,
  body,
  headers: { 'Idempotency-Replayed': 'true' },
});

/** @throws 400 for a key that is not 1–255 printable characters */
export function readOnce(event: APIGatewayProxyEvent, body: unknown): OnceRequest | undefined {
  const key = header(event, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid([{ field: 'Idempotency-Key', message: 'Must be 1 to 255 printable ASCII characters' }]);
  return { key, fingerprint: fingerprintOf([event.httpMethod, event.path.replace(/\/+$/, ''), body]) };
}

/** The same for the same request, whatever the order of its fields. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
