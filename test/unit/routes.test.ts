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

const named = (all: readonly { method: string; path: string }[]) =>
  all.map(({ method, path }) => `${method} ${path}`);

test('the merchants’ API asks for a key or a password, except for a new app and the documentation', () => {
  const open = routes.filter(({ api, authorization }) => api === 'base' && authorization === 'none');
  expect(named(open)).toEqual(['POST /apps', 'GET /openapi.json', 'GET /docs', 'GET /docs/{page}']);
  expect(named(routes.filter(({ authorization }) => authorization === 'signature'))).toEqual([
    'POST /acquirers/stripe/events',
  ]);
  for (const { path, authorization } of routes)
    expect([path, authorization === 'digest']).toEqual([path, path.startsWith('/api/')]);
});

test('a route of the console that names an object of a merchant asks for a session', () => {
  const open = consoleRoutes.filter(({ authorization }) => authorization !== 'session');
  expect(open.length).toBeGreaterThan(5);
  expect(named(open).filter((route) => / \/api\/|\/(session|sessions|till\/day)$/.test(route))).toEqual([
    'POST /till/session',
  ]);
});
