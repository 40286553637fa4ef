import { name as styles } from 'asset:./client/console.css';
import { name as script } from 'asset:./client/console.tsx';
import { name as tillScript } from 'asset:./client/till.tsx';
import { name as pageStyles } from 'asset:../payment-page/client/page.css';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { posUrl } from '#aws/pos-url.ts';
import { escapeHtml } from '#html/escape.ts';
import { byRoute } from '#http/by-route.ts';
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
const page = htmlPages('GET /').handler(async (event) => show(event, script, "'self'"));

/** The page of tills, which are paired devices. It also asks the customer's side for codes that customers pay. */
const till = htmlPages('GET /till').handler(async (event) =>
  show(event, tillScript, `'self' ${new URL(posUrl).origin}`),
);

function show(event: APIGatewayProxyEvent, script: string, connect: string) {
  const base = basePath(event);
  const { locale } = languageOf(event, consoleLanguages);
  const data = { base, posUrl, texts: textFiles, pageStyles };
  return html(200, {
    title: 'Florin',
    language: locale,
    stylesheets: [`${base}/assets/${styles}`],
    scripts: [`${base}/assets/${script}`],
    body: `<div id="console" data-page="${escapeHtml(JSON.stringify(data))}"></div><noscript><p>Turn on JavaScript to use the console.</p></noscript>`,
    allow: {
      'img-src': `'self' data: ${new URL(posUrl).origin}`,
      'connect-src': connect,
      'frame-ancestors': "'none'",
    },
  });
}

export const handler = byRoute({ 'GET /': page, 'GET /till': till });
