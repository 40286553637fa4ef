import type { Id } from '#domain/id.ts';
import type { Middleware } from './middleware.ts';

/** Gives the handler the app that the authorizer found; empty on routes without credentials. */
export const identity = (): Middleware<{ appId: Id }> => ({
  before: ({ event, context }) => {
    context.appId = event.requestContext.authorizer?.principalId ?? '';
  },
});
