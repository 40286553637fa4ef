import { name as styles } from 'asset:./client/console.css';
import { name as tillScript } from 'asset:./client/till.tsx';
import { name as da } from 'asset:../core/messages/console/da.json';
import { name as de } from 'asset:../core/messages/console/de.json';
import { name as en } from 'asset:../core/messages/console/en.json';
import { name as pageStyles } from 'asset:../payment-page/client/page.css';
import * as script from 'modules:./client/console.tsx';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { posUrl } from '#aws/pos-url.ts';
import { escapeHtml } from '#html/markup.ts';
import { html } from '#http/answer/html-answer.ts';
import { cookieOf } from '#http/request/cookies.ts';
import { languageOf } from '#http/request/request-language.ts';
import { basePath } from '#http/request/url.ts';
import { byRoute } from '#http/routes/by-route.ts';
import { cookies } from '#http/routes/console-api.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { type ConsoleLanguage, consoleLanguages } from '#messages/console/languages.ts';

/** The names of the files with the texts, by language. */
const textFiles: Record<ConsoleLanguage, string> = { en, de, da };

/** The text of a page whose script or texts could not be loaded. It is in English, as the texts are missing. */
const failure = 'The console could not be loaded. Check your connection and reload the page.';

/**
 * The page of the merchants' console. Its script renders everything else. The policy allows requests to this origin
 * only, no frames around the page, and images of this origin, of data and of the checkout API, which serves the
 * logos. Its only form sends a key to the command-line tool on the same device, which redirects back to the page. If
 * the browser has a session, the scripts of the signed-in pages are loaded at once. Otherwise only the sign-in page
 * is loaded.
 */
const page = htmlPages('GET /').handler(async (event) => {
  const hasSession = cookieOf(event.multiValueHeaders, cookies.session) !== undefined;
  const { assets, texts, allow, ...shown } = pageFor(event, "'self'");
  const beside = [...script.beside, ...(hasSession ? script.later : [])].map((name) => `${assets}/${name}`);
  return html(200, {
    ...shown,
    module: { url: `${assets}/${script.name}`, beside, data: [texts] },
    allow: { ...allow, 'form-action': "'self' http://127.0.0.1:*" },
  });
});

/** The page of tills, which are paired devices. It also asks the checkout API for codes that customers pay. */
const till = htmlPages('GET /till').handler(async (event) => {
  const { assets, texts: _, ...shown } = pageFor(event, `'self' ${new URL(posUrl).origin}`);
  return html(200, { ...shown, scripts: [`${assets}/${tillScript}`] });
});

/** Fills the page, which would stay empty, if its script cannot be loaded. */
const failureScript = `addEventListener('error',({target})=>{if(target.localName!=='script')return;const text=document.createElement('p');text.setAttribute('role','alert');text.textContent=${JSON.stringify(failure)};document.getElementById('console').replaceChildren(text)},true)`;

function pageFor(event: APIGatewayProxyEvent, connect: string) {
  const base = basePath(event);
  const assets = `${base}/assets`;
  const { name, locale } = languageOf(event, consoleLanguages);
  const data = { base, posUrl, texts: textFiles, pageStyles, failure };
  return {
    assets,
    texts: `${assets}/${textFiles[name]}`,
    title: 'Florin',
    language: locale,
    stylesheets: [`${assets}/${styles}`],
    script: failureScript,
    body: `<div id="console" data-page="${escapeHtml(JSON.stringify(data))}"></div><noscript><p>Turn on JavaScript to use the console.</p></noscript>`,
    allow: {
      'img-src': `'self' data: ${new URL(posUrl).origin}`,
      'connect-src': connect,
      'frame-ancestors': "'none'",
    },
  };
}

export const handler = byRoute({ 'GET /': page, 'GET /till': till });
