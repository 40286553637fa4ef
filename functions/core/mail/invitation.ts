import { nameInMail } from '#domain/mail.ts';
import { mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Tells a person of their access to a merchant account.
 *
 * @param merchant its name, as its owner has it
 */
export function invitation(to: string, merchant: string): Mail {
  const name = nameInMail(merchant);
  const account = name ? `the merchant account of “${name}”` : 'a merchant account';
  const lines = [
    `You now have access to ${account}.`,
    'You see its transactions, refund and capture them, and can invite others.',
    'If you did not expect this, tell whoever runs the account; you need do nothing else.',
  ];
  return {
    to,
    subject: `You have been invited to ${account}`,
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml('en', paragraphs(lines)),
  };
}
