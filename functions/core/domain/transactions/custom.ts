import { mostUnvouchedBytes, type Unvouched } from '../merchants/unvouched-merchant.ts';
import type { Fault } from '../outcome.ts';

/** In bytes of JSON: the limit for free-form data (wire contract, section 3). */
const limit = 50 * 1024;

/**
 * Measures the data as Florin stores it, since stored numbers may be longer than sent ones: `1e20` is stored as 21
 * digits.
 */
export const customFaults = (data: unknown, field = 'custom'): Fault[] =>
  bytesOf(data) > limit ? [{ field, message: 'Must be at most 50 KB as JSON' }] : [];

/** Checks `custom` of a merchant whose app nobody vouches for, with a smaller limit. */
export const unvouchedFaults = (unvouched: Unvouched | undefined, data: object): Fault[] =>
  unvouched === undefined
    ? []
    : Object.entries(data).flatMap(([field, value]) =>
        bytesOf(value) > mostUnvouchedBytes
          ? [{ field, message: `Must be at most 4 KB as JSON: nobody approves the app ${unvouched.app}` }]
          : [],
      );

const bytesOf = (data: unknown): number => (data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data)));
