import { isRandomToken, randomToken } from '#basics/random-token.ts';
import { isOpen, isUseNoted, type Session } from '#domain/console/session.ts';
import { isId, newId } from '#domain/id.ts';
import { getSession, makeRoom, noteUse } from '#store/console/sessions.ts';
import { getSignInLink, openSession } from '#store/console/sign-ins.ts';
import { acceptFirst, acceptMailed } from './accept-by-sign-in.ts';

/** The browser that signs in. */
export interface Browser extends Pick<Session, 'device' | 'address'> {
  /** The value of the cookie that binds links to the browser. */
  cookie?: string;
}

/**
 * Opens a session with a link, which works only once. The link of an invitation also accepts the invitation. The session's token is always new, whatever the browser has sent.
 *
 * @returns the value of the session's cookie
 * @throws Refused if the link is used, expired, or of another browser
 */
export async function signIn(link: string, { cookie, device, address }: Browser): Promise<string> {
  const { user, accepts } = await getSignInLink(link, cookie);
  // The link still works if the invitation cannot be stored.
  await (accepts ? acceptMailed(user.id, accepts) : acceptFirst(user.id));
  const [now, token] = [Date.now(), randomToken()];
  const { id: userId, email } = user;
  const session = { id: newId(), userId, email, created: now, seen: now, device, address, mailed: now };
  await makeRoom(userId);
  await openSession(link, session, token, cookie);
  return `${userId}.${token}`;
}

/** The open session of a cookie; undefined for any other text. Stores the time of use, but not at each request. */
export async function sessionOf(cookie: string | undefined): Promise<Session | undefined> {
  const [userId, token = ''] = cookie?.split('.') ?? [];
  if (!isId(userId) || !isRandomToken(token)) return undefined;
  const [session, now] = [await getSession(userId, token), Date.now()];
  if (!session || !isOpen(session, now)) return undefined;
  if (isUseNoted(session, now)) await noteUse(session, now);
  return session;
}
