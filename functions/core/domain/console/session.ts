import type { Id } from '../id.ts';

/** A user's session in the console. Times are in milliseconds since 1970. */
export interface Session {
  /** Names the session to its user. It opens nothing. */
  id: Id;
  userId: Id;
  email: string;
  created: number;
  /** The last use that was noted. */
  seen: number;
  /** The browser and system, as the user knows them. */
  device: string;
  /** The network address that has signed in. */
  address: string;
  /** The last time that a passkey has proven the user, at the sign-in or since. */
  proven?: number | undefined;
  /** The time of the sign-in, if it was with a mailed link. */
  mailed?: number | undefined;
  /** The passkey that has opened the session, if it was one. The session ends when another session removes the passkey. */
  passkey?: Id | undefined;
}

const minute = 60_000;
const hour = 60 * minute;

/** A session ends after 12 hours without a request, and after 14 days at most. */
const idleTime = 12 * hour;
export const longestSession = 14 * 24 * hour;

/** A use is noted only if the last one was noted so long ago, so that few requests write. */
const noteAfter = 5 * minute;

/** A link to sign in with is valid for 15 minutes. */
export const linkLifetime = 15 * minute;

/** A browser and a network are known for 90 days after a sign-in from them. */
export const placeLifetime = 90 * 24 * hour;

type Times = Pick<Session, 'created' | 'seen'>;

/** The time at which a session ends, if it is not used before. */
export const endOfSession = ({ created, seen }: Times): number =>
  Math.min(seen + idleTime, created + longestSession);

export const isOpen = (session: Times, now: number): boolean => now < endOfSession(session);

/** Whether this use of a session is to be noted. */
export const isUseNoted = ({ seen }: Times, now: number): boolean => now - seen >= noteAfter;
