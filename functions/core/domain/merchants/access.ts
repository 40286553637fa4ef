import { consoleRows, publicRows } from '../../../routes.ts';

/**
 * The access of users and of apps with roles, by the rows of all routes. A bundle contains only these tables, which `lib/build/access.ts` makes
 * at build time, and not the rows.
 */

/** The rows with roles. A route is named as in the merchants' API, without `/api`. */
const rows = [...publicRows, ...consoleRows].flatMap((row) => {
  const access = ('console' in row && row.console) || ('apps' in row && { roles: row.apps });
  return access ? [{ route: `${row.method} ${row.path.replace(/^\/api(?=\/)/, '')}`, ...access }] : [];
});

const routesFor = (group: (typeof rows)[number]['roles']): string[] =>
  rows.filter(({ roles }) => roles === group).map(({ route }) => route);

/** The routes that each group of roles may call. */
export const routesByGroup = {
  everybody: routesFor('everybody'),
  everybodyAndCashiers: routesFor('everybodyAndCashiers'),
  movers: routesFor('movers'),
  cashiers: routesFor('cashiers'),
  voiders: routesFor('voiders'),
  refunders: routesFor('refunders'),
  bookkeepers: routesFor('bookkeepers'),
  owners: routesFor('owners'),
  tills: routesFor('tills'),
};

/** The changes that a user need not confirm. */
export const unconfirmed: readonly string[] = rows.flatMap((row) =>
  'stepUp' in row && !row.stepUp ? [row.route] : [],
);

/** The name of each change's words in the audit log. */
export const auditNames = Object.fromEntries(
  rows.flatMap((row) => ('audit' in row ? [[row.route, row.audit] as const] : [])),
);
