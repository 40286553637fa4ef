import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { endOfSession, mostSessions, type Session } from '#domain/console/session.ts';
import type { Id } from '#domain/id.ts';
import { client, table } from '../table/client.ts';
import { type Key, sessionKey, userKey } from '../table/keys.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { discard, put, transact, update, type Write } from '../table/transact.ts';
import { answerIfWritten } from '../table/write-one.ts';

type StoredSession = Item & Session;

/** In seconds since 1970, when DynamoDB may delete the session. */
const expiryOf = (session: Pick<Session, 'created' | 'seen'>): number =>
  Math.ceil(endOfSession(session) / 1000);

/** Stores a session under the hash of its token. The token itself is never stored. */
export const putSession = (session: Session, token: string): Write => ({
  item: put({ ...sessionKey(session.userId, token), ...session, expires: expiryOf(session) }),
});

/**
 * Notes that a user has signed in, which proves that the address is theirs. @param onFailed makes the error if the
 * user was deleted
 */
export const noteSignIn = ({ email, created }: Session, onFailed: () => Error): Write => ({
  item: update(
    userKey(email),
    'SET signedIn = :now',
    { ':now': created },
    { condition: 'attribute_exists(pk)' },
  ),
  onFailed,
});

export const getSession = (userId: Id, token: string): Promise<StoredSession | undefined> =>
  get(sessionKey(userId, token));

/** Stores the time of a session's last use, unless the session was ended in the meantime. */
export async function noteUse({ pk, sk, created }: StoredSession, seen: number): Promise<void> {
  await answerIfWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: { pk, sk },
        UpdateExpression: 'SET seen = :seen, expires = :expires',
        ConditionExpression: 'attribute_exists(pk) AND seen < :seen',
        ExpressionAttributeValues: { ':seen': seen, ':expires': expiryOf({ created, seen }) },
      }),
    ),
  );
}

/** The sessions of a user, read consistently. */
export const sessionsOf = async (userId: Id): Promise<StoredSession[]> =>
  (await queryPartition(sessionKey(userId, '').pk)) as StoredSession[];

/**
 * Ends the oldest sessions of a user who has as many as possible, before another one opens. So the end of all sessions is a
 * bounded number of writes.
 */
export async function makeRoom(userId: Id): Promise<void> {
  const sessions = await sessionsOf(userId);
  if (sessions.length < mostSessions) return;
  sessions.sort((one, other) => other.seen - one.seen);
  await endSessions(sessions.slice(mostSessions - 1));
}

/** Ends sessions: the next request with one of them is refused. */
export async function endSessions(sessions: readonly Key[]): Promise<void> {
  await Promise.all(sessions.map((session) => transact([{ item: discard(session) }])));
}
