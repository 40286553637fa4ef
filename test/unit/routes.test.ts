import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import { consoleRoutes, routes } from '../../lib/routes.ts';

/** Replaces the acquirer's name by a placeholder, as in routes that every acquirer has. */
const asWritten = (path: string): string => path.replace(/^\/acquirers\/\w+\//, '/acquirers/<acquirer>/');

/**
 * The string in the source gives the names and types of the path parameters, and tells readers the function's route.
 */
test.each([...routes, ...consoleRoutes])(
  'functions/$entry.ts names its route $method $path',
  ({ entry, method, path }) => {
    const source = readFileSync(join(root, `functions/${entry}.ts`), 'utf8');
    expect(source.match(/'[A-Z]+ \/[^']*'|`[A-Z]+ \/[^`]*`/g)?.map((text) => text.slice(1, -1))).toContain(
      `${method} ${asWritten(path)}`,
    );
  },
);

test('the console serves every route that needs the key of an app, except those that only apps may call', () => {
  const ofApps = routes.filter((route) => route.authorization === 'key' && !route.console);
  expect(ofApps.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /me',
    'POST /merchants',
    'POST /merchants/{merchantId}/transactions',
    'POST /merchants/{merchantId}/cards',
    'GET /cards/{cardId}',
  ]);
});
