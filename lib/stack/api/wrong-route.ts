import type { Route } from '../../routes.ts';
import { cors } from './cors.ts';
import { mockOperation } from './mock.ts';

type Json = Record<string, unknown>;
type Api = Route['api'];
/** The public APIs, each of which names the other. */
type Side = Exclude<Api, 'console'>;

/**
 * The stage variable in which each API finds the address of the other. The documents of the APIs cannot refer to each
 * other: CloudFormation would have to make each of them before the other.
 */
export const otherAddress = { base: 'posUrl', pos: 'baseUrl' } as const satisfies Record<Side, string>;

/**
 * Refuses the methods that a path does not have, and names those that it has.
 *
 * @param methods including `OPTIONS` if the path answers preflight requests
 */
export function wrongMethod(api: Api, path: string, methods: readonly string[]): Json {
  const taken = joinNames(methods.filter((method) => method !== 'OPTIONS'));
  return refusal(api, {
    status: 405,
    // The codes of the customer's side are a closed list.
    code: api === 'pos' ? 'ENDPOINT_NOT_FOUND' : 'METHOD_NOT_ALLOWED',
    message: `The path ${path} takes ${taken} only`,
    hello: api === 'base' && path.startsWith('/api/'),
    headers: { Allow: `'${methods.join(', ')}'` },
  });
}

/** Names the address of a path that only the other API has. */
export function wrongApi(api: Side, path: string): Json {
  const side = { base: 'the customer side', pos: 'the merchant API' }[api];
  return refusal(api, {
    status: 404,
    code: 'ENDPOINT_NOT_FOUND',
    message: `The path ${path} is on ${side}: $stageVariables.${otherAddress[api]}${path}`,
  });
}

/** Says at the root of the merchants' API, which has no endpoint there, where its endpoints are described. */
export const noRoot: Json = refusal('base', {
  status: 404,
  code: 'ENDPOINT_NOT_FOUND',
  message:
    'There is no endpoint at / of the merchant API. GET /docs describes all endpoints, GET /openapi.json does for programs. ' +
    `The customer side is at $stageVariables.${otherAddress.base}`,
});

interface Refusal {
  status: number;
  code: string;
  message: string;
  /** Set for the shape of the hello-world service's errors. */
  hello?: boolean;
  headers?: Record<string, string>;
}

function refusal(api: Api, { status, code, message, hello, headers }: Refusal): Json {
  // In the merchants' API `code` would have to be a number, and plugins read `text`. Clients of the customer's side read lines.
  const body = JSON.stringify(
    api === 'pos' || hello ? { code, message } : { error: code, message, text: message },
  );
  return mockOperation({
    status,
    headers: {
      'Content-Type': "'application/json; charset=utf-8'",
      'X-Request-Id': 'context.requestId',
      ...(api === 'pos' && cors),
      ...headers,
    },
    body: api === 'pos' ? `${body}\n` : body,
    // The console's page is the only client of its API, so one media type is enough. All types would add 30 KB to the
    // template.
    ...(api === 'console' && { accepts: ['application/json'] }),
  });
}

/** Joins names as in `GET, HEAD and PUT`. */
const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
