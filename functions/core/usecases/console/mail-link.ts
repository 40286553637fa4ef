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
  const [standing, place] = await Promise.all([standingOf(user), knownPlace(user.id, { browser, network })]);
  const { known, apps } = standing;
  const mail = signInMail(user.email, signInUrl(token), language, messagesIn(language as LanguageName));
  let reason: Awaited<ReturnType<typeof mailOnce>>;
  // A stranger who has also invited the user must not keep the mail back by an app whose share is used up.
  for (const app of known ? [user.id] : apps.slice(0, mostApps)) {
    const quotas = signInQuotas({ email: user.email, known, place, network, app }, unvouchedQuotas);
    reason = await mailOnce({ key: signInMailKey(id), event }, quotas, mail);
    if (reason !== 'app') break;
  }
  if (reason) log('info', { requestId: event, userId: user.id, ...withheldMail(reason) });
}

/** The most apps whose shares of the quota are tried for one mail. */
const mostApps = 5;

/**
 * Anybody can invite any address. So only users who have signed in before, or were invited by a vouched app, count as
 * known. For others the result has the apps that have invited them.
 */
async function standingOf({ id, signedIn }: StoredUser): Promise<{ known: boolean; apps: Id[] }> {
  if (signedIn !== undefined) return { known: true, apps: [] };
  const inviting = (await Promise.all([membershipsOfUser(id), invitationsOf(id)])).flat();
  const ids = [...new Set(inviting.map(({ invitedBy }) => invitedBy))];
  const apps = await Promise.all(ids.map(getApp));
  return { known: apps.some((app) => app?.vouched), apps: ids.length > 0 ? ids : [id] };
}
