import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import {
  type HttpRequest,
  lastOf,
  multiValueHeadersOf,
  pathOf,
  queryOf,
  type RequestContext,
} from './event.ts';

/** An answer that API Gateway gives by itself. */
export class GatewayError extends Error {
  /**
   * Makes the error.
   *
   * @param text null if API Gateway has no message for it
   */
  constructor(
    readonly type: GatewayResponseType,
    readonly text: string | null = defaults[type].message,
    readonly status = defaults[type].status,
  ) {
    super(`${type}: ${text}`);
  }
}

export type GatewayResponseType = keyof typeof defaults;

const defaults = {
  ACCESS_DENIED: {
    status: 403,
    message: 'User is not authorized to access this resource' as string | null,
    error: 'AccessDeniedException',
  },
  API_CONFIGURATION_ERROR: {
    status: 500,
    message: 'Internal server error',
    error: 'InternalServerErrorException',
  },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: null, error: 'AuthorizerConfigurationException' },
  AUTHORIZER_FAILURE: { status: 500, message: null, error: 'AuthorizerFailureException' },
  DEFAULT_4XX: { status: 400, message: 'Bad Request', error: 'BadRequestException' },
  DEFAULT_5XX: { status: 502, message: 'Internal server error', error: 'InternalServerErrorException' },
  INTEGRATION_FAILURE: {
    status: 500,
    message: 'Internal server error',
    error: 'InternalServerErrorException',
  },
  INTEGRATION_TIMEOUT: {
    status: 504,
    message: 'Endpoint request timed out',
    error: 'InternalServerErrorException',
  },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    message: 'Missing Authentication Token',
    error: 'MissingAuthenticationTokenException',
  },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long', error: 'RequestTooLargeException' },
  THROTTLED: { status: 429, message: 'Too Many Requests', error: 'TooManyRequestsException' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized', error: 'UnauthorizedException' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Unsupported Media Type',
    error: 'UnsupportedMediaTypeException',
  },
};

/**
 * Makes the answer to an error: the API's own gateway response for its type, or for its class (4xx or 5xx), or else
 * the default of API Gateway.
 */
export function gatewayAnswer(
  error: GatewayError,
  api: Api,
  request: HttpRequest,
  context: RequestContext,
): Answer {
  const fallback = error.status >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX';
  const custom = api.gatewayResponses[error.type] ?? api.gatewayResponses[fallback];
  const full = { ...context, error: errorContext(error) };
  const [mediaType, template] = templateFor(custom?.templates ?? {}, request);

  const headers = new Map([['Content-Type', mediaType]]);
  for (const [name, expression] of Object.entries(custom?.headers ?? {})) {
    const value = evaluate(expression, full, api, request);
    if (value === undefined) continue;
    for (const other of headers.keys()) if (other.toLowerCase() === name.toLowerCase()) headers.delete(other);
    headers.set(name, value);
  }
  headers.set('x-amzn-ErrorType', defaults[error.type].error);

  return {
    status: custom?.status ?? error.status,
    headers: [...headers],
    body: Buffer.from(render(template, full)),
  };
}

function errorContext({ type, text }: GatewayError) {
  return { message: text ?? '', messageString: JSON.stringify(text), responseType: type };
}

const plain: [string, string] = ['application/json', '{"message":$context.error.messageString}'];

/** Chooses the template for the client's `Accept`, or else the one for JSON. */
function templateFor(templates: Record<string, string>, request: HttpRequest): [string, string] {
  const accept = lastOf(multiValueHeadersOf(request), 'accept') ?? '';
  const wanted = accept.split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const found = [...wanted, 'application/json'].find((type) => Object.hasOwn(templates, type));
  return found ? [found, templates[found] ?? ''] : (Object.entries(templates)[0] ?? plain);
}

/** Replaces variables. Gateway responses have no template language beyond that. */
function render(template: string, context: object): string {
  return template.replace(
    /\$context((?:\.\w+)+)/g,
    (_whole, path: string) => at(context, path.slice(1)) ?? '',
  );
}

/** Evaluates the value of a header: a text in quotes, `context.…`, or a part of the request. */
export function evaluate(
  expression: string,
  context: object,
  api: Api,
  request: HttpRequest,
): string | undefined {
  const quoted = /^'(.*)'$/s.exec(expression);
  if (quoted) return quoted[1];
  const [, source, name = ''] =
    /^(context|stageVariables|method\.request\.(?:header|querystring|path))\.(.+)$/.exec(expression) ?? [];
  switch (source) {
    case 'context':
      return at(context, name);
    case 'stageVariables':
      return api.stageVariables?.[name];
    case 'method.request.header':
      return lastOf(multiValueHeadersOf(request), name);
    case 'method.request.querystring':
      return queryOf(request.url)[name]?.at(-1);
    case 'method.request.path':
      return pathOf(request.url);
    default:
      return undefined;
  }
}

function at(context: object, path: string): string | undefined {
  let value: unknown = context;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}
