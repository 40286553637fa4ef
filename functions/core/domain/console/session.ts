import { day, hour, minute } from '#basics/time.ts';
import type { Id } from '../id.ts';

/** A user's session in the console. Times are in milliseconds since 1970. */
export interface Session {
  /** The id by which the user manages the session. It gives no access. */
  id: Id;
  userId: Id;
  email: string;
  created: number;
  /** The time of the last use that was stored. */
  seen: number;
  /** The browser and system, in words that the user recognizes. */
  device: string;
  /** The network address of the sign-in. */
  address: string;
  /** The last time that the user proved their identity with a passkey, at the sign-in or since. */
  proven?: number | undefined;
  /** The time of the sign-in, if it was by a mailed link. */
  mailed?: number | undefined;
  /**
   * The passkey that has opened the session, if the user signed in with one. The session ends when another session
   * removes the passkey.
   */
  passkey?: Id | undefined;
}

/** A session ends after 12 hours without a request, and after 14 days at most. */
const idleTime = 12 * hour;
export const longestSession = 14 * day;

/** The most open sessions of a user. Another one ends the session whose last use is the oldest. */
export const mostSessions = 50;

/** The time of use is stored only if the stored time is older than this, so that few requests write. */
const noteAfter = 5 * minute;

/** A link to sign in with is valid for 15 minutes. */
export const linkLifetime = 15 * minute;

/** The link of an invitation, which signs in once, is valid for this number of days. The invitation itself stays. */
export const invitationDays = 7;
export const invitationLifetime = invitationDays * day;

/** A browser and a network are known for 90 days after a sign-in from them. */
export const placeLifetime = 90 * day;

type Times = Pick<Session, 'created' | 'seen'>;

/** The time at which a session ends, if it is not used before. */
export const endOfSession = ({ created, seen }: Times): number =>
  Math.min(seen + idleTime, created + longestSession);

export const isOpen = (session: Times, now: number): boolean => now < endOfSession(session);

/** Whether to store the time of this use of a session. */
export const isUseNoted = ({ seen }: Times, now: number): boolean => now - seen >= noteAfter;
