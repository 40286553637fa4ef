import { webUrl } from '#basics/web-url.ts';
import { requireFound } from '#domain/outcome.ts';
import { markup } from '#html/markup.ts';
import { fill } from '#html/text.ts';
import { html } from '#http/answer/html-answer.ts';
import { languageOf } from '#http/request/request-language.ts';
import { originOf } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { unsealReturn } from './method-return.ts';

const messagesIn = messageReader<'page'>();

/**
 * Sends a customer on who comes back from the page or the app of a method, in whichever browser. Florin goes on by itself only
 * to its own pages: anybody can make a payment and choose its `returnUrl`, and must not be able to send people to any site by
 * a link to Florin.
 */
export const handler = htmlPages('GET /payments/returns').handler(async (event) => {
  const { state = '' } = event.queryStringParameters ?? {};
  const { returnUrl } = requireFound(await unsealReturn(state));
  const onward = webUrl(returnUrl ?? '');
  if (onward) onward.hash = `returned=${state}`;
  if (onward?.origin === originOf(event))
    return { status: 303, headers: { Location: onward.href }, body: '' };
  const { name, locale } = languageOf(event, languages);
  const { methods, receipt } = messagesIn(name);
  const title = onward ? fill(receipt.back, { host: onward.host }) : methods.closeTab;
  const content = onward ? markup`<a href="${onward.href}">${title}</a>` : title;
  return html(200, { language: locale, title, body: markup`<main><p>${content}</p></main>`.text });
});
