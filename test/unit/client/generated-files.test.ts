import { readFileSync } from 'node:fs';
import { generatedFiles } from '../../../lib/recorders/client/generated-files.ts';
import { namedOperations, readDocument } from '../../../lib/recorders/client/operations.ts';
import { verbs } from '../../../lib/recorders/client/verbs.ts';

test.each(generatedFiles())('$file is as `npm run client` writes it', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('each operation of the OpenAPI document has a verb or is marked to have none, and each verb an operation', () => {
  const { paths } = readDocument();
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      method === 'servers' ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  expect(Object.keys(verbs).sort()).toEqual(documented.sort());
});

test('the operations without a verb are pages, scripts, images, and the acquirer’s own', () => {
  const { paths } = readDocument();
  const unnamed = Object.entries(verbs).flatMap(([route, verb]) => (verb ? [] : [route]));
  const answersJson = unnamed.filter((route) => {
    const [method = '', path = ''] = route.split(' ');
    return 'application/json' in (paths[path]?.[method.toLowerCase()]?.responses['200']?.content ?? {});
  });
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
