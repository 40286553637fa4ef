import validator from 'validator:passkeyUse';
import { ownUrl } from '#aws/own-url.ts';
import { longestSession } from '#domain/console/session.ts';
import { siteOf } from '#domain/console/site.ts';
import { body } from '#http/body/body.ts';
import { hostCookie } from '#http/request/cookies.ts';
import { browserOf, cookies, openConsoleApi } from '#http/routes/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { signInByPasskey } from '#usecases/console/passkeys.ts';

/** Opens a session with a passkey. Every cause of a refusal has the same answer. */
export const handler = openConsoleApi('POST /sign-in/passkey')
  .use(body<Requests['passkeyUse']>(validator))
  .handler(async (event, { body }) => {
    const session = await signInByPasskey(siteOf(ownUrl(event)), body, browserOf(event));
    const cookie = hostCookie(cookies.session, session, longestSession / 1000);
    return { status: 204, headers: { 'Set-Cookie': cookie } };
  });
