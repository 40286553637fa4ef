import Ajv from 'ajv/dist/2020.js';
import { operations } from '../../../lib/site/pages/reference.ts';
import { site } from '../../../lib/site/site.ts';

const text = site().get('postman.json') ?? '';
const collection = JSON.parse(text);

const exactly = (required: string[], properties: object, more: object = {}) => ({
  type: 'object',
  required,
  properties: { ...properties, ...more },
  additionalProperties: false,
});
const string = { type: 'string' };
const filled = { type: 'string', minLength: 1 };
const pair = exactly(['key', 'value'], { key: filled, value: string }, { disabled: { type: 'boolean' } });
const pairs = { type: 'array', items: pair };

/** The rules of Postman's schema of collections, version 2.1, for the parts that ours has. */
const auth = {
  oneOf: [
    exactly(['type'], { type: { const: 'noauth' } }),
    exactly(['type', 'basic'], {
      type: { const: 'basic' },
      basic: {
        type: 'array',
        minItems: 2,
        items: exactly(['key', 'value', 'type'], { key: filled, value: string, type: { const: 'string' } }),
      },
    }),
  ],
};
const request = exactly(
  ['method', 'url', 'header', 'description'],
  {
    method: { enum: ['GET', 'POST', 'PUT', 'DELETE'] },
    url: exactly(
      ['raw', 'host', 'path', 'variable'],
      {
        raw: filled,
        host: { type: 'array', minItems: 1, items: filled },
        path: { type: 'array', items: string },
        variable: pairs,
      },
      { query: pairs },
    ),
    header: pairs,
    description: filled,
  },
  {
    auth,
    body: exactly(['mode', 'raw', 'options'], {
      mode: { const: 'raw' },
      raw: string,
      options: { type: 'object' },
    }),
  },
);
const item = exactly(['name', 'request', 'response'], {
  name: filled,
  request,
  response: { type: 'array', maxItems: 0 },
});
const schema = exactly(['info', 'item', 'auth', 'variable'], {
  info: exactly(['name', 'schema', 'description'], {
    name: filled,
    description: filled,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth,
  variable: pairs,
  item: {
    type: 'array',
    items: exactly(['name', 'item'], { name: filled, item: { type: 'array', minItems: 1, items: item } }),
  },
});

test('the collection has the shape of Postman’s collections, version 2.1', () => {
  const validate = new Ajv({ strict: false }).compile(schema);
  validate(collection);
  expect(validate.errors).toBeNull();
});

// biome-ignore lint/suspicious/noExplicitAny: a collection as Postman writes it
type Json = any;

const requests: Json[] = collection.item.flatMap(({ item }: Json) =>
  item.map(({ request }: Json) => request),
);

/** Browsers and the acquirer send these. */
const forBrowsers =
  /^GET \/$|^GET .*\.js$|^GET \/payments\/returns| \/(docs|acquirers|assets|csp-reports|l\/|logos|payments\/(frames|simulated-bank))/;

test('the collection has each operation that merchants call, once', () => {
  const inCollection = requests.map(
    ({ method, url }) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(new Set(inCollection).size).toBe(inCollection.length);
  const known = operations.map(({ method, path }) => `${method} ${path}`);
  expect(inCollection.filter((name) => !known.includes(name))).toEqual([]);
  const absent = known.filter((name) => !inCollection.includes(name));
  expect(absent.filter((name) => !forBrowsers.test(name))).toEqual([]);
});

test('the collection has no credentials, and a variable for every name that a request uses', () => {
  const values = Object.fromEntries(collection.variable.map(({ key, value }: Json) => [key, value]));
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));
  expect([...used].filter((name) => !(name in values))).toEqual([]);
  for (const [name, value] of Object.entries(values))
    expect([name, value]).toEqual([name, { baseUrl: '{base_url}', posUrl: '{pos_url}' }[name] ?? '']);
});
