import { isolate, nameInMail } from '#domain/mail/mail-text.ts';
import { markup, place } from '#html/markup.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { anchor, heading, mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Writes the mail that informs a person of their new membership of a merchant account.
 *
 * @param console the URL of the console
 * @param merchant its name, as its owner wrote it, and its id, which replaces a name that is not allowed in mails
 */
export function invitation(
  to: string,
  merchant: { id: string; name: string },
  language: string,
  console: string,
  { invitation: { subject, added, signIn, unexpected } }: Pick<PageMessages, 'invitation'>,
): Mail {
  const named = { merchant: isolate(nameInMail(merchant.name) ?? merchant.id) };
  const title = fill(subject, named);
  const lines = [fill(added, named), place(signIn, { console: anchor(console) }), unexpected];
  return {
    to,
    subject: title,
    text: `${[fill(added, named), fill(signIn, { console }), unexpected].join('\n\n')}\n`,
    html: mailHtml(language, markup`${heading(title)}${paragraphs(lines)}`, { title }),
  };
}
