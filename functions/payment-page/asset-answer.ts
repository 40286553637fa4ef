import type { Answer } from '#http/answer/answer.ts';
import type { Part } from './inventory.ts';

/** A file of the page. Its name contains the hash of its content, so browsers cache it for ever. */
export const assetAnswer = ({ type, body }: Part): Answer => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});
