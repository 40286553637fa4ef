import { name as amountScript } from 'asset:amount.ts';
import { name as styles } from 'asset:page.css';
import { name as paymentScript } from 'asset:payment.ts';
import { languageOf } from '#html/language.ts';
import { html } from '#html/page.ts';
import { fill } from '#html/text.ts';
import { htmlPages } from '#http/html-pages.ts';
import { basePath } from '#http/url.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read.ts';
import { amountPage } from './amount-page.ts';
import { badLinkPage } from './bad-link-page.ts';
import { payeeOf } from './head.ts';
import { BadLink, type Query, tryLink } from './link.ts';
import { early, paymentPage } from './payment-page.ts';

const messagesIn = messageReader<'page'>();

/** The payment link. With `value` the page that people pay on, without it the amount screen before it. */
export const handler = htmlPages('GET /').handler(async (event) => {
  const query: Query = event.queryStringParameters ?? {};
  const language = languageOf(event, languages, query.locale);
  const messages = messagesIn(language.name);
  const base = basePath(event);
  const page = { language: language.locale, stylesheets: [`${base}/assets/${styles}`] };

  const link = await tryLink(query);
  if (link instanceof BadLink) return badLinkPage(link, messages, page);
  const { amount, embed } = link;
  const view = { link, query, base, language, messages };
  return html(200, {
    ...page,
    title: fill(messages.form.title, { merchant: payeeOf(link) }),
    body: (amount ? paymentPage({ ...view, link: { ...link, amount } }) : amountPage(view)).text,
    script: amount && early,
    scripts: [`${base}/assets/${amount ? paymentScript : amountScript}`],
    allow: {
      'connect-src': "'self'",
      'frame-src': "'self'",
      // Against clickjacking: only the page that opened this one may show it in a frame.
      'frame-ancestors': embed ?? "'none'",
    },
  });
});
