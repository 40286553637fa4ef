import { failure } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';

/** In bytes: room for the 50 KB of free-form data in any escaping, and for all other fields. */
const usual = 256 * 1024;

/**
 * Decodes the body to text and removes the byte order mark that some clients send.
 *
 * @param largest in bytes
 * @throws 413 if the body is too large
 */
export const bodyText = (largest = usual): Middleware => ({
  before: ({ event }) => {
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    if (bytes.length > largest)
      throw failure(413, 'REQUEST_TOO_LARGE', `A body can have at most ${largest} bytes`);
    event.body = bytes.toString().replace(/^\uFEFF/, '');
    event.isBase64Encoded = false;
  },
});
