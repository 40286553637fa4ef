import { day, inSeconds } from '#basics/time.ts';
import { challengeLifetime, mostPasskeys, type Passkey } from '#domain/console/passkey.ts';
import type { PasskeyChange, PasskeyNews } from '#domain/console/passkey-news.ts';
import type { Session } from '#domain/console/session.ts';
import { type Id, newId } from '#domain/id.ts';
import { Conflict, NotFound, Refused, refuse } from '#domain/outcome.ts';
import {
  challengeKey,
  credentialKey,
  type Key,
  passkeyKey,
  passkeyNewsKey,
  passkeysOfKey,
  sha256,
  userKey,
} from '../table/keys.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';
import { notePlaces } from './places.ts';
import { noteSignIn, putSession } from './sessions.ts';

type StoredPasskey = Item & Passkey;

/** One answer for every cause: a client learns nothing about passkeys and users. */
export const invalidPasskey = () =>
  new Refused([{ field: 'passkey', message: 'This passkey is not known here, or its answer came too late' }]);

/** Stores the hash of a challenge, for the browser with this cookie. */
export const putChallenge = (challenge: string, browser: string): Promise<void> => {
  const expires = inSeconds(Date.now() + challengeLifetime);
  return transact([{ item: put({ ...challengeKey(challenge), browser: sha256(browser), expires }) }]);
};

/** Uses a challenge up. @throws Refused if it is used, expired, of another browser, or was never made */
export const spendChallenge = (challenge = '', browser = ''): Promise<void> =>
  transact([
    {
      item: remove(challengeKey(challenge), 'browser = :browser AND expires > :now', {
        ':browser': sha256(browser),
        ':now': inSeconds(Date.now()),
      }),
      onFailed: () => invalidPasskey(),
    },
  ]);

/** The passkeys of a user, read consistently, the oldest first. */
export async function passkeysOf(userId: Id): Promise<StoredPasskey[]> {
  const all = (await queryPartition(passkeysOfKey(userId))) as StoredPasskey[];
  return all.sort((one, other) => one.created - other.created);
}

export const getPasskey = (userId: Id, credential: string): Promise<StoredPasskey | undefined> =>
  get(passkeyKey(userId, credential));

/**
 * Stores a note about a change of passkeys in the same write as the change. The table's stream passes the note to a
 * worker, which mails the user and repeats a failed mail. So the change never waits for the mail, and the user always
 * hears of it.
 */
function putNews(passkey: Passkey, kind: PasskeyNews['kind'], change: PasskeyChange): Write {
  const { userId, email, name } = passkey;
  const [id, at] = [newId(), Date.now()];
  const news: PasskeyNews = { id, kind, userId, email, name, at, ...change };
  return { item: put({ ...passkeyNewsKey(id), ...news, expires: inSeconds(at + newsLifetime) }) };
}

/** In milliseconds. The note must outlive the stream's records, which an operator can have read again. */
const newsLifetime = 7 * day;

/**
 * Stores a new passkey. Its credential belongs to this user from now on.
 *
 * @throws Conflict if the credential is registered already, Refused if the user has too many
 */
export const putPasskey = (passkey: Passkey, change: PasskeyChange): Promise<void> =>
  transact([
    putNews(passkey, 'added', change),
    {
      item: put({ ...credentialKey(passkey.credential), userId: passkey.userId }, 'attribute_not_exists(pk)'),
      onFailed: () => new Conflict('This passkey is registered already'),
    },
    { item: put({ ...passkeyKey(passkey.userId, passkey.credential), ...passkey }) },
    {
      item: update(
        userKey(passkey.email),
        'ADD passkeys :one',
        { ':one': 1, ':most': mostPasskeys },
        {
          condition: 'attribute_exists(pk) AND (attribute_not_exists(passkeys) OR passkeys < :most)',
        },
      ),
      onFailed: () => refuse('passkeys', `You have ${mostPasskeys} passkeys already. Remove one first`),
    },
  ]);

/**
 * Removes a passkey, so that it opens no more sessions.
 *
 * @throws NotFound
 */
export function removePasskey(passkey: Passkey, change: PasskeyChange): Promise<void> {
  const { userId, credential, email } = passkey;
  return transact([
    { item: remove(passkeyKey(userId, credential)), onFailed: () => new NotFound() },
    { item: remove(credentialKey(credential)) },
    { item: update(userKey(email), 'ADD passkeys :less', { ':less': -1 }) },
    putNews(passkey, 'removed', change),
  ]);
}

/**
 * Stores a use of a passkey. The counter of signatures must grow, unless the authenticator does not count: the
 * counter of a copied passkey lags behind.
 *
 * @throws Refused if the counter does not grow, or the passkey was removed in the meantime
 */
const notePasskeyUse = ({ userId, credential }: Passkey, counter: number, used: number): Write => ({
  item: update(
    passkeyKey(userId, credential),
    'SET #counter = :counter, used = :used',
    { ':counter': counter, ':used': used },
    {
      // If the passkey was removed, it has no counter, and neither condition holds.
      condition: counter === 0 ? '#counter = :counter' : '#counter < :counter',
      names: { '#counter': 'counter' },
    },
  ),
  onFailed: () => invalidPasskey(),
});

/** Proves an open session with a passkey, whose use is noted in the same write. @throws Refused, NotFound */
export const proveSession = (
  { pk, sk }: Key,
  passkey: Passkey,
  counter: number,
  now: number,
): Promise<void> =>
  transact([
    notePasskeyUse(passkey, counter, now),
    {
      item: update({ pk, sk }, 'SET proven = :now', { ':now': now }, { condition: 'attribute_exists(pk)' }),
      onFailed: () => new NotFound(),
    },
  ]);

/**
 * Opens a session with a passkey, whose use is noted in the same write.
 *
 * @param cookie the value that binds links to the browser
 * @throws Refused
 */
export const openSessionBy = (
  passkey: Passkey,
  counter: number,
  session: Session,
  token: string,
  cookie: string | undefined,
): Promise<void> =>
  transact([
    notePasskeyUse(passkey, counter, session.created),
    putSession(session, token),
    noteSignIn(session, invalidPasskey),
    ...notePlaces(session, cookie),
  ]);
