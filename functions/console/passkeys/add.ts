import schema from 'validator:passkeyAdd';
import { ownUrl } from '#aws/own-url.ts';
import { siteOf } from '#domain/console/site.ts';
import { body } from '#http/body/body.ts';
import { nameFaults } from '#http/body/validate.ts';
import { languageOf } from '#http/request/request-language.ts';
import { browserOf, consoleApi } from '#http/routes/console-api.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { presentPasskey } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { putPasskey } from '#store/console/passkeys.ts';
import { auditEverywhere } from '#usecases/accounts/audit.ts';
import { verifyNewPasskey } from '#usecases/console/passkeys.ts';
import { assertStepUp } from '#usecases/console/step-up.ts';

/** Adds a passkey to the user of the session. */
export const handler = consoleApi('POST /passkeys')
  .use(body<Requests['passkeyAdd']>({ ...schema, rules: nameFaults }))
  .handler(async (event, { caller, session, body }) => {
    await assertStepUp(caller);
    const { cookie, ...browser } = browserOf(event);
    const passkey = await verifyNewPasskey(siteOf(ownUrl(event)), session, body, cookie);
    // Each merchant of the user gets an entry, so none is written for a request that cannot succeed.
    await auditEverywhere(caller);
    await putPasskey(passkey, { ...browser, language: languageOf(event, consoleLanguages).name });
    return { status: 201, body: presentPasskey(passkey) };
  });
