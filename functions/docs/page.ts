import { createHash } from 'node:crypto';
import { posUrl } from '#aws/pos-url.ts';
import { escapeHtml } from '#html/markup.ts';
import { basePath, baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { codeOfPages, type File, fileOf, missingPage } from './file.ts';

/**
 * Serves the documentation site: its pages, each also as Markdown, and the files that the pages load. `GET /docs` answers
 * with the landing page.
 */
export const handler = htmlPages('GET /docs/{page}').handler(async (event, { params }) => {
  const known = fileOf(params.page || 'index');
  const file = known ?? missingPage();
  const code = codeOfPages();
  const addresses = { base_path: basePath(event), base_url: baseUrl(event), pos_url: posUrl };
  return {
    status: known ? 200 : 404,
    headers: {
      'Content-Type': file.type,
      'Content-Security-Policy': policy(code, new URL(posUrl).origin),
      'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'Referrer-Policy': 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
    },
    body: file.hasAddresses ? complete(file, addresses, code) : file.text,
  };
});

type Code = ReturnType<typeof codeOfPages>;

/**
 * The policy of the pages. "Try it" calls both APIs. The browser accepts exactly the script and the style sheet in
 * each page, and no script can turn text into markup.
 */
const policy = ({ script, style }: Code, posOrigin: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    `connect-src 'self' ${posOrigin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Puts the addresses into a file, and the script and style sheet into a page. */
function complete({ text, type }: File, addresses: Readonly<Record<string, string>>, code: Code): string {
  const media = type.split(';')[0] ?? '';
  const written = escapes[media] ?? String;
  const placeholders = /\{(base_path|base_url|pos_url)\}|<(script|style)>\{\2\}/g;
  return text.replace(placeholders, (_, address?: string, element?: keyof Code) =>
    element ? `<${element}>${code[element]}` : written(addresses[address ?? ''] ?? ''),
  );
}

/**
 * An address may come from a header of the request, which can contain any host. So it is escaped for the kind of text
 * that it stands in.
 */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  'text/html': escapeHtml,
  'application/json': (text) => JSON.stringify(text).slice(1, -1),
};
