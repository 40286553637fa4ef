import type { Language } from '#http/request/request-language.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';
import type { Query } from './query.ts';

/** The content of a page. */
export interface View<L extends Link = Link> {
  link: L;
  query: Query;
  base: string;
  language: Language<string>;
  messages: PageMessages;
  /** The value of `Accept-Language`. */
  accept?: string;
  /**
   * Set if the page's script requests the page only for its texts (`client/page/language-switch.ts`). The inline style sheet is
   * then left out.
   */
  textsOnly?: boolean;
}
