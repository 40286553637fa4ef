import { consoleApi } from '#http/routes/console-api.ts';
import { presentSession } from '#presenters/console.ts';
import { sessionsOf } from '#store/console/sessions.ts';

/** Lists the open sessions of the user, the newest first. */
export const handler = consoleApi('GET /sessions').handler(async (_, { session: { id, userId } }) => {
  const sessions = await sessionsOf(userId);
  sessions.sort((one, other) => other.created - one.created);
  return { status: 200, body: sessions.map((session) => presentSession(session, id)) };
});
