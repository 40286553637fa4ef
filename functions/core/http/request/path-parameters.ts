import { type Id, isId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import type { Middleware } from '../middleware.ts';

type NameIn<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/** The parameters in a route's path, by name: `GET /cards/{cardId}` has a `cardId`. */
export type PathParameters<Route extends string> = Record<NameIn<Route>, string>;

/** Gives the handler the values of the parameters in the route's path. */
export const pathParameters = <Route extends string>(
  route: Route,
): Middleware<{ params: PathParameters<Route> }> => ({
  before: ({ event, context }) => {
    context.params = parametersOf(route, event.pathParameters);
  },
});

/**
 * Gives the handler the ids in the route's path. A customer's id may be any text, as the merchant chooses it.
 *
 * @throws 404 for a malformed id, as no object can have it
 */
export const pathIds = <Route extends string>(
  route: Route,
): Middleware<{ params: Record<NameIn<Route>, Id> }> => ({
  before: ({ event, context }) => {
    const params = parametersOf(route, event.pathParameters);
    if (!Object.entries(params).every(([name, value]) => name === 'customer' || isId(value)))
      throw new NotFound();
    context.params = params;
  },
});

function parametersOf<Route extends string>(
  route: Route,
  values: Record<string, string | undefined> | null,
): PathParameters<Route> {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, values?.[name] ?? ''])) as PathParameters<Route>;
}
