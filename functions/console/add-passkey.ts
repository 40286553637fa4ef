import schema from 'validator:passkeyAdd';
import { ownUrl } from '#aws/own-url.ts';
import { siteOf } from '#domain/console/webauthn.ts';
import { body } from '#http/body/body.ts';
import { languageOf } from '#http/request/request-language.ts';
import { browserOf, consoleApi } from '#http/routes/console-api.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { presentPasskey } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { auditEverywhere } from '#usecases/accounts/audit.ts';
import { addPasskey } from '#usecases/console/passkeys.ts';
import { assertStepUp } from '#usecases/console/step-up.ts';
import { nameFaults } from './shown-name.ts';

/** Adds a passkey to the user of the session. */
export const handler = consoleApi('POST /passkeys')
  .use(body<Requests['passkeyAdd']>({ ...schema, rules: nameFaults }))
  .handler(async (event, { caller, session, body }) => {
    await auditEverywhere(caller);
    await assertStepUp(caller);
    const language = languageOf(event, consoleLanguages).name;
    const change = { ...browserOf(event), language };
    const passkey = await addPasskey(siteOf(ownUrl(event)), session, body, change);
    return { status: 201, body: presentPasskey(passkey) };
  });
