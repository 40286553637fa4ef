import type { Passkey } from '#domain/console/passkey.ts';
import type { PasskeyChange } from '#domain/console/passkey-news.ts';
import type { Id } from '#domain/id.ts';
import { removePasskey } from '#store/console/passkeys.ts';
import { endSessions, sessionsOf } from '#store/console/sessions.ts';

/**
 * Removes a passkey, and ends the sessions that it has opened, except the session that makes the request. Sessions end
 * before the removal: if the function dies half-way, the user can repeat the removal only while the passkey exists.
 * Sessions end once more after the removal, as the passkey may have opened another one in between.
 *
 * @throws NotFound
 */
export async function withdrawPasskey(passkey: Passkey, asking: Id, change: PasskeyChange): Promise<void> {
  const { id, userId } = passkey;
  const endOpened = async () =>
    endSessions((await sessionsOf(userId)).filter((one) => one.passkey === id && one.id !== asking));
  await endOpened();
  await removePasskey(passkey, change);
  await endOpened();
}
