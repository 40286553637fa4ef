import { hostCookie } from '#http/request/cookies.ts';
import { consoleApi, cookies } from '#http/routes/console-api.ts';
import { endSessions, sessionsOf } from '#store/console/sessions.ts';

/** Ends the session of the request. */
export const handler = consoleApi('DELETE /session').handler(async (_, { session: { id, userId } }) => {
  const sessions = await sessionsOf(userId);
  await endSessions(sessions.filter((session) => session.id === id));
  return { status: 204, headers: { 'Set-Cookie': hostCookie(cookies.session, '', 0) } };
});
