import type { Answer } from '#http/answer/answer.ts';

/** A script that merchants load from a fixed URL. Browsers cache it for an hour only, so that updates arrive. */
export const scriptAnswer = ({ type, body }: { type: string; body: string }): Answer => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=3600',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});
