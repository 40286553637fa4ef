import { posUrl } from '#aws/pos-url.ts';
import { htmlPages } from '#http/html-pages.ts';
import { html } from '#http/page.ts';
import { basePath } from '#http/url.ts';
import { script, stylesheet } from './files.ts';
import { swagger } from './swagger.ts';

/** Swagger UI in the reader's own font, in lines of a length that can be read. */
const style = `:root{color-scheme:light}body{margin:0;background:#fff}
#docs,#docs .info :is(h1,h2,p,li,td,th),#docs .opblock-tag,#docs .opblock-summary-description{font-family:system-ui,sans-serif}
#docs .info .title small{display:none}
#docs .info :is(p,li){margin:1em 0;max-width:80ch;line-height:1.5}
#docs .info table{display:block;overflow-x:auto;width:auto}
#docs .info :is(td,th){padding:.4em 2em .4em 0;min-width:0;max-width:60ch;vertical-align:top;line-height:1.5}
#docs .auth-container:not(:has(h4)){display:none}`;

/** The OpenAPI document for people, by Swagger UI. It loads nothing from anybody else. */
export const handler = htmlPages('GET /docs').handler(async (event) => {
  const base = basePath(event);
  return html(200, {
    title: 'Florin API',
    body: `<div id="docs"></div><noscript>This page needs JavaScript; <a href="${base}/openapi.json">the document</a> does not.</noscript>`,
    stylesheets: [`${base}/docs/${stylesheet.name}`],
    scripts: [`${base}/docs/${script.name}`],
    style,
    // `defer`red scripts have run by then.
    script: `addEventListener('DOMContentLoaded', () => ${swagger(`${base}/openapi.json`)})`,
    allow: {
      // “Try it out” asks the API, and the customer's side: any path of it, and so its origin alone.
      'connect-src': `'self' ${new URL(posUrl).origin}`,
      'frame-ancestors': "'none'",
      // Swagger UI makes HTML of Markdown, purified.
      'require-trusted-types-for': undefined,
    },
  });
});
