import type { MailQuota } from '#domain/mail/mail-quotas.ts';
import { type Mail, MailRefused, sendMail } from '#mail/ses.ts';
import { logError } from '#observability/log.ts';
import { admitMail, type Mailing, noteRefused, noteSent, type Reason } from '#store/mail/mails.ts';

/**
 * Sends a mail within its quotas. A repeated event sends no second mail, unless the function died between SES's answer and
 * the record of it.
 *
 * @returns why the mail was not sent; undefined if it was sent. A mail that SES refuses permanently is not an error, as
 *   sending it again would not help
 */
export async function mailOnce(
  mailing: Mailing,
  quotas: readonly MailQuota[],
  mail: Mail,
): Promise<Reason | 'refused' | undefined> {
  const reason = await admitMail(mailing, quotas);
  if (reason) return reason;
  try {
    await sendMail(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await noteRefused(mailing).catch((failure) => logError(mailing.event, failure));
    return 'refused';
  }
  // If the function failed here and ran again, just to store the record, it would send a second mail.
  await noteSent(mailing).catch((error) => logError(mailing.event, error));
  return undefined;
}
