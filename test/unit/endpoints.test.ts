import { existsSync, readFileSync } from 'node:fs';
import { routes } from '../../lib/routes.ts';
import { endpointTable, tests } from '../endpoints.ts';

const named = Object.entries(tests);

test('every endpoint is there, and none other', () => {
  expect(named.map(([route]) => route).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test.each(named)('%s: each of its tests is there, and asks it', (route, names) => {
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const file = `test/${name}.test.ts`;
    expect([file, existsSync(file)]).toEqual([file, true]);
  }
  const asked = names.map((name) => sources(`test/${name}.test.ts`)).join('\n');
  // The parts of its path that are no parameters, and what the helpers of the tests are called.
  const [, path = ''] = route.split(' ');
  const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  expect(asked).toContain(word);
});

/** The test, and the helpers that it asks the API through. */
function sources(file: string): string {
  const own = readFileSync(file, 'utf8');
  const helpers = [...own.matchAll(/from '(\.\.?\/[^']*support\/[^']+\.ts)'/g)];
  const folder = file.replace(/[^/]+$/, '');
  return [own, ...helpers.map(([, helper]) => readFileSync(`${folder}${helper}`, 'utf8'))].join('\n');
}

test('the table in docs/endpoints.md says the same', () => {
  expect(readFileSync('docs/endpoints.md', 'utf8')).toContain(endpointTable());
});
