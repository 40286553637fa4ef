import { createHash } from 'node:crypto';
import type { HttpRequest } from './gateway/event.ts';
import type { Answered, Gateway } from './gateway/gateway.ts';

/** A name and its value on the welcome page: an address to click if there is a page at it, or a text. */
export type Place = [name: string, at: string, kind?: 'page'];

/**
 * Answers a browser that opens the root of an API with a page of links, as the API has no route there. Any other
 * client gets the answer of the deployed API.
 */
export const withWelcome =
  (gateway: Gateway, places: () => Place[]): Gateway =>
  (request) =>
    isForWelcome(request) ? Promise.resolve(page(places())) : gateway(request);

function isForWelcome({ method, url, rawHeaders }: HttpRequest): boolean {
  const accepts = rawHeaders.some(
    (name, index) =>
      index % 2 === 0 &&
      name.toLowerCase() === 'accept' &&
      /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(rawHeaders[index + 1] ?? ''),
  );
  return (method === 'GET' || method === 'HEAD') && /^\/(?:\?.*)?$/s.test(url) && accepts;
}

const style = `:root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}
body{max-width:40rem;margin:10vh auto;padding:0 1rem}dt{font-weight:600;margin-top:1rem}dd{margin:0;overflow-wrap:anywhere}`;

function page(places: Place[]): Answered {
  const list = places.map(([name, at, kind]) => {
    const text = escapeHtml(at);
    return `<dt>${escapeHtml(name)}</dt><dd>${kind === 'page' ? `<a href="${text}">${text}</a>` : text}</dd>`;
  });
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', `default-src 'none'; style-src 'sha256-${hash}'; img-src data:`],
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Vary', 'Accept'],
    ],
    body: Buffer.from(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        `<title>Florin</title><link rel="icon" href="data:,"><style>${style}</style>` +
        `<h1>Florin runs on this machine</h1><dl>${list.join('')}</dl></html>`,
    ),
  };
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
