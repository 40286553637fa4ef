import { createHash } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';

/** A digest that is the same for equal requests, in whatever order their fields are. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
