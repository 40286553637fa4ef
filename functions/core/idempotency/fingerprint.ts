import { createHash } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';

/** The same for the same request, whatever the order of its fields. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
