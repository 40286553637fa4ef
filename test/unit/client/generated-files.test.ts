import { readFileSync } from 'node:fs';
import { generatedFiles } from '../../../lib/recorders/client/generated-files.ts';
import { namedOperations, readDocument } from '../../../lib/recorders/client/operations.ts';
import { routes } from '../../../lib/routes.ts';

test.each(generatedFiles())('$file is as `npm run client` writes it', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the operations without a verb are pages, scripts, images, and the acquirer’s own', () => {
  const { paths } = readDocument();
  const answersJson = routes
    .filter(({ verb }) => verb === 'none')
    .filter(
      ({ method, path }) =>
        'application/json' in (paths[path]?.[method.toLowerCase()]?.responses['200']?.content ?? {}),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(answersJson.sort()).toEqual([
    'GET /docs/{page}',
    'GET /openapi.json',
    'POST /acquirers/stripe/events',
  ]);
});

test('no two operations have the same verb', () => {
  const names = namedOperations(readDocument()).map(
    ({ client, resource, verb }) => `${client} ${resource}.${verb}`,
  );
  expect(new Set(names).size).toBe(names.length);
});
