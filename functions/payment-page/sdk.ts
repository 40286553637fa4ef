import { body, type } from 'asset:sdk.ts';
import { htmlPages } from '#http/html-pages.ts';

/**
 * The script that opens the payment page in a merchant's own page. Its URL never changes, so browsers keep it for an
 * hour only.
 */
export const handler = htmlPages('GET /sdk.js').handler(async () => ({
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
}));
