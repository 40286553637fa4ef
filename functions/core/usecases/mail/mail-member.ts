import type { Id } from '#domain/id.ts';
import { type Invitation, mailQuotas } from '#domain/mail/mail-quotas.ts';
import type { Mail } from '#mail/ses.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import { log } from '#observability/log.ts';
import { withheldMail } from '#observability/metrics.ts';
import { getApp } from '#store/merchants/apps.ts';
import { invitationKey } from '#store/table/keys.ts';
import { mailOnce } from './mail-once.ts';

interface About extends Omit<Invitation, 'email' | 'vouched'> {
  /** The id of the user, app or endpoint that the mail is about. There is at most one mail a day about each. */
  id: Id;
}

/** Mails a member about a merchant. If a quota withholds the mail, the log says why, without the address. */
export async function mailMember(
  event: string,
  { id, merchantId, test, appId }: About,
  mail: Mail,
): Promise<void> {
  const vouched = (await getApp(appId))?.vouched ?? false;
  const quotas = mailQuotas({ merchantId, test, email: mail.to, appId, vouched }, unvouchedQuotas);
  const reason = await mailOnce({ key: invitationKey(merchantId, id), event }, quotas, mail);
  if (reason) log('info', { requestId: event, merchantId, appId, ...withheldMail(reason) });
}
