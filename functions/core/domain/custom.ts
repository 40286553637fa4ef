import type { Fault } from './outcome.ts';

/** Free-form data may take this many bytes as JSON (wire contract, section 3). */
const limit = 50 * 1024;

/** As it is stored: a number may be longer than it was sent, `1e20` is 21 digits. */
export const customFaults = (data: unknown, field = 'custom'): Fault[] =>
  data !== undefined && Buffer.byteLength(JSON.stringify(data)) > limit
    ? [{ field, message: 'Must be at most 50 KB as JSON' }]
    : [];
