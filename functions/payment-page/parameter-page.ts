import { name as styles } from 'asset:page.css';
import type { Answer } from '#http/answer/answer.ts';
import { languageFor } from '#http/request/request-language.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { badLinkPage } from './bad-link-page.ts';
import { BadLink, linkOrBadLink, missingLink, readLink } from './link.ts';
import { linkPage } from './link-page.ts';
import { frameQuery, type Query, wellFormed } from './query.ts';

/** The parts of a request that decide how a page looks. */
export interface PageRequest {
  query: Query;
  /** The value of `Accept-Language`. */
  accept: string;
  /** The path before the routes. */
  base: string;
  /** The URL before the routes. */
  url: string;
  textsOnly?: boolean;
}

const messagesIn = messageReader<'page'>();

/** The page of a payment link with all terms in its parameters. */
export async function parameterPage({ query, accept, base, url, textsOnly }: PageRequest): Promise<Answer> {
  const { language, messages, page } = frameOfPage({ query, accept, base });
  const link = await linkOrBadLink(readLink(query));
  return link instanceof BadLink
    ? badLinkPage(link, { query: wellFormed(query), base, language, messages }, page)
    : linkPage({ link, query, base, language, messages, accept, textsOnly }, url, page);
}

/** The page of a link of a server that does not exist. */
export function missingLinkPage({ query: asked, accept, base }: PageRequest): Answer {
  const { language, messages, page } = frameOfPage({ query: asked, accept, base });
  return badLinkPage(missingLink(), { query: frameQuery(asked), base, language, messages }, page);
}

function frameOfPage({ query, accept, base }: Pick<PageRequest, 'query' | 'accept' | 'base'>) {
  const language = languageFor(accept, languages, query.locale);
  const page = { language: language.locale, stylesheets: [`${base}/assets/${styles}`] };
  return { language, messages: messagesIn(language.name), page };
}
