import type { MailQuota } from '#domain/mail/mail-quotas.ts';
import { type Mail, sendMail } from '#mail/ses.ts';
import { logError } from '#observability/log.ts';
import { admitMail, type Mailing, noteSent, type Reason } from '#store/mails.ts';

/**
 * Sends a mail within its quotas, once however often its event comes: but for a function that dies between SES's answer
 * and the note of it.
 *
 * @returns why it is not sent, undefined where it was
 */
export async function mailOnce(
  mailing: Mailing,
  quotas: readonly MailQuota[],
  mail: Mail,
): Promise<Reason | undefined> {
  const reason = await admitMail(mailing, quotas);
  if (reason) return reason;
  await sendMail(mail);
  // Trying again for the note's sake would send a second mail.
  await noteSent(mailing).catch((error) => logError(mailing.event, error));
  return undefined;
}
