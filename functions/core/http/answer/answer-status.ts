import type { Caller } from '#domain/caller.ts';
import { logError } from '#observability/log.ts';
import type { Middleware } from '../middleware.ts';

/**
 * Passes the status of the answer to the use case that asked for it. A failure there does not change the answer, as
 * the effect of the request is already stored.
 */
export function answerStatus(): Middleware<{ caller?: Caller }> {
  const reportStatus: Middleware<{ caller?: Caller }>['after'] = async ({ event, context, response }) => {
    const { caller } = context;
    if (!caller || caller.kind === 'app' || !response) return;
    await caller.request?.onAnswer?.(response.statusCode).catch((error) => {
      logError(event.requestContext.requestId, error);
    });
  };
  return { after: reportStatus, onError: reportStatus };
}
