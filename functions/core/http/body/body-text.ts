import { failure, invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { notText } from '../request/well-formed.ts';

/** In bytes: enough for the 50 KB of free-form data in any escaping, and for all other fields. */
const usual = 256 * 1024;

/**
 * Decodes the body to text and removes the byte order mark that some clients send. API Gateway passes on the bytes of
 * requests to the checkout API. For the other APIs it decodes them itself, and passes on the text.
 *
 * @param largest in bytes
 * @throws 413 if the body is too large, 400 if its bytes are not UTF-8
 */
export const bodyText = (largest = usual): Middleware => ({
  before: ({ event }) => {
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    if (bytes.length > largest)
      throw failure(413, 'REQUEST_TOO_LARGE', `A body can have at most ${largest} bytes`);
    try {
      event.body = new TextDecoder('utf8', { fatal: true }).decode(bytes);
    } catch {
      throw invalid([{ field: 'body', message: notText }]);
    }
    event.isBase64Encoded = false;
  },
});
