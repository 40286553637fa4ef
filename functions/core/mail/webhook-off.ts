import { isolate, nameInMail } from '#domain/mail/mail-text.ts';
import { markup } from '#html/markup.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { heading, mailHtml, mailLink, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Writes the mail that informs a merchant that Florin has switched off one of its endpoints. The mail leaves out the
 * endpoint's URL: a stranger can choose both the URL and the recipient, and could send spam in this way.
 *
 * @param merchant its name, as its owner wrote it, and its id, which replaces a name that is not allowed in mails
 * @param pages the URL of the merchant's pages in the console, for a user of it
 */
export function webhookOff(
  to: string,
  merchant: { id: string; name?: string },
  webhook: string,
  language: string,
  { webhookOff: { subject, off, next, read } }: Pick<PageMessages, 'webhookOff'>,
  pages?: string,
): Mail {
  const lines = [fill(off, { webhook }), next, read];
  const named = { merchant: isolate(nameInMail(merchant.name ?? '') ?? merchant.id) };
  const title = fill(subject, named);
  const links = pages ? [`${pages}/webhooks/${webhook}`, `${pages}/settings`] : [];
  return {
    to,
    subject: title,
    text: `${[...lines, ...links].join('\n\n')}\n`,
    html: mailHtml(language, markup`${heading(title)}${paragraphs(lines)}${links.map(mailLink)}`, {
      title,
    }),
  };
}
