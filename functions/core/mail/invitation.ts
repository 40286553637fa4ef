import { nameInMail } from '#domain/mail/mail-text.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { mailHtml, paragraphs } from './html.ts';
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
  const named = { merchant: nameInMail(merchant.name) ?? merchant.id };
  const lines = [fill(added, named), fill(signIn, { console }), unexpected];
  return {
    to,
    subject: fill(subject, named),
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml(language, paragraphs(lines)),
  };
}
