import type { Group, Page, TryableParameter, TryableRequest } from './page.ts';
import { pageUrl } from './render/links.ts';

/**
 * A collection in Postman's format 2.1 with every request that a page can try, in a folder for each subject. Addresses,
 * credentials and ids are variables. The credentials are empty: the reader enters their own.
 */
export function postman(groups: readonly Group[]) {
  const folders = groups
    .map(({ title, pages }) => ({ name: title, item: pages.flatMap(itemOf) }))
    .filter(({ item }) => item.length > 0);
  const ids = new Set(folders.flatMap(({ item }) => item.flatMap(({ request }) => idsOf(request))));
  return {
    info: {
      name: 'Florin',
      description:
        'The requests of the API. Set the variable `apiKey`, which `POST /apps` returns, and then `merchantId` and other ids as you make them.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: basic('', '{{apiKey}}'),
    variable: [
      { key: 'baseUrl', value: '{base_url}' },
      { key: 'posUrl', value: '{pos_url}' },
      ...['apiKey', 'helloUser', 'helloPassword', ...ids].map((key) => ({ key, value: '' })),
    ],
    item: folders,
  };
}

const idsOf = ({ url }: { url: { variable: { key: string }[] } }): string[] =>
  url.variable.map(({ key }) => key);

function itemOf({ name, title, description, request }: Page) {
  if (!request) return [];
  const { method, body } = request;
  return [
    {
      name: title,
      request: {
        method,
        description: `${description}\n\n${pageUrl(name)}`,
        ...authOf(request),
        url: urlOf(request),
        header: [
          ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
          ...entries(request.parameters, 'header'),
        ],
        ...(body !== undefined && {
          body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } },
        }),
      },
      response: [],
    },
  ];
}

/** The collection has the API key for all requests, so a request names credentials only if they differ. */
function authOf({ authorization }: TryableRequest) {
  if (authorization === 'key') return {};
  return {
    auth: authorization === 'none' ? { type: 'noauth' } : basic('{{helloUser}}', '{{helloPassword}}'),
  };
}

const basic = (username: string, password: string) => ({
  type: 'basic',
  basic: [
    { key: 'username', value: username, type: 'string' },
    { key: 'password', value: password, type: 'string' },
  ],
});

function urlOf({ api, path, parameters }: TryableRequest) {
  const host = `{{${api}Url}}`;
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const query = entries(parameters, 'query');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `${[host, ...parts].join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: [host],
    path: parts,
    ...(query.length > 0 && { query }),
    variable: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, choices }) => ({ key: name, value: choices?.[0] ?? `{{${name}}}` })),
  };
}

/** Optional parameters are present, but disabled. Each request has its own idempotency key. */
function entries(parameters: readonly TryableParameter[], place: TryableParameter['in']) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, example, choices, required }) => {
      const isKey = name === 'Idempotency-Key';
      const value = isKey ? '{{$guid}}' : example || (choices?.[0] ?? '');
      return { key: name, value, ...(!required && !isKey && { disabled: true }) };
    });
}
