import { mostUnvouchedBytes, type Unvouched } from '../merchants/unvouched.ts';
import type { Fault } from '../outcome.ts';

/** Free-form data may take this many bytes as JSON (wire contract, section 3). */
const limit = 50 * 1024;

/** As it is stored: a number may be longer than it was sent, `1e20` is 21 digits. */
export const customFaults = (data: unknown, field = 'custom'): Fault[] =>
  bytesOf(data) > limit ? [{ field, message: 'Must be at most 50 KB as JSON' }] : [];

/** The same for the merchant of an app that nobody vouches for, which may store less. */
export const unvouchedFaults = (unvouched: Unvouched | undefined, data: object): Fault[] =>
  unvouched === undefined
    ? []
    : Object.entries(data).flatMap(([field, value]) =>
        bytesOf(value) > mostUnvouchedBytes
          ? [{ field, message: `Must be at most 4 KB as JSON: nobody vouches for the app ${unvouched.app}` }]
          : [],
      );

const bytesOf = (data: unknown): number => (data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data)));
