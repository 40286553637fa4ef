import type { APIGatewayProxyEvent } from 'aws-lambda';
import { refuse } from '#domain/outcome.ts';
import { header } from '#http/headers.ts';
import type { Middleware } from '#http/middleware.ts';

/** For a request without an effect that could come twice: its key is only looked at, and refused where it is none. */
export const idempotencyKey = (): Middleware => ({
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
