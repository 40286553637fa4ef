import { randomToken } from '#basics/random-token.ts';
import type { Passkey } from '#domain/console/passkey.ts';
import type { Session } from '#domain/console/session.ts';
import type { Site } from '#domain/console/site.ts';
import {
  type Assertion,
  challengeOf,
  type Registration,
  verifyAssertion,
  verifyRegistration,
} from '#domain/console/webauthn.ts';
import { isId, newId } from '#domain/id.ts';
import {
  getPasskey,
  invalidPasskey,
  openSessionBy,
  proveSession,
  spendChallenge,
} from '#store/console/passkeys.ts';
import { makeRoom, sessionsOf } from '#store/console/sessions.ts';
import type { Browser } from './sessions.ts';

/**
 * Verifies the registration of a new passkey of a user, and uses up its challenge. The caller stores the passkey.
 *
 * @throws Refused
 */
export async function verifyNewPasskey(
  site: Site,
  { userId, email }: Pick<Passkey, 'userId' | 'email'>,
  { name, ...registration }: Registration & { name: string },
  cookie: string | undefined,
): Promise<Passkey> {
  await spendChallenge(challengeOf(registration), cookie);
  const verified = await verifyRegistration(site, registration);
  if (!verified) throw invalidPasskey();
  return {
    id: newId(),
    userId,
    email,
    credential: registration.id,
    ...verified,
    name,
    created: Date.now(),
  };
}

/**
 * Uses up the challenge of an assertion, and verifies that a known passkey has signed the assertion.
 *
 * @returns the passkey that has signed, and the new value of its counter
 * @throws Refused, with the same answer for every cause
 */
async function passkeyOf(
  site: Site,
  assertion: Assertion,
  cookie: string | undefined,
): Promise<{ passkey: Passkey; counter: number }> {
  await spendChallenge(challengeOf(assertion), cookie);
  const userId = Buffer.from(assertion.user, 'base64url').toString();
  const passkey = isId(userId) ? await getPasskey(userId, assertion.id) : undefined;
  const verified = passkey && (await verifyAssertion(site, assertion, passkey));
  if (!verified) throw invalidPasskey();
  return { passkey, counter: verified.counter };
}

/** Opens a session with a passkey. @returns the value of the session's cookie @throws Refused */
export async function signInByPasskey(
  site: Site,
  assertion: Assertion,
  { cookie, device, address }: Browser,
): Promise<string> {
  const { passkey, counter } = await passkeyOf(site, assertion, cookie);
  const [now, token] = [Date.now(), randomToken()];
  const { userId, email } = passkey;
  const opened = { created: now, seen: now, proven: now, passkey: passkey.id };
  const session = { id: newId(), userId, email, device, address, ...opened };
  await makeRoom(userId);
  await openSessionBy(passkey, counter, session, token, cookie);
  return `${userId}.${token}`;
}

/**
 * Confirms a session with a passkey of its own user.
 *
 * @throws Refused for every cause
 */
export async function prove(
  site: Site,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  assertion: Assertion,
  cookie: string | undefined,
): Promise<void> {
  const { passkey, counter } = await passkeyOf(site, assertion, cookie);
  const session = (await sessionsOf(userId)).find((one) => one.id === id);
  if (passkey.userId !== userId || !session) throw invalidPasskey();
  await proveSession(session, passkey, counter, Date.now());
}
