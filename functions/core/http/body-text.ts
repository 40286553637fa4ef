import { failure } from './errors.ts';
import type { Middleware } from './middleware.ts';

/** In bytes: room for the 50 KB of free-form data, however it is escaped, and for all else. */
const largest = 256 * 1024;

/** Makes the body text, without the byte order mark that some clients send. @throws 413 where it is too large */
export const bodyText = (): Middleware => ({
  before: ({ event }) => {
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    if (bytes.length > largest)
      throw failure(413, 'REQUEST_TOO_LARGE', `A body can have at most ${largest} bytes`);
    event.body = bytes.toString().replace(/^\uFEFF/, '');
    event.isBase64Encoded = false;
  },
});
