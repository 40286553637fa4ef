import { readFileSync } from 'node:fs';
import { NotFound } from '#domain/outcome.ts';
import { htmlRoute } from '#http/html-pages.ts';
import { script, stylesheet } from './files.ts';

/** `GET /docs/{asset}`: what the page is made of. The name has the version in it, so it is good for ever. */
export const handler = htmlRoute(async ({ pathParameters }) => {
  const file = [script, stylesheet].find(({ name }) => name === pathParameters?.asset);
  if (!file) throw new NotFound();
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: readFileSync(new URL(file.source, import.meta.url), 'utf8') };
});
