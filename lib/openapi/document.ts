import { version } from '../../package.json' with { type: 'json' };
import { logicalIdOf } from '../logical-id.ts';
import { type Route, type RouteName, routes } from '../routes.ts';
import { errors, replayed, requestId } from './answers.ts';
import { requestBody } from './body.ts';
import { answerExamples, requestExamples } from './examples.ts';
import { guide } from './guide/index.ts';
import type { Answer, Operation, Parameter } from './operation.ts';
import { operations } from './operations/index.ts';
import { onceKey, pathParameters } from './parameters.ts';
import { Components } from './refs.ts';
import { tags } from './tags.ts';

/**
 * The API as an OpenAPI 3.1 document: the routes of `lib/routes.ts`, the schemas of `schemas/`, and what is written
 * here beside them. `{base_url}` and `{pos_url}` stand for the addresses that a client sees.
 */
export function openapi(): Record<string, unknown> {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= route.api === 'pos' ? { servers: [servers.pos] } : {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: describe(route, components) });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Florin',
      version,
      summary: 'A payment-processing API',
      description: guide,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [servers.base],
    tags,
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'basic',
          description: 'An empty user name, and the API key of an app as password',
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Of `/api`: the user name and password of the service',
        },
        digest: {
          type: 'http',
          scheme: 'digest',
          description: 'Of `/api`, with the same credentials: RFC 7616, SHA-256 or MD5, `qop=auth`',
        },
      },
    },
  };
}

const servers = {
  base: { url: '{base_url}', description: "Merchants' servers" },
  pos: { url: '{pos_url}', description: "The customer's side: browsers and apps" },
};

const security: Record<Route['authorization'], object[]> = {
  none: [],
  key: [{ apiKey: [] }],
  digest: [{ digest: [] }, { basic: [] }],
};

function describe(route: Route, components: Components): Record<string, unknown> {
  const name = `${route.method} ${route.path}` as RouteName;
  const { tag, summary, description, deprecated, parameters = [], body, answers } = operations[name];
  const all = { ...answers, ...common(route, operations[name]) };
  return {
    operationId: logicalIdOf(route),
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    security: security[route.authorization],
    parameters: [...inPath(route), ...parameters, ...(isOnce(route, parameters) ? [onceKey] : [])].map(
      (parameter) => ({ ...parameter, schema: components.schema(parameter.schema) }),
    ),
    ...(body && {
      requestBody: withRefs(
        requestBody(body, (type) => requestExamples(name, type)),
        components,
      ),
    }),
    responses: Object.fromEntries(
      Object.entries(all).map(([status, answer]) => [
        status,
        components.answer(answer, (answer) => print(name, route, Number(status), answer, components)),
      ]),
    ),
  };
}

function inPath({ path }: Route): Parameter[] {
  return [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => {
    const parameter = pathParameters[name];
    if (!parameter) throw new Error(`${path}: lib/openapi/parameters.ts says nothing of {${name}}`);
    return parameter;
  });
}

/** Every `POST` of the merchants' API takes an Idempotency-Key, but where it is another one. */
const isOnce = ({ method, authorization }: Route, own: readonly Parameter[]): boolean =>
  method === 'POST' && authorization === 'key' && !own.some(({ name }) => name === onceKey.name);

/** What every route of its kind can answer, beside its own. */
function common(route: Route, { body, answers }: Operation): Record<number, Answer> {
  const { api, authorization, method } = route;
  if (authorization === 'digest')
    return {
      401: errors.HelloUnauthorized,
      406: errors.HelloNotAcceptable,
      429: errors.Throttled,
      500: errors.HelloInternal,
      504: errors.Timeout,
    };
  const isPage = Object.values(answers).some(({ content }) => content && !('application/json' in content));
  return {
    ...(authorization === 'key' && { 401: errors.Unauthorized }),
    ...(api === 'base' && body && { 413: errors.TooLarge, 415: errors.UnsupportedMediaType }),
    ...(api === 'base' && method === 'POST' && { 422: errors.KeyReused }),
    429: errors.Throttled,
    500: isPage ? errors.PageFailed : errors.Internal,
    ...(api === 'base' && { 504: errors.Timeout }),
  };
}

function print(name: RouteName, route: Route, status: number, answer: Answer, components: Components) {
  const { description, headers, content } = answer;
  const keyed = status < 300 && route.method === 'POST' && route.authorization !== 'digest';
  const all = { ...requestId, ...(keyed && takesKey(name) && replayed), ...headers };
  return {
    description,
    headers: all,
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, schema]) => [
          type,
          { schema: components.schema(schema), ...answerExamples(name, status, type) },
        ]),
      ),
    }),
  };
}

function takesKey(name: RouteName): boolean {
  const route = routes.find(({ method, path }) => `${method} ${path}` === name);
  const { parameters = [] } = operations[name];
  return (
    parameters.some((parameter) => parameter.name === onceKey.name) || (!!route && isOnce(route, parameters))
  );
}

type Content = Record<string, { schema: object }>;

function withRefs(body: { content: Content }, components: Components) {
  const content = Object.entries(body.content).map(([type, media]) => [
    type,
    { ...media, schema: components.schema(media.schema) },
  ]);
  return { ...body, content: Object.fromEntries(content) };
}
