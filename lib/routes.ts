import { routes as acquirerRows } from '../functions/acquirers/routes.ts';
import { consoleRows, publicRows } from '../functions/routes.ts';
import type { ConsoleRow, Operation, PublicRow, RouteFacts } from '../schemas/route/row.ts';
import type { Sends } from './queues.ts';

export type { SealAction, TableAction } from '../schemas/route/row.ts';

/** A route that an API serves. */
export interface Route
  extends RouteFacts,
    Pick<ConsoleRow, 'list' | 'sample'>,
    Partial<Pick<Operation, 'parameters'>> {
  sends?: Sends;
}

/** A route of the public APIs: those of merchants' servers and of customers. */
export interface PublicRoute extends Route, Operation, Pick<PublicRow, 'verb' | 'tests'> {
  api: 'base' | 'pos';
  authorization: PublicRow['authorization'];
  /** The users who may call the route in the console; `false` or absent for a route that the console does not serve. */
  console?: PublicRow['console'];
}

const table = [...publicRows, ...acquirerRows] satisfies readonly Route[];

/** The routes of the public APIs, which the OpenAPI document describes. */
export const routes: readonly PublicRoute[] = table;

/** The console's own routes. */
export const consoleRoutes: readonly (Route & Pick<PublicRow, 'tests'>)[] = consoleRows;

/** The routes that have a function of their own: those of the public APIs, and the console's. */
export const functionRoutes: readonly Route[] = [...table, ...consoleRoutes.filter(({ shared }) => !shared)];

/** The routes of the merchants' API, as the console serves them: below `/api`, behind a session. */
const apiRoutes: readonly Route[] = routes
  .filter((route) => route.console)
  .map((route) => ({ ...route, api: 'console', path: `/api${route.path}`, authorization: 'session' }));

/** All routes that an API serves. */
export const routesOf = (api: Route['api']): Route[] =>
  [...table, ...consoleRoutes, ...apiRoutes].filter((route) => route.api === api);

/** The public routes as text, `POST /apps`. A type can require an entry for each of them. */
export type RouteName = NameOf<(typeof table)[number]>;

type NameOf<R extends Route> = R extends Route ? `${R['method']} ${R['path']}` : never;
