import type { Fault } from './outcome.ts';

/** Free-form data may take this many bytes as JSON (wire contract, section 3). */
const limit = 50 * 1024;

export const customFaults = (custom: unknown): Fault[] =>
  custom !== undefined && Buffer.byteLength(JSON.stringify(custom)) > limit
    ? [{ field: 'custom', message: 'Must be at most 50 KB as JSON' }]
    : [];
