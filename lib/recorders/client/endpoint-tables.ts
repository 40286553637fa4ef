import { consoleRoutes, type PublicRoute, type Route, routes } from '../../routes.ts';

type Tested = Pick<Route, 'method' | 'path'> & Pick<PublicRoute, 'tests'>;

/** Replaces the two tables of `docs/endpoints.md`: the public routes and those of the console, each with its tests. */
export function withTables(page: string): string {
  const tables = [tableOf(routes), tableOf(consoleRoutes)];
  return page.replace(/^\| \| endpoint \| tests \|\n(\|.*\n)+/gm, () => `${tables.shift()}\n`);
}

function tableOf(tested: readonly Tested[]): string {
  const link = (test: string) => `[${test}](../test/${test}.test.ts)`;
  const rows = tested.map(
    ({ method, path, tests }) => `| ${method} | \`${path}\` | ${tests.map(link).join(', ')} |`,
  );
  return ['| | endpoint | tests |', '|---|---|---|', ...rows].join('\n');
}
