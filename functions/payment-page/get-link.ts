import { name as styles } from 'asset:page.css';
import { header } from '#http/request/headers.ts';
import { languageOf } from '#http/request/request-language.ts';
import { basePath, baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { badLinkPage } from './bad-link-page.ts';
import { BadLink, linkOrBadLink } from './link.ts';
import { linkPage } from './link-page.ts';
import { readMadeLink } from './made-link.ts';
import type { Query } from './query.ts';
import { frameQuery } from './query.ts';

const messagesIn = messageReader<'page'>();

/** The page of a link that a merchant's server has made. */
export const handler = htmlPages('GET /l/{linkId}').handler(async (event, { params: { linkId } }) => {
  const asked: Query = event.queryStringParameters ?? {};
  const query = frameQuery(asked);
  const link = await linkOrBadLink(readMadeLink(linkId, query));
  const isBad = link instanceof BadLink;
  const accept = header(event, 'accept-language');
  const locale = asked.locale || (isBad ? undefined : link.made?.locale);
  const language = languageOf(event, languages, locale);
  const messages = messagesIn(language.name);
  const base = basePath(event);
  const textsOnly = header(event, 'florin-part') === 'texts';
  const page = { language: language.locale, stylesheets: [`${base}/assets/${styles}`] };
  return isBad
    ? badLinkPage(link, { query, base, language, messages }, page)
    : linkPage({ link, query, base, language, messages, accept, textsOnly }, baseUrl(event), page);
});
