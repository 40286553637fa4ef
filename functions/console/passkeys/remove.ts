import { hasRecentLink } from '#domain/console/step-up.ts';
import { requireFound } from '#domain/outcome.ts';
import { languageOf } from '#http/request/request-language.ts';
import { browserOf, consoleApi } from '#http/routes/console-api.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { passkeysOf } from '#store/console/passkeys.ts';
import { auditEverywhere } from '#usecases/accounts/audit.ts';
import { assertStepUp } from '#usecases/console/step-up.ts';
import { withdrawPasskey } from '#usecases/console/withdraw-passkey.ts';

/** Removes one of the user's own passkeys. */
export const handler = consoleApi('DELETE /passkeys/{passkeyId}').handler(
  async (event, { caller, session: { id, userId }, params: { passkeyId } }) => {
    const passkey = requireFound((await passkeysOf(userId)).find((one) => one.id === passkeyId));
    // A new sign-in with a mailed link is enough here: a person who has lost the device must be able to remove its passkey.
    if (!hasRecentLink(caller.request?.stepUps ?? {}, Date.now())) await assertStepUp(caller);
    // Each merchant of the user gets an entry, so none is written for a request that cannot succeed.
    await auditEverywhere(caller);
    const { device, address } = browserOf(event);
    const language = languageOf(event, consoleLanguages).name;
    await withdrawPasskey(passkey, id, { device, address, language });
    return { status: 204 };
  },
);
