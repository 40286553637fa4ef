import { Validator } from '@seriousme/openapi-schema-validator';
import { consoleRoutes, routes, routesOf } from '../../lib/routes.ts';
import { methodsByPath } from '../../lib/stack/api/methods.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { type Json, synthesizeStack } from './synthesize-stack.ts';

const { methods: everyMethod, refusals: everyRefusal, body, resource } = synthesizeStack();
const isPublic = ({ api }: { api: string }) => api !== 'ConsoleApi';
const [methods, refusals] = [everyMethod.filter(isPublic), everyRefusal.filter(isPublic)];
const [consoleMethods, consoleRefusals] = [everyMethod, everyRefusal].map((all) =>
  all.filter((one) => !isPublic(one)),
) as [typeof methods, typeof refusals];
const isPreflight = ({ method }: { method: string }) => method === 'OPTIONS';
const isHead = ({ method }: { method: string }) => method === 'HEAD';

test('every GET route, and no other, has a HEAD route with the same function and authorizer', () => {
  const gets = methods.filter(({ method }) => method === 'GET');
  const backed = (all: typeof methods) =>
    all.map((method) => [method.api, method.path, method.function, method.authorizer]);
  expect(gets.length).toBeGreaterThan(30);
  expect(backed(methods.filter(isHead))).toEqual(backed(gets));
});

test('every path of the checkout API, and no other, answers preflight requests', () => {
  const preflights = methods.filter(isPreflight);
  const paths = new Set(methods.filter(({ api }) => api === 'PosApi').map(({ path }) => path));
  expect(preflights.map(({ api, path }) => `${api} ${path}`).sort()).toEqual(
    [...paths].map((path) => `PosApi ${path}`).sort(),
  );
  for (const { integration } of preflights) {
    const response = integration.responses.default;
    const headers = Object.entries(response.responseParameters).map(([name, value]) => [
      name.replace('method.response.header.', ''),
      value,
    ]);
    expect(Object.fromEntries(headers)).toEqual({
      'Content-Type': "'text/plain; charset=utf-8'",
      'X-Request-Id': 'context.requestId',
      'Access-Control-Allow-Origin': "'*'",
      'Access-Control-Allow-Methods': "'GET,POST,OPTIONS'",
      // Existing clients in browsers send these, and a page's own script the key of a payment.
      'Access-Control-Allow-Headers': "'Accept,Accept-Version,Content-Type,Idempotency-Key,X-Client'",
      'Access-Control-Max-Age': "'7200'",
    });
  }
});

test('every path answers unsupported methods without an authorizer, in both APIs', () => {
  const paths = [...new Set(routes.map(({ path }) => path))].sort();
  for (const api of ['BaseApi', 'PosApi']) {
    const own = new Set(methods.filter((method) => method.api === api).map(({ path }) => path));
    const refused = refusals.filter((refusal) => refusal.api === api);
    expect(refused.map(({ path }) => path).sort()).toEqual(paths);
    expectRefusals(refused);
    const named = methodsByPath(api === 'BaseApi' ? 'base' : 'pos');
    expect(Object.keys(named).sort()).toEqual([...own].sort());
    for (const [path, names] of Object.entries(named)) {
      const taken = methods.filter((method) => method.api === api && method.path === path);
      expect([path, names]).toEqual([path, taken.map(({ method }) => method).sort()]);
    }
  }
});

function expectRefusals(all: typeof refusals): void {
  for (const { path, function: name, authorizer } of all)
    expect([path, name, authorizer]).toEqual([path, 'RefuseWrongRoute', undefined]);
}

test('a mock answers every request body, with a template that API Gateway can evaluate', () => {
  const mocks = methods.filter(({ integration }) => integration.type === 'mock');
  expect(mocks.length).toBeGreaterThan(10);
  for (const { api, method, path, integration } of mocks) {
    // With binary media types, API Gateway answers 500 for a mock without `contentHandling`, or with a body as its template.
    const { contentHandling, passthroughBehavior, requestTemplates, responses } = integration;
    expect([contentHandling, passthroughBehavior]).toEqual(['CONVERT_TO_TEXT', 'never']);
    const { default: response, ...others } = responses;
    expect([response.contentHandling, others]).toEqual(['CONVERT_TO_TEXT', {}]);
    for (const template of Object.values<string>(requestTemplates))
      expect(JSON.parse(template)).toEqual({ statusCode: Number(response.statusCode) });
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      expect(requestTemplates).toHaveProperty([type]);
    // API Gateway refuses to import headers that the method does not declare.
    const operation = body(api).paths[path][method.toLowerCase()];
    expect(Object.keys(operation.responses)).toEqual([response.statusCode]);
    expect(
      Object.keys(operation.responses[response.statusCode].headers).map(
        (name) => `method.response.header.${name}`,
      ),
    ).toEqual(Object.keys(response.responseParameters));
    for (const value of Object.values(response.responseParameters))
      expect(value).toMatch(/^('[^']+'|context\.requestId)$/);
    expect(response.responseTemplates).toBeUndefined();
  }
});

test('no two paths differ only in the name of a parameter, because API Gateway would refuse to import them', () => {
  for (const api of ['BaseApi', 'PosApi']) {
    const parameters = new Map<string, Set<string>>();
    for (const path of Object.keys(body(api).paths))
      for (const { 0: name, index } of path.matchAll(/\{\w+\}/g)) {
        const before = path.slice(0, index);
        parameters.set(before, (parameters.get(before) ?? new Set()).add(name));
      }
    for (const [before, names] of parameters)
      expect([before, [...names]]).toEqual([before, [...names].slice(0, 1)]);
  }
});

test('every row of the route table is an operation, with its function and its authorizer', () => {
  const authorizers = {
    none: undefined,
    signature: undefined,
    key: 'KeyAuthorizer',
    digest: 'DigestAuthorizer',
  };
  const apis = { base: 'BaseApi', pos: 'PosApi' };
  const found = methods.filter((method) => !isPreflight(method) && !isHead(method));
  const brief = (all: { api: string; route: string; function?: string; authorizer?: string }[]) =>
    all.map((one) => [one.api, one.route, one.function, one.authorizer].join(' ')).sort();
  expect(brief(found)).toEqual(
    brief(
      routes.map((route) => ({
        api: apis[route.api],
        route: `${route.method} ${route.path}`,
        function: logicalIdOf(route),
        authorizer: authorizers[route.authorization],
      })),
    ),
  );
});

test('API Gateway calls each function, and each authorizer, by the API of Lambda', () => {
  const called = everyMethod.filter(({ integration }) => integration.type !== 'mock');
  const guards = ['BaseApi', 'ConsoleApi'].flatMap((api) =>
    Object.values<Json>(body(api).components.securitySchemes),
  );
  expect([called.length > 100, guards.length]).toEqual([true, 3]);
  for (const { route, integration } of called)
    expect([route, integration]).toMatchObject([route, { type: 'aws_proxy', httpMethod: 'POST' }]);
  const textOf = (part: Json) => (typeof part === 'string' ? part : /^AWS::/.test(part.Ref) ? part.Ref : 'X');
  const uris = [
    ...called.map(({ integration }) => integration.uri),
    ...guards.map((guard) => guard['x-amazon-apigateway-authorizer'].authorizerUri),
  ].map((uri) => [uri['Fn::Join'][0], uri['Fn::Join'][1].map(textOf).join('')].join());
  expect([...new Set(uris)]).toEqual([
    ',arn:AWS::Partition:apigateway:AWS::Region:lambda:path/2015-03-31/functions/X/invocations',
  ]);
});

test('the console serves its own routes, and below /api the functions of the merchants’ API', () => {
  const found = consoleMethods.filter((method) => !isHead(method));
  const own = consoleRoutes.map(({ method, path }) => `${method} ${path}`);
  const isShared = ({ route }: { route: string }) => !own.includes(route);
  expect(own.filter((route) => !found.some((method) => method.route === route))).toEqual([]);
  const base = new Map(methods.filter(({ api }) => api === 'BaseApi').map((one) => [one.route, one]));
  const shared = found.filter(isShared);
  expect(shared.length).toBeGreaterThan(40);
  for (const { route, function: name } of shared)
    expect([route, name]).toEqual([route, base.get(route.replace(' /api', ' '))?.function]);
  // The console does not serve an app's own data, payments with a stored card, and the hello-world service.
  for (const path of ['/api/apps', '/api/me', '/api/cards/{cardId}', '/api/about'])
    expect(shared.map((one) => one.path)).not.toContain(path);
});

test('the console answers unsupported methods without an authorizer, and no preflight request', () => {
  expect(consoleMethods.filter(isPreflight)).toEqual([]);
  const paths = [...new Set(routesOf('console').map(({ path }) => path))].sort();
  expect(consoleRefusals.map(({ path }) => path).sort()).toEqual(paths);
  expectRefusals(consoleRefusals);
});

test.each(['BaseApi', 'PosApi', 'ConsoleApi'])(
  'the body of the API %s is valid OpenAPI 3.0, and has its own name',
  async (api) => {
    // References to resources are replaced by a text.
    const document = JSON.parse(
      JSON.stringify(body(api), (_, value) => (value?.['Fn::Join'] || value?.['Fn::GetAtt'] ? 'arn' : value)),
    );
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    expect(document.openapi).toBe('3.0.1'); // the latest that API Gateway reads
    const { Name, Mode, Parameters, EndpointConfiguration } = resource(api).Properties;
    expect(document.info.title).toBe(Name);
    // Without these values, parts that were removed from the document would stay, and the first import would make an
    // edge-optimized API.
    expect([Mode, Parameters]).toEqual(['overwrite', { endpointConfigurationTypes: 'REGIONAL' }]);
    expect(EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
    for (const [path, { parameters = [] }] of Object.entries<{ parameters: { name: string }[] }>(
      document.paths,
    ))
      expect(parameters.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
  },
);
