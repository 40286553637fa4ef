import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#html/markup.ts';
import type { Answer } from './answer.ts';
import { noStoreHeader } from './answers.ts';
import { contentSecurityPolicy, type Directives } from './content-security-policy.ts';

export interface Page {
  title: string;
  body: string;
  /** The tag of the page's language; English by default. */
  language?: string;
  style?: string;
  /** The URL of an icon; Florin's own icon by default. */
  icon?: string;
  /** The preview that messengers show. Without a description, messengers show some other text of the page. */
  preview?: { title: string; description?: string; image?: string };
  /** The page's only inline script, which runs at the end of the body. */
  script?: string;
  /** The URLs of Florin's style sheets and scripts. Scripts are deferred. */
  stylesheets?: string[];
  scripts?: string[];
  /** The URLs that a script loads when they are needed: it copies the content of the template `later`. */
  later?: { stylesheet: string; script: string };
  /**
   * The URL of a module to run, the URLs of modules that it imports, and of data that it fetches. The browser loads
   * all of them while it still reads the page.
   */
  module?: { url: string; beside: string[]; data: string[] };
  /** Directives of the content security policy beyond the page's own. */
  allow?: Directives;
}

/** The default icon: a card, in colours that are visible on light and dark backgrounds. */
const neutral = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="5" width="32" height="22" rx="4" fill="#1d4ed8"/><path d="M0 10h32v5H0z" fill="#fff"/></svg>',
)}`;

/** Open Graph tags, and the other tags that messengers read. */
function previewOf({ title, description, image }: NonNullable<Page['preview']>): string[] {
  const tags = { 'og:type': 'website', 'og:title': title, 'og:description': description, 'og:image': image };
  return [
    ...Object.entries(tags).flatMap(([property, content]) =>
      content ? [`<meta property="${property}" content="${escapeHtml(content)}">`] : [],
    ),
    '<meta name="twitter:card" content="summary">',
  ];
}

function moduleTags({ url, beside, data }: NonNullable<Page['module']>, nonce: string): string[] {
  return [
    `<script type="module" nonce="${nonce}" src="${escapeHtml(url)}"></script>`,
    ...beside.map((each) => `<link rel="modulepreload" nonce="${nonce}" href="${escapeHtml(each)}">`),
    ...data.map((each) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(each)}">`),
  ];
}

/** Answers with a page. Its content security policy allows only the page's own scripts. */
export function html(status: number, page: Page): Answer {
  const { title, body, language = 'en', style, script, stylesheets = [], scripts = [], allow = {} } = page;
  const { icon = neutral, preview, later, module } = page;
  const nonce = randomBytes(16).toString('base64');
  const styleTag = (url: string) => `<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(url)}">`;
  const scriptTag = (url: string) => `<script defer nonce="${nonce}" src="${escapeHtml(url)}"></script>`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    ...(preview ? previewOf(preview) : []),
    // Without an icon the browser would request one from the root of the host.
    `<link rel="icon" href="${escapeHtml(icon)}">`,
    ...stylesheets.map(styleTag),
    ...scripts.map(scriptTag),
    later && `<template id="later">${styleTag(later.stylesheet)}${scriptTag(later.script)}</template>`,
    ...(module ? moduleTags(module, nonce) : []),
    style && `<style nonce="${nonce}">${style}</style>`,
  ];
  const end = script ? `<script nonce="${nonce}">${script}</script>` : '';
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(nonce, { 'img-src': 'data:', ...allow }),
      ...noStoreHeader,
      'Referrer-Policy': 'no-referrer',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
    },
    body: `<!doctype html><html lang="${escapeHtml(language)}" dir="ltr"><head>${head.filter(Boolean).join('')}</head><body>${body}${end}</body></html>`,
  };
}
