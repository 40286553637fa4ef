import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';
import { challenges } from '../../functions/core/domain/cards/challenges.ts';
import { openapi } from '../../lib/openapi/document.ts';
import { routes } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { faultsIn } from '../prose/rules.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Json = any;

/** The document as it is served, after conversion to JSON. */
const document: Json = JSON.parse(JSON.stringify(openapi()));

const operations: { name: string; pointer: string; operation: Json; pos: boolean }[] = Object.entries<Json>(
  document.paths,
).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'delete'].flatMap((method) => {
    if (!item[method]) return [];
    const pointer = `/paths/${inPointer(path)}/${method}`;
    const pos = item.servers?.[0].url === '{pos_url}';
    return [{ name: `${method.toUpperCase()} ${path}`, pointer, operation: item[method], pos }];
  }),
);

function inPointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test('the document has exactly the routes of the API, each at the right address', () => {
  const inDocument = operations.map(({ name, pos }) => `${pos ? 'pos' : 'base'} ${name}`);
  expect(inDocument.sort()).toEqual(routes.map(({ api, method, path }) => `${api} ${method} ${path}`).sort());
});

test('each operation has the name of its function', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.sort()).toEqual(routes.map(logicalIdOf).sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('every operation has a 400 response', () => {
  const without = operations.filter(({ operation }) => !operation.responses[400]);
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('every operation has the statuses that API Gateway answers by itself', () => {
  for (const { name, operation, pos } of operations)
    expect([name, Object.keys(operation.responses)]).toEqual([
      name,
      expect.arrayContaining(pos ? ['429', '503'] : ['429', '431', '503', '504']),
    ]);
});

test('a 422, and answers that are given again, are of routes that take an Idempotency-Key', () => {
  const keyed = (operation: Json) =>
    operation.parameters.some(({ name }: Json) => name === 'Idempotency-Key');
  const replayed = (operation: Json) =>
    Object.values<Json>(operation.responses).some(({ headers }) => headers?.['Idempotency-Replayed']);
  for (const { name, operation } of operations)
    expect([name, 422 in operation.responses, replayed(operation)]).toEqual([
      name,
      keyed(operation),
      keyed(operation),
    ]);
});

test('every reference leads to a shared schema or response, and each of those is used', () => {
  const text = JSON.stringify(document);
  const found = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
  const shared = ['schemas', 'responses'].flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
  );
  expect([...found].sort()).toEqual(shared.sort());
});

test('each operation requires the same credentials as its route', () => {
  const schemes = { none: [], signature: [], key: ['apiKey'], digest: ['digest', 'basic'] };
  for (const { method, path, authorization } of routes) {
    const { security } = operations.find(({ name }) => name === `${method} ${path}`)?.operation ?? {};
    expect(security.flatMap(Object.keys)).toEqual(schemes[authorization]);
  }
  expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'basic', 'digest']);
});

test('no webhook has credentials, and each names the age at which a receiver must refuse it', () => {
  const posts = Object.values<Json>(document.webhooks).map(({ post }) => post);
  expect(posts.length).toBeGreaterThan(20);
  for (const { security, parameters } of posts) {
    expect(security).toEqual([]);
    expect(parameters.map(({ name }: Json) => name)).toEqual([
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ]);
    expect(parameters[1].description).toContain('five minutes');
  }
});

test('the limits of keys and pages are those that the API checks, and a throttled client learns when to return', () => {
  const parametersOf = (method: string, path: string): Json =>
    Object.fromEntries(
      document.paths[path][method].parameters.map(({ name, schema }: Json) => [name, schema]),
    );
  const page = { type: 'integer', minimum: 1, maximum: 1000 };
  expect(parametersOf('get', '/merchants/{merchantId}/lines').limit).toEqual(page);
  expect(parametersOf('post', '/apps')['Idempotency-Key']).toMatchObject({ minLength: 16, maxLength: 255 });
  const capture = parametersOf('post', '/transactions/{transactionId}/captures');
  expect(capture['Idempotency-Key']).toMatchObject({ minLength: 1, maxLength: 255 });
  const waits = ['Throttled', 'Unavailable'].map((name) => document.components.responses[name].headers);
  for (const headers of waits) expect(headers).toHaveProperty('Retry-After');
});

test('each challenge that a payment can answer with is a value of the path that performs it', () => {
  const names = document.components.schemas.Challenges.properties.challenges.items.properties.name.enum;
  const { parameters } = document.paths['/payments/challenges/{challenge}'].post;
  const inPath = parameters.find(({ name }: Json) => name === 'challenge').schema.enum;
  expect([names, inPath]).toEqual([Object.keys(challenges), Object.keys(challenges)]);
});

describe('examples', () => {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');

  const media = operations.flatMap(({ name, pointer, operation }) => [
    ...Object.entries<Json>(operation.requestBody?.content ?? {}).map(([type, { examples }]) => ({
      name: `${name}, as ${type}`,
      at: `${pointer}/requestBody/content/${inPointer(type)}/schema`,
      type,
      examples,
    })),
    ...Object.entries<Json>(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.entries<Json>(content).map(([type, { examples }]) => ({
        name: `${name}, ${status} in ${type}`,
        at: `${pointer}/responses/${status}/content/${inPointer(type)}/schema`,
        type,
        examples,
      })),
    ),
  ]);

  test.each(media.filter(({ examples }) => examples))('examples of $name are valid', ({ at, examples }) => {
    const validate = ajv.getSchema(`openapi#${at}`);
    for (const [name, { value }] of Object.entries<Json>(examples)) {
      validate?.(value);
      expect([name, validate?.errors]).toEqual([name, null]);
    }
  });

  const unescaped = (key: string) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
  const resolved = ({ $ref, ...schema }: Json): Json =>
    $ref ? document.components.schemas[$ref.split('/').at(-1)] : schema;

  const forms = media.filter(
    ({ name, type, examples }) => /, as /.test(name) && /urlencoded/.test(type) && examples,
  );

  test.each(forms)(
    'examples of the fields of $name are valid, and exist for each required field',
    ({ at }) => {
      const schema = at
        .split('/')
        .slice(1)
        .reduce((node: Json, key) => node[unescaped(key)], document);
      const { properties, required = [] } = resolved(schema);
      for (const name of required) expect([name, properties[name].examples?.length]).toEqual([name, 1]);
      for (const [name, { examples = [], ...property }] of Object.entries<Json>(properties))
        for (const example of examples) {
          const check = ajv.compile(JSON.parse(JSON.stringify(property).replaceAll('"#/', '"openapi#/')));
          check(example);
          expect([name, check.errors]).toEqual([name, null]);
        }
      expect(forms.length).toBeGreaterThan(9);
    },
  );

  const own = (name: string) => !/ \/(openapi|docs|sdk|assets|acquirers)|^GET \/$|\/frames\//.test(name);

  test('exist for each request body, as JSON and as a form, and for each successful JSON response', () => {
    const needed = media.filter(
      ({ name, type }) =>
        own(name) &&
        !/vnd|xml/.test(type) &&
        (/, as /.test(name) || /, 20\d in application\/json/.test(name)),
    );
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter(({ examples }) => !examples).map(({ name }) => name)).toEqual([]);
  });
});

describe('the guide', () => {
  const { description } = document.info;

  test('the guide has processing errors and every error code for customers', () => {
    for (const code of [1, 12, 22, 25, 31]) expect(description).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
    const { code } = document.components.schemas.CustomerError.properties;
    for (const name of code.enum) expect(description).toContain(`| \`${name}\` |`);
  });

  test('the guide has no other placeholders for addresses than {base_url} and {pos_url}', () => {
    const places = new Set(JSON.stringify(document).match(/\{\w+_url\}/g));
    expect([...places].sort()).toEqual(['{base_url}', '{pos_url}']);
  });
});

/** Every summary and description of the document, with its place. */
function prosesIn(value: Json, path = ''): [place: string, prose: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([key, inner]) =>
    (key === 'description' || key === 'summary') && typeof inner === 'string'
      ? [[`${path}/${key}`, inner]]
      : prosesIn(inner, `${path}/${key}`),
  );
}

test('every summary and description names a subject', () => {
  const proses = prosesIn(document);
  const faults = proses.flatMap(([place, prose]) => faultsIn(prose).map((fault) => `${place}: ${fault}`));
  expect(faults).toEqual([]);
  expect(proses.length).toBeGreaterThan(1000);
});
