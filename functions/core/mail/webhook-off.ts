import { nameInMail } from '#domain/mail.ts';
import { mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Tells a merchant that a webhook of its account was switched off. Where it leads is not said: whoever makes a merchant
 * chooses both that and who gets the mail.
 *
 * @param merchant its name, as its owner has it
 */
export function webhookOff(to: string, merchant: string, webhookId: string): Mail {
  const name = nameInMail(merchant);
  const account = name ? `the merchant account of “${name}”` : 'your merchant account';
  const lines = [
    `The webhook ${webhookId} of ${account} has been switched off: for five days no delivery to it has succeeded.`,
    'Once its server answers again, switch it on and have it sent what it has missed since.',
    'All that happened in the meantime can also be read from the account.',
  ];
  return {
    to,
    subject: `A webhook of ${account} has been switched off`,
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml('en', paragraphs(lines)),
  };
}
