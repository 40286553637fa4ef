import validator from 'validator:signInConfirm';
import { longestSession } from '#domain/console/session.ts';
import { body } from '#http/body/body.ts';
import { hostCookie } from '#http/request/cookies.ts';
import { browserOf, cookies, openConsoleApi } from '#http/routes/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { signIn } from '#usecases/console/sessions.ts';

/** Opens a session with the token of a link. A used or expired link, or one of another browser, is always the same 400. */
export const handler = openConsoleApi('POST /sign-in/confirm')
  .use(body<Requests['signInConfirm']>(validator))
  .handler(async (event, { body: { token } }) => {
    const session = await signIn(token, browserOf(event));
    const cookie = hostCookie(cookies.session, session, longestSession / 1000);
    return { status: 204, headers: { 'Set-Cookie': cookie } };
  });
