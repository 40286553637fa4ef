import { nameInMail } from '#domain/mail/mail.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Tells a merchant that a webhook of its account was switched off. The mail does not name the webhook's URL: whoever
 * makes a merchant chooses both the URL and the reader of the mail.
 *
 * @param merchant its name, as its owner has it, and its id, which stands for a name that may not be mailed
 */
export function webhookOff(
  to: string,
  merchant: { id: string; name?: string },
  webhook: string,
  language: string,
  { webhookOff: { subject, off, next, read } }: Pick<PageMessages, 'webhookOff'>,
): Mail {
  const lines = [fill(off, { webhook }), next, read];
  const named = { merchant: nameInMail(merchant.name ?? '') ?? merchant.id };
  return {
    to,
    subject: fill(subject, named),
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml(language, paragraphs(lines)),
  };
}
