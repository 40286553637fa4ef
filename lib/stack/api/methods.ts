import { type Route, routesOf } from '../../routes.ts';

/**
 * The methods of a route. Every `GET` route also answers `HEAD`, with the same function and authorizer. API Gateway
 * drops the body of the answer.
 */
export const methodsOf = ({ method }: Pick<Route, 'method'>): string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** The methods of each path of an API. Every path of the checkout API also answers preflight requests. */
export function methodsByPath(api: Route['api']): Record<string, string[]> {
  const methods: Record<string, string[]> = {};
  for (const route of routesOf(api)) {
    methods[route.path] ??= api === 'pos' ? ['OPTIONS'] : [];
    methods[route.path]?.push(...methodsOf(route));
  }
  return Object.fromEntries(Object.entries(methods).map(([path, some]) => [path, some.sort()]));
}
