import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import { routes } from '../../lib/routes.ts';

/** The acquirer's name is written so where each acquirer has the route. */
const asWritten = (path: string): string => path.replace(/^\/acquirers\/\w+\//, '/acquirers/<acquirer>/');

/** Made from it are the names and types of its path parameters, and whoever reads the file sees where it is called. */
test.each(routes)('functions/$entry.ts says that it is $method $path', ({ entry, method, path }) => {
  const source = readFileSync(join(root, `functions/${entry}.ts`), 'utf8');
  expect(source.match(/'[A-Z]+ \/[^']*'|`[A-Z]+ \/[^`]*`/g)?.map((text) => text.slice(1, -1))).toContain(
    `${method} ${asWritten(path)}`,
  );
});
