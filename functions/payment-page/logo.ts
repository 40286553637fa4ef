import { firstCharacters } from '#basics/first-characters.ts';
import { requireFound } from '#domain/outcome.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { getLogo } from '#store/merchants/logos.ts';

/** A merchant's logo. The name contains the image's hash, so that browsers may cache it for ever. */
export const handler = htmlPages('GET /logos/{key}/{logo}').handler(async (_, { params: { key, logo } }) => {
  const [, name = ''] = /^([0-9a-f]{32}-\d{2,4}x\d{2,4})\.png$/.exec(logo) ?? [];
  const image = requireFound(name ? await getLogo(firstCharacters(key, 64), name) : undefined);
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'",
    // Messengers and mail programs show the logo too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: image };
});
