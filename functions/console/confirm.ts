import validator from 'validator:signInConfirm';
import { deviceOf } from '#domain/console/device.ts';
import { longestSession } from '#domain/console/session.ts';
import { body } from '#http/body.ts';
import { cookies, openConsoleApi } from '#http/console-api.ts';
import { cookieOf, hostCookie } from '#http/cookies.ts';
import { header } from '#http/headers.ts';
import type { Requests } from '#schemas/index.ts';
import { signIn } from '#usecases/console/sessions.ts';

/** Opens a session with the token of a link. A used or expired link, or one of another browser, is always the same 400. */
export const handler = openConsoleApi('POST /sign-in/confirm')
  .use(body<Requests['signInConfirm']>(validator))
  .handler(async (event, { body: { token } }) => {
    const session = await signIn(token, {
      cookie: cookieOf(event.multiValueHeaders, cookies.browser),
      device: deviceOf(header(event, 'user-agent') ?? ''),
      address: event.requestContext.identity.sourceIp,
    });
    const cookie = hostCookie(cookies.session, session, longestSession / 1000);
    return { status: 204, headers: { 'Set-Cookie': cookie } };
  });
