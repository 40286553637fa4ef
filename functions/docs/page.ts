import { html, htmlRoute, scriptValue } from '#http/html.ts';
import { basePath } from '#http/url.ts';
import { script, stylesheet } from './files.ts';
import { posUrl } from './pos-url.ts';

/** Swagger UI in the reader's own font, without what a reader has no use for. */
const style = `:root{color-scheme:light}body{margin:0;background:#fff}
.swagger-ui,.swagger-ui .info .title,.swagger-ui .opblock-tag,.swagger-ui .opblock .opblock-summary-description{font-family:system-ui,sans-serif}
.swagger-ui .info .title small{display:none}
.swagger-ui .info p,.swagger-ui .info li{max-width:80ch;line-height:1.5}
.swagger-ui .info table{width:auto}.swagger-ui .info table td{padding:.4em 2em .4em 0;max-width:60ch}
.swagger-ui .info table th{padding-right:2em}`;

/** `GET /docs`: the OpenAPI document for people, by Swagger UI. It loads nothing from anybody else. */
export const handler = htmlRoute(async (event) => {
  const base = basePath(event);
  return html(200, {
    title: 'Florin API',
    body: `<div id="docs"></div><noscript>This page needs JavaScript; <a href="${base}/openapi.json">the document</a> does not.</noscript>`,
    stylesheets: [`${base}/docs/${stylesheet.name}`],
    scripts: [`${base}/docs/${script.name}`],
    style,
    // Scripts that are loaded run first.
    script: `addEventListener('DOMContentLoaded', () => SwaggerUIBundle({
  url: ${scriptValue(`${base}/openapi.json`)}, dom_id: '#docs', deepLinking: true, validatorUrl: 'none',
  docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false, displayRequestDuration: true,
}))`,
    allow: {
      // “Try it out” asks the API, and the customer's side.
      'connect-src': `'self' ${posUrl()}`,
      'frame-ancestors': "'none'",
      // Swagger UI makes HTML of Markdown, purified.
      'require-trusted-types-for': undefined,
    },
  });
});
