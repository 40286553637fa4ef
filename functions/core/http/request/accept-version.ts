import { failure } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { header } from './headers.ts';

/** @throws 400 unless the request names version 1 in `Accept-Version` */
export const acceptVersion = (): Middleware => ({
  before: ({ event }) => {
    const version = header(event, 'accept-version');
    if (version === undefined) throw failure(400, 'VERSION_MISSING', 'Send the header Accept-Version: 1');
    if (version.trim() !== '1')
      throw failure(400, 'VERSION_UNSUPPORTED', 'The only supported Accept-Version is 1');
  },
});
