import type { Language } from '#http/language.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link, Query } from './link.ts';

/** The content of a page. */
export interface View<L extends Link = Link> {
  link: L;
  query: Query;
  base: string;
  language: Language<string>;
  messages: PageMessages;
  /** The page's script takes the texts from it (`client/language.ts`): no style sheet may come along. */
  textsOnly?: boolean;
}
