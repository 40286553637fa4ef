import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { canonical } from '#basics/canonical.ts';
import { refuse } from '#domain/outcome.ts';
import type { Middleware } from '#http/middleware.ts';
import { header } from '#http/request/headers.ts';

/** For a request that is harmless to repeat: checks only the form of `Idempotency-Key`. */
export const checkIdempotencyKey = (): Middleware => ({
  before: ({ event }) => {
    readKey(event);
  },
});

/** @throws 400 for a key that is not 1–255 printable characters */
export function readKey(event: APIGatewayProxyEvent): string | undefined {
  const key = header(event, 'idempotency-key');
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key))
    refuse('Idempotency-Key', 'Must be 1 to 255 printable ASCII characters');
  return key;
}

/** A digest that is the same for equal requests, whatever the order of their fields. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
