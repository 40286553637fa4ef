import { consoleUrl } from '#aws/console-url.ts';
import { randomToken } from '#basics/random-token.ts';
import { invitationDays, invitationLifetime } from '#domain/console/session.ts';
import { invitation } from '#mail/invitation.ts';
import type { LanguageName } from '#messages/languages.ts';
import { merchantLanguage } from '#messages/merchant-language.ts';
import type { PageMessages } from '#messages/messages.ts';
import { putLink } from '#store/console/sign-ins.ts';
import { getApp } from '#store/merchants/apps.ts';
import { isMember, type UserMembership } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { mailMember } from './mail-member.ts';

/**
 * Mails an invitation, in the merchant's language, as the person's own language is unknown. The link in the mail signs in, with
 * any browser, and accepts the invitation.
 * Sends no mail if the person was removed before the mail goes out, which may be hours later.
 */
export async function mailInvitation(
  event: string,
  membership: UserMembership,
  messagesIn: (language: LanguageName) => PageMessages,
): Promise<void> {
  const { id, email, merchantId, merchant: name, invitedBy, inviter, role } = membership;
  if (!(await isMember(merchantId, { kind: 'user', id }))) return;
  const [merchant, app] = await Promise.all([findMerchant(merchantId), getApp(invitedBy)]);
  const language = merchantLanguage(merchant?.company.country);
  const token = randomToken();
  const url = `${consoleUrl}/#/invitation/${token}`;
  await putLink({ user: { id, email }, accepts: merchantId }, token, invitationLifetime);
  const facts = {
    merchant: { id: merchantId, name },
    inviter,
    app: app ?? { id: invitedBy, name: null },
    role,
    days: invitationDays,
  };
  const mail = invitation(email, facts, language, url, messagesIn(language));
  await mailMember(event, { ...membership, appId: invitedBy }, mail);
}
