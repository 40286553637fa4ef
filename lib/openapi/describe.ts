import { errors, ignoredHeader, replayHeader, requestId } from '../../schemas/route/answers.ts';
import { onceKey, pathParameters } from '../../schemas/route/parameters.ts';
import type { Answer, Parameter, Schema } from '../../schemas/route/row.ts';
import type { PublicRoute, RouteName } from '../routes.ts';
import { logicalIdOf } from '../stack/logical-id.ts';
import { requestBody } from './body.ts';
import { answerExamples, hasExample, requestExamples } from './examples.ts';
import type { Components } from './refs.ts';

const security: Record<PublicRoute['authorization'], object[]> = {
  none: [],
  key: [{ apiKey: [] }],
  digest: [{ digest: [] }, { basic: [] }],
  // The sender's signature is in a header that the operation describes.
  signature: [],
};

/** Describes a route as an operation of the OpenAPI document. */
export function describe(route: PublicRoute, components: Components): Record<string, unknown> {
  const name = nameOf(route);
  const { tag, summary, description, deprecated, body, answers } = route;
  const all: Record<string, Answer> = { ...common(route), ...answers };
  return {
    operationId: logicalIdOf(route),
    tags: [tag],
    summary,
    description,
    ...(deprecated && { deprecated }),
    security: security[route.authorization],
    parameters: parametersOf(route).map((parameter) => ({
      ...parameter,
      schema: components.schema(parameter.schema),
    })),
    ...(body && {
      requestBody: withRefs(
        requestBody(body, (type) => requestExamples(name, type)),
        components,
      ),
    }),
    responses: Object.fromEntries(
      Object.entries(all).map(([status, answer]) => [
        status,
        components.answer(
          answer,
          (answer) => print(route, Number(status), answer, components),
          hasExample(name, Number(status)),
        ),
      ]),
    ),
  };
}

const nameOf = ({ method, path }: PublicRoute) => `${method} ${path}` as RouteName;

function parametersOf(route: PublicRoute): Parameter[] {
  const own = route.parameters ?? [];
  // All `POST` routes of the merchants' API take an idempotency key, if need be one with stricter rules.
  const needsKey =
    route.method === 'POST' &&
    route.authorization === 'key' &&
    !own.some(({ name }) => name === onceKey.name);
  return [...inPath(route), ...own, ...(needsKey ? [onceKey] : [])];
}

const takesKey = (route: PublicRoute): boolean =>
  parametersOf(route).some(({ name }) => name === onceKey.name);

function inPath({ path }: PublicRoute): Parameter[] {
  return [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => {
    const parameter = pathParameters[name];
    if (!parameter) throw new Error(`${path}: schemas/route/parameters.ts says nothing of {${name}}`);
    return parameter;
  });
}

/** The responses that every route of this kind can give. */
function common(route: PublicRoute): Record<string, Answer> {
  const { authorization, method, body, answers } = route;
  const [isBase, isHello] = [route.api === 'base', authorization === 'digest'];
  const isPage =
    authorization !== 'key' &&
    Object.values(answers).some(({ content }) => content && !('application/json' in content));
  const takesBody = body !== undefined || (route.own === true && method === 'POST');
  const internal = isBase ? errors.Internal : errors.CustomerInternal;
  const invalid = isBase ? errors.Invalid : errors.CustomerInvalid;
  const unavailable = isBase ? errors.Unavailable : errors.CustomerUnavailable;
  const dependent = route.table.length > 0 || route.seal !== undefined;
  const rows: [status: number, when: boolean, answer: Answer][] = [
    // A 400 for a header that is sent twice, or for an unknown name on one of Florin's own routes.
    [400, true, isHello ? errors.HelloInvalid : isPage ? errors.PageInvalid : invalid],
    [401, authorization === 'key', errors.Unauthorized],
    [401, isHello, errors.HelloUnauthorized],
    [406, isHello, errors.HelloNotAcceptable],
    [413, isBase && takesBody, errors.TooLarge],
    [415, isBase && takesBody, errors.UnsupportedMediaType],
    [422, isBase && takesKey(route), errors.KeyReused],
    [429, true, isBase ? errors.Throttled : errors.CustomerThrottled],
    [431, isBase, errors.HeadersTooLarge],
    [500, true, isHello ? errors.HelloInternal : isPage ? errors.PageFailed : internal],
    // A 503 of API Gateway if the function or the authorizer could not run.
    [503, true, isPage && dependent ? errors.PageUnavailable : unavailable],
    [504, isBase, route.acquirer ? errors.OperationOpen : errors.Timeout],
    [504, !isBase && route.acquirer === true, errors.CustomerOperationOpen],
  ];
  return Object.fromEntries(rows.flatMap(([status, when, answer]) => (when ? [[status, answer]] : [])));
}

function print(route: PublicRoute, status: number, answer: Answer, components: Components) {
  const { description, headers, content } = answer;
  // A decline is an effect, so that a repeat gets it again.
  const replays = takesKey(route) && (status < 300 || (status === 400 && route.movesMoney));
  const print = ([type, schema]: [string, Schema]) => [
    type,
    { schema: components.schema(schema), ...answerExamples(nameOf(route), status, type) },
  ];
  return {
    description,
    headers: {
      ...requestId,
      ...(status < 300 && ignoresUnknown(route) && ignoredHeader),
      ...(replays && replayHeader),
      ...headers,
    },
    ...(content && { content: Object.fromEntries(Object.entries(content).map(print)) }),
  };
}

/** Whether the route ignores names that it does not know, and reports them. */
function ignoresUnknown(route: PublicRoute): boolean {
  if (route.own) return false;
  const open: RouteName[] = ['POST /apps', 'GET /'];
  return (
    ['key', 'digest'].includes(route.authorization) || route.paying === true || open.includes(nameOf(route))
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
