import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Answer, type Style, stack } from './stack.ts';

/** Text that is safe inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A value inside an inline script: JSON, with nothing that could end the script. */
export const scriptValue = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export interface Page {
  title: string;
  body: string;
  style?: string;
  /** Runs when the page is there; the only script that may. */
  script?: string;
}

const style: Style = {
  print: ({ body }) => ({ body: String(body) }),
  error: ({ status }) =>
    html(status, {
      title: 'Error',
      body: `<p role="alert">Something is wrong with this page (${status}).</p>`,
    }),
};

/** A page that other sites may hold in an iframe, under a content security policy that lets nothing else run. */
export function html(status: number, { title, body, style = '', script = '' }: Page): Answer {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body>${body}<script nonce="${nonce}">${script}</script></body></html>`,
  };
}

/** Wraps a route that answers with a page. */
export const htmlRoute = (handle: (event: APIGatewayProxyEvent) => Promise<Answer>) => stack(style, handle);
