import { readFileSync } from 'node:fs';
import { found } from '#domain/outcome.ts';
import { htmlPages } from '#http/html-pages.ts';
import { script, stylesheet } from './files.ts';

/** Serves the files of the documentation page. Their names contain their version, so browsers cache them for ever. */
export const handler = htmlPages('GET /docs/{asset}').handler(async (_, { params }) => {
  const file = found([script, stylesheet].find(({ name }) => name === params.asset));
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: readFileSync(new URL(file.source, import.meta.url), 'utf8') };
});
