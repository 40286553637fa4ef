import { hostCookie } from '#http/request/cookies.ts';
import { consoleApi, cookies } from '#http/routes/console-api.ts';
import { endSessions, sessionsOf } from '#store/console/sessions.ts';

/** Ends all sessions of the user, that of the request included. */
export const handler = consoleApi('DELETE /sessions').handler(async (_, { session: { userId } }) => {
  await endSessions(await sessionsOf(userId));
  return { status: 204, headers: { 'Set-Cookie': hostCookie(cookies.session, '', 0) } };
});
