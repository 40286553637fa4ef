import type { Caller } from '#domain/caller.ts';
import type { Middleware } from './middleware.ts';

/** Gives the handler the caller that the authorizer found; an app without an id on routes without credentials. */
export const identity = (): Middleware<{ caller: Caller }> => ({
  before: ({ event: { httpMethod, resource, requestContext }, context }) => {
    const { principalId: id = '', identity: kind } = requestContext.authorizer ?? {};
    context.caller =
      kind === 'user' ? { kind, id, route: routeOf(httpMethod, resource) } : { kind: 'app', id };
  },
});

/** The name of a route, as the merchants' API has it. The console serves its routes below `/api`, and `HEAD` is a `GET`. */
const routeOf = (method: string, resource: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${resource.replace(/^\/api(?=\/)/, '')}`;
