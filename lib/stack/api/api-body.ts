import { type Route, routes } from '../../routes.ts';
import type { Authorizer } from './authorizers.ts';
import { preflight } from './cors.ts';
import { gatewayResponses } from './gateway-responses.ts';
import type { Callee } from './invokers.ts';
import { methodsOf } from './methods.ts';

/** A route with its function and its authorizer. */
export interface ServedRoute {
  route: Route;
  function: Callee;
  /** Absent if anybody may call the route. */
  authorizer?: Authorizer;
}

interface Options {
  /**
   * The API's name. It is both here and on the API itself, and CloudFormation may use either, so they must be equal.
   */
  title: string;
  api: Route['api'];
  served: readonly ServedRoute[];
  /** The function that refuses methods that a path does not have, and paths that only another API has. */
  refusal: Callee;
}

type Json = Record<string, unknown>;

/**
 * The document that API Gateway imports as one of the APIs: OpenAPI 3.0 with API Gateway's extensions, in one resource
 * of the stack (docs/adr/0001-describe-each-api-in-openapi.md). `/openapi.json`, which is for people, is made of the same
 * routes.
 */
export function apiBody({ title, api, served, refusal }: Options): Json {
  const authorizers = new Set(served.flatMap(({ authorizer }) => authorizer ?? []));
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: pathsOf(api, served, refusal),
    components: {
      securitySchemes: Object.fromEntries(
        [...authorizers].map((authorizer) => [authorizer.name, schemeOf(authorizer)]),
      ),
    },
    'x-amazon-apigateway-gateway-responses': gatewayResponses(api),
    // The smallest answer, in bytes, that API Gateway compresses. Pages and long lists arrive in a fraction of the
    // time; smaller answers would only grow.
    'x-amazon-apigateway-minimum-compression-size': 1024,
    ...(api === 'pos' && { 'x-amazon-apigateway-binary-media-types': binary }),
  };
}

const anyMethod = 'x-amazon-apigateway-any-method';

function pathsOf(api: Route['api'], served: readonly ServedRoute[], refusal: Callee): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const { route, ...behind } of served) {
    // Browsers send a preflight request before they call the checkout API from another site.
    paths[route.path] ??= { ...parametersOf(route.path), ...(api === 'pos' && { options: preflight }) };
    for (const method of methodsOf(route))
      Object.assign(paths[route.path] ?? {}, { [method.toLowerCase()]: operationOf(behind) });
  }
  // Each public API also has the paths of the other one, to name the other's address.
  if (api !== 'console') for (const { path } of routes) paths[path] ??= parametersOf(path);
  for (const item of Object.values(paths)) item[anyMethod] = operationOf({ function: refusal });
  return paths;
}

function parametersOf(path: string): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return parameters.length > 0 ? { parameters } : {};
}

function operationOf({ function: called, authorizer }: Omit<ServedRoute, 'route'>): Json {
  return {
    ...(authorizer && { security: [{ [authorizer.name]: [] }] }),
    // Kept short: a template of at most a megabyte contains this some hundred times.
    responses: { 200: { description: 'Any' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: called.uri,
      credentials: called.invokerArn,
    },
  };
}

function schemeOf({ type, header, cacheSeconds, function: called }: Authorizer): Json {
  return {
    type: 'apiKey',
    in: 'header',
    // OpenAPI requires the name of a header. For an authorizer that reads the whole request, API Gateway uses
    // `Unused`.
    name: header ?? 'Unused',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type,
      ...(header && { identitySource: `method.request.header.${header}` }),
      authorizerUri: called.uri,
      authorizerCredentials: called.invokerArn,
      authorizerResultTtlInSeconds: cacheSeconds,
    },
  };
}

/**
 * The media types whose bodies API Gateway passes on as bytes: all of them. A function of the checkout API may
 * answer with an image, and browsers and messengers ask for it with any `Accept` header. So these functions also get
 * request bodies in Base64.
 */
export const binary = ['*/*'];
