import { name as styles } from 'asset:page.css';
import { header } from '#http/headers.ts';
import { htmlPages } from '#http/html-pages.ts';
import { languageOf } from '#http/request-language.ts';
import { knownQuery } from '#http/unknown-fields.ts';
import { basePath, baseUrl } from '#http/url.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { badLinkPage } from './bad-link-page.ts';
import { BadLink, orBad, type Query, readLink } from './link.ts';
import { linkPage } from './link-page.ts';
import { parameters, wellFormed } from './query.ts';

const messagesIn = messageReader<'page'>();

/** The page of a payment link with all terms in its parameters. */
export const handler = htmlPages('GET /')
  .use(knownQuery(parameters))
  .handler(async (event) => {
    const query: Query = event.queryStringParameters ?? {};
    const language = languageOf(event, languages, query.locale);
    const messages = messagesIn(language.name);
    const base = basePath(event);
    const textsOnly = header(event, 'florin-part') === 'texts';
    const page = { language: language.locale, stylesheets: [`${base}/assets/${styles}`] };

    const link = await orBad(readLink(query));
    return link instanceof BadLink
      ? badLinkPage(link, { query: wellFormed(query), base, language, messages }, page)
      : linkPage({ link, query, base, language, messages, textsOnly }, baseUrl(event), page);
  });
