import { existsSync, readFileSync } from 'node:fs';
import { consoleRoutes, routes } from '../../lib/routes.ts';

test.each([...routes, ...consoleRoutes])(
  '$method $path: each test that its row names exists, and the path occurs in one of them',
  ({ path, tests }) => {
    const files = tests.map((name) => `test/${name}.test.ts`);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    // The last part of the path that is not a parameter.
    const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    expect(files.map(sources).join('\n')).toContain(word);
  },
);

/** The source of the test and of its helpers. */
function sources(file: string): string {
  const own = readFileSync(file, 'utf8');
  const helpers = [...own.matchAll(/from '(\.\.?\/[^']*support\/[^']+\.ts)'/g)];
  const folder = file.replace(/[^/]+$/, '');
  return [own, ...helpers.map(([, helper]) => readFileSync(`${folder}${helper}`, 'utf8'))].join('\n');
}
