import { randomToken } from '#basics/random-token.ts';
import type { Id } from '#domain/id.ts';
import { signInQuotas } from '#domain/mail/mail-quotas.ts';
import { signInMail } from '#mail/sign-in-mail.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import type { LanguageName } from '#messages/languages.ts';
import type { PageMessages } from '#messages/messages.ts';
import { log } from '#observability/log.ts';
import { withheldMail } from '#observability/metrics.ts';
import { knownPlace } from '#store/console/places.ts';
import { putLink, type SignIn } from '#store/console/sign-ins.ts';
import { getApp } from '#store/merchants/apps.ts';
import { invitationsOf } from '#store/merchants/invitations.ts';
import { type StoredUser, userOf } from '#store/merchants/members.ts';
import { membershipsOfUser } from '#store/merchants/user-merchants.ts';
import { signInMailKey } from '#store/table/keys.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { signInUrl } from './sign-in-url.ts';

/**
 * Mails a link to the user with this address, if there is such a user. The link goes to the address as it was invited,
 * not as it was typed. If no mail is sent, because of a quota or a refusal by SES, the log says why, without the
 * address.
 */
export async function mailLink(
  event: string,
  { id, email, browser, network = '', language }: SignIn,
  messagesIn: (language: LanguageName) => PageMessages,
): Promise<void> {
  const user = await userOf(email);
  if (!user) return;
  const token = randomToken();
  await putLink({ user: { id: user.id, email: user.email }, browser }, token);
  const [known, place] = await Promise.all([isKnown(user), knownPlace(user.id, { browser, network })]);
  const quotas = signInQuotas({ email: user.email, known, place, network }, unvouchedQuotas);
  const mail = signInMail(user.email, signInUrl(token), language, messagesIn(language as LanguageName));
  const reason = await mailOnce({ key: signInMailKey(id), event }, quotas, mail);
  if (reason) log('info', { requestId: event, userId: user.id, ...withheldMail(reason) });
}

/**
 * Anybody can invite any address. So only users who have signed in before, or were invited by a vouched app, count as
 * known.
 */
async function isKnown({ id, signedIn }: StoredUser): Promise<boolean> {
  if (signedIn !== undefined) return true;
  const inviting = (await Promise.all([membershipsOfUser(id), invitationsOf(id)])).flat();
  const apps = await Promise.all(
    [...new Set(inviting.map(({ invitedBy }) => invitedBy))].map((app: Id) => getApp(app)),
  );
  return apps.some((app) => app?.vouched);
}
