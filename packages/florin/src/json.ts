import { ConnectionError } from './errors.ts';

/**
 * Parses an answer or an event.
 *
 * @throws ConnectionError `MALFORMED` if the text is not JSON, and `UNSAFE_INTEGER` if a number cannot be represented
 */
export function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of JavaScript would quote the text.
    throw new ConnectionError('The body is not JSON', 'MALFORMED');
  }
  // Most answers have only small numbers, and need no second look.
  if (/\d{16}|\d[eE]/.test(text)) refuseUnsafe(value, '');
  return value;
}

/**
 * Integers beyond 2^53 would silently lose their last digits. `custom` may have any numbers: customers can fill it
 * in, and must not be able to make a transaction unreadable.
 */
function refuseUnsafe(value: unknown, path: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ConnectionError(
      `${path} is an integer beyond 2^53, which a number of JavaScript cannot hold`,
      'UNSAFE_INTEGER',
    );
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (key !== 'custom') refuseUnsafe(inner, path === '' ? key : `${path}.${key}`);
}

/** @throws TypeError for NaN and Infinity: `JSON.stringify` writes them as null, and Florin treats null as absent */
export const stringify = (body: unknown): string =>
  JSON.stringify(body, (key, value) => {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`${key} is not a finite number`);
    return value;
  });
