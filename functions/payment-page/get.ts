import { name as styles } from 'asset:page.css';
import { knownQuery } from '#http/body/unknown-fields.ts';
import { header } from '#http/request/headers.ts';
import { languageOf } from '#http/request/request-language.ts';
import { basePath, baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { badLinkPage } from './bad-link-page.ts';
import { BadLink, linkOrBadLink, readLink } from './link.ts';
import { linkPage } from './link-page.ts';
import type { Query } from './query.ts';
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

    const link = await linkOrBadLink(readLink(query));
    return link instanceof BadLink
      ? badLinkPage(link, { query: wellFormed(query), base, language, messages }, page)
      : linkPage({ link, query, base, language, messages, textsOnly }, baseUrl(event), page);
  });
