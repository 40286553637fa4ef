import { existsSync, readFileSync } from 'node:fs';
import { consoleRoutes, routes } from '../../lib/routes.ts';
import { consoleTests, endpointTable, tests } from '../endpoints.ts';

const named = Object.entries(tests);
const ofConsole = Object.entries(consoleTests);

test('the list of tests names exactly the endpoints of the API', () => {
  expect(named.map(([route]) => route).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test('the list of tests names exactly the console’s own endpoints', () => {
  expect(ofConsole.map(([route]) => route).sort()).toEqual(
    consoleRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test.each([...named, ...ofConsole])(
  '%s: each test named for this endpoint exists, and the path occurs in one of them',
  (route, names) => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const file = `test/${name}.test.ts`;
      expect([file, existsSync(file)]).toEqual([file, true]);
    }
    const asked = names.map((name) => sources(`test/${name}.test.ts`)).join('\n');
    // The last part of the path that is not a parameter.
    const [, path = ''] = route.split(' ');
    const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    expect(asked).toContain(word);
  },
);

/** The source of the test and of its helpers. */
function sources(file: string): string {
  const own = readFileSync(file, 'utf8');
  const helpers = [...own.matchAll(/from '(\.\.?\/[^']*support\/[^']+\.ts)'/g)];
  const folder = file.replace(/[^/]+$/, '');
  return [own, ...helpers.map(([, helper]) => readFileSync(`${folder}${helper}`, 'utf8'))].join('\n');
}

test('docs/endpoints.md contains the tables of endpoints and their tests', () => {
  const page = readFileSync('docs/endpoints.md', 'utf8');
  for (const one of [tests, consoleTests]) expect(page).toContain(endpointTable(one));
});
