import { requireFound } from '#domain/outcome.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { endSessions, sessionsOf } from '#store/console/sessions.ts';

/** Ends one of the user's own sessions. */
export const handler = consoleApi('DELETE /sessions/{sessionId}').handler(
  async (_, { session: { userId }, params: { sessionId } }) => {
    const sessions = await sessionsOf(userId);
    await endSessions([requireFound(sessions.find(({ id }) => id === sessionId))]);
    return { status: 204 };
  },
);
