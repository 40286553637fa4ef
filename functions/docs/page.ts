import { posUrl } from '#aws/pos-url.ts';
import { found } from '#domain/outcome.ts';
import { escapeHtml } from '#html/escape.ts';
import { basePath, baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { type File, fileOf } from './file.ts';

/**
 * Serves the documentation site: its pages, each also as Markdown, and the files that the pages load. `GET /docs` answers
 * with the landing page.
 */
export const handler = htmlPages('GET /docs/{page}').handler(async (event, { params }) => {
  const file = found(fileOf(params.page || 'index'));
  const addresses = { base_path: basePath(event), base_url: baseUrl(event), pos_url: posUrl };
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      'Content-Security-Policy': policy(new URL(posUrl).origin),
      'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'Referrer-Policy': 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
    },
    body: file.hasAddresses ? withAddresses(file, addresses) : file.text,
  };
});

/** “Try it” calls both APIs. Nothing of the page comes from elsewhere, and no script turns text into markup. */
const policy = (posOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${posOrigin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

function withAddresses({ text, type }: File, addresses: Readonly<Record<string, string>>): string {
  const written = escapes[type.split(';')[0] ?? ''] ?? String;
  return text.replace(/\{(base_path|base_url|pos_url)\}/g, (_, name: string) =>
    written(addresses[name] ?? ''),
  );
}

/** A header of the request can name any host, so an address is escaped for the text that it stands in. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  'text/html': escapeHtml,
  'application/json': (text) => JSON.stringify(text).slice(1, -1),
};
