import { inSeconds } from '#basics/time.ts';
import { linkLifetime, type Session } from '#domain/console/session.ts';
import { type Id, newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import type { User } from '../merchants/members.ts';
import { sha256, signInKey, signInLinkKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, remove, transact } from '../table/transact.ts';
import { notePlaces } from './places.ts';
import { noteSignIn, putSession } from './sessions.ts';

/** Somebody has asked for a link to sign in with. The address may belong to nobody. */
export interface SignIn {
  id: Id;
  email: string;
  /** The hash of the browser's cookie. Only this browser can use the link. */
  browser: string;
  /** The network of the request; absent if an earlier release has stored the request. */
  network?: string;
  /** The language of the mail. */
  language: string;
}

/** A link to sign in with, for a user. */
export interface SignInLink {
  user: User;
  /** The hash of the cookie of the browser that may use the link. An operator's link is for any browser. */
  browser?: string;
  /** The merchant whose invitation the link accepts. */
  accepts?: Id;
}

/** One answer for every cause: a client learns nothing about links of others. */
const invalidLink = () =>
  new Refused([
    { field: 'token', message: 'This link is used or expired, or was asked for in another browser' },
  ]);

/**
 * Stores a request for a link. The table's stream hands it to the worker that finds the user. So the request takes as
 * long, and writes as much, whether the address has a user or not.
 */
export async function requestLink(request: Omit<SignIn, 'id' | 'browser'>, browser: string): Promise<void> {
  const id = newId();
  const expires = inSeconds(Date.now() + linkLifetime);
  await transact([{ item: put({ ...signInKey(id), ...request, id, browser: sha256(browser), expires }) }]);
}

/** Stores a link under the hash of its token. */
export const putLink = (link: SignInLink, token: string, lifetime: number = linkLifetime): Promise<void> =>
  transact([{ item: put({ ...signInLinkKey(token), ...link, expires: inSeconds(Date.now() + lifetime) }) }]);

/** The link of a token, unless it is used, expired, or of another browser. @throws Refused */
export async function getSignInLink(token: string, browser: string | undefined): Promise<SignInLink> {
  const link = await get<Item & SignInLink>(signInLinkKey(token));
  const isOther = link?.browser !== undefined && link.browser !== sha256(browser ?? '');
  if (!link || isOther) throw invalidLink();
  return link;
}

/**
 * Uses a link up, and opens a session in the same write.
 *
 * @param cookie the value that binds links to the browser
 * @throws Refused if somebody has used the link meanwhile
 */
export const openSession = (
  link: string,
  session: Session,
  token: string,
  cookie: string | undefined,
): Promise<void> =>
  transact([
    { item: remove(signInLinkKey(link)), onFailed: () => invalidLink() },
    putSession(session, token),
    noteSignIn(session, invalidLink),
    ...notePlaces(session, cookie),
  ]);
