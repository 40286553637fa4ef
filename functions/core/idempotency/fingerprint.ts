import { createHash } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';

/** A digest that is the same for equal requests, whatever the order of their fields. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
