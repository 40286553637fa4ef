import { found } from '#domain/outcome.ts';
import { consoleApi } from '#http/console-api.ts';
import { passkeysOf, removePasskey } from '#store/passkeys.ts';
import { auditEverywhere } from '#usecases/accounts/audit.ts';

/** Removes one of the user's own passkeys. */
export const handler = consoleApi('DELETE /passkeys/{passkeyId}').handler(
  async (_, { caller, session: { userId }, params: { passkeyId } }) => {
    const passkey = found((await passkeysOf(userId)).find(({ id }) => id === passkeyId));
    await auditEverywhere(caller);
    await removePasskey(passkey);
    return { status: 204 };
  },
);
