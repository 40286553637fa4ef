import { randomBytes } from 'node:crypto';
import type { Answer } from '#http/answer.ts';
import { escapeHtml } from './escape.ts';

export interface Page {
  title: string;
  body: string;
  /** Tag of the language that it is written in; English where none is given. */
  language?: string;
  style?: string;
  /** The page's only inline script; runs at the end of the body. */
  script?: string;
  /** URLs of our style sheets and scripts. Scripts are deferred. */
  stylesheets?: string[];
  scripts?: string[];
  /** What the content security policy lets the page do, beyond showing itself; undefined takes a directive away. */
  allow?: Record<string, string | undefined>;
}

/**
 * Only scripts and styles with the page's nonce run; where browsers support trusted types, no text can be made HTML.
 */
function policyOf(nonce: string, allow: NonNullable<Page['allow']>): string {
  const directives = Object.entries({
    'default-src': "'none'",
    'style-src': `'nonce-${nonce}'`,
    'script-src': `'nonce-${nonce}'`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    ...allow,
  });
  return directives
    .flatMap(([directive, value]) => (value === undefined ? [] : [`${directive} ${sourcesOf(value)}`]))
    .join('; ');
}

/** Keywords, schemes and hosts. A `;` would begin a directive, a `,` another policy. */
function sourcesOf(value: string): string {
  if (!/^[\w\-.:/'*+= ]+$/.test(value)) throw new Error(`No sources of a content security policy: ${value}`);
  return value;
}

/** A page, under a content security policy that lets nothing else run. */
export function html(status: number, page: Page): Answer {
  const { title, body, language = 'en', style, script, stylesheets = [], scripts = [], allow = {} } = page;
  const nonce = randomBytes(16).toString('base64');
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    // No icon: the browser would look for one at the root of the host.
    '<link rel="icon" href="data:,">',
    ...stylesheets.map((url) => `<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(url)}">`),
    ...scripts.map((url) => `<script defer nonce="${nonce}" src="${escapeHtml(url)}"></script>`),
    style && `<style nonce="${nonce}">${style}</style>`,
  ];
  const end = script ? `<script nonce="${nonce}">${script}</script>` : '';
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(nonce, { 'img-src': 'data:', ...allow }),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
    },
    body: `<!doctype html><html lang="${escapeHtml(language)}" dir="ltr"><head>${head.filter(Boolean).join('')}</head><body>${body}${end}</body></html>`,
  };
}
