import { posUrl } from '#aws/pos-url.ts';
import { html } from '#http/html-answer.ts';
import { htmlPages } from '#http/html-pages.ts';
import { basePath } from '#http/url.ts';
import { script, stylesheet } from './files.ts';
import { swagger } from './swagger.ts';

/** Shows Swagger UI in the reader's system font, with lines short enough to read. */
const style = `:root{color-scheme:light}body{margin:0;background:#fff}
#docs,#docs .info :is(h1,h2,p,li,td,th),#docs .opblock-tag,#docs .opblock-summary-description{font-family:system-ui,sans-serif}
#docs .info .title small{display:none}
#docs .info :is(p,li){margin:1em 0;max-width:80ch;line-height:1.5}
#docs .info table{display:block;overflow-x:auto;width:auto}
#docs .info :is(td,th){padding:.4em 2em .4em 0;min-width:0;max-width:60ch;vertical-align:top;line-height:1.5}
#docs .auth-container:not(:has(h4)){display:none}`;

/** Shows the OpenAPI document to people, by Swagger UI. The page loads nothing from other hosts. */
export const handler = htmlPages('GET /docs').handler(async (event) => {
  const base = basePath(event);
  return html(200, {
    title: 'Florin API',
    body: `<div id="docs"></div><noscript>This page needs JavaScript; <a href="${base}/openapi.json">the document</a> does not.</noscript>`,
    stylesheets: [`${base}/docs/${stylesheet.name}`],
    scripts: [`${base}/docs/${script.name}`],
    style,
    // The `defer`red scripts have run before this event.
    script: `addEventListener('DOMContentLoaded', () => ${swagger(`${base}/openapi.json`)})`,
    allow: {
      // “Try it out” calls the API and any path of the customer's side, so the whole origin is allowed.
      'connect-src': `'self' ${new URL(posUrl).origin}`,
      'frame-ancestors': "'none'",
      // Swagger UI makes HTML from Markdown with its own purifier, which trusted types would block.
      'require-trusted-types-for': undefined,
    },
  });
});
