import { markup } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
import { heading, mailHtml, mailLink, paragraphs, smallText } from './html.ts';
import type { Mail } from './ses.ts';

/** Writes the mail with a link to sign in to the console. */
export function signInMail(
  to: string,
  link: string,
  language: string,
  { signIn: { subject, open, limits, unexpected } }: Pick<PageMessages, 'signIn'>,
): Mail {
  const content = [
    heading(subject),
    paragraphs([open]),
    mailLink(link),
    paragraphs([limits]),
    smallText(unexpected),
  ];
  return {
    to,
    subject,
    text: `${[open, link, limits, unexpected].join('\n\n')}\n`,
    html: mailHtml(language, markup`${content}`, { title: subject }),
  };
}
