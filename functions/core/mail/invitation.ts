import { nameInMail } from '#domain/mail/mail.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Tells a person that they are now a member of a merchant account.
 *
 * @param merchant its name, as its owner has it, and its id, which stands for a name that may not be mailed
 */
export function invitation(
  to: string,
  merchant: { id: string; name: string },
  language: string,
  { invitation: { subject, added, signIn, unexpected } }: Pick<PageMessages, 'invitation'>,
): Mail {
  const named = { merchant: nameInMail(merchant.name) ?? merchant.id };
  const lines = [fill(added, named), signIn, unexpected];
  return {
    to,
    subject: fill(subject, named),
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml(language, paragraphs(lines)),
  };
}
