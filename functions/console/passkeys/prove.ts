import validator from 'validator:passkeyUse';
import { ownUrl } from '#aws/own-url.ts';
import { siteOf } from '#domain/console/site.ts';
import { body } from '#http/body/body.ts';
import { cookieOf } from '#http/request/cookies.ts';
import { consoleApi, cookies } from '#http/routes/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { prove } from '#usecases/console/passkeys.ts';

/** Confirms the user's identity with a passkey, so that the session may make sensitive changes for 5 minutes. */
export const handler = consoleApi('POST /session/proof')
  .use(body<Requests['passkeyUse']>(validator))
  .handler(async (event, { session, body }) => {
    const cookie = cookieOf(event.multiValueHeaders, cookies.browser);
    await prove(siteOf(ownUrl(event)), session, body, cookie);
    return { status: 204 };
  });
