import { name as styles } from 'asset:./client/console.css';
import { name as script } from 'asset:./client/console.tsx';
import { posUrl } from '#aws/pos-url.ts';
import { escapeHtml } from '#html/escape.ts';
import { html } from '#http/html-answer.ts';
import { htmlPages } from '#http/html-pages.ts';
import { languageOf } from '#http/request-language.ts';
import { basePath } from '#http/url.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { textFiles } from './files.ts';

/**
 * The page of the merchants' console. Its script draws everything else. The policy allows requests to this origin only,
 * no frames around the page, and images of this origin, of data and of the customer's side, which serves the logos.
 */
export const handler = htmlPages('GET /').handler(async (event) => {
  const base = basePath(event);
  const { locale } = languageOf(event, consoleLanguages);
  const data = { base, posUrl, texts: textFiles };
  return html(200, {
    title: 'Florin',
    language: locale,
    stylesheets: [`${base}/assets/${styles}`],
    scripts: [`${base}/assets/${script}`],
    body: `<div id="console" data-page="${escapeHtml(JSON.stringify(data))}"></div><noscript><p>Turn on JavaScript to use the console.</p></noscript>`,
    allow: {
      'img-src': `'self' data: ${new URL(posUrl).origin}`,
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    },
  });
});
