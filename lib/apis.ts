import { Duration, Fn, Size } from 'aws-cdk-lib';
import {
  AuthorizationType,
  Cors,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  type MethodOptions,
  RestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { type House, makeFunction } from './function.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { logicalIdOf, setLogicalId } from './logical-id.ts';
import { type Route, routes } from './routes.ts';

/** The authorizer behind each kind of authorization in the route table. */
export type Authorizers = Record<Exclude<Route['authorization'], 'none'>, IAuthorizer>;

/** Merchants' servers: `{base_url}`. Some of its functions know where the customer's side is. */
export function makeBaseApi(
  scope: Construct,
  house: House,
  authorizers: Authorizers,
  posApi: RestApi,
): RestApi {
  const api = makeApi(scope, 'BaseApi', 'base', house);
  const posUrl = { POS_URL: urlOf(posApi) };
  for (const route of routesOf('base'))
    addRoute(scope, api, route, house, authorizers, route.posUrl && posUrl);
  return api;
}

/** Customers' browsers and apps, on any site: `{pos_url}`. */
export function makePosApi(scope: Construct, house: House, authorizers: Authorizers): RestApi {
  const api = makeApi(scope, 'PosApi', 'pos', house);
  for (const route of routesOf('pos')) addRoute(scope, api, route, house, authorizers);
  for (const path of new Set(routesOf('pos').map((route) => route.path))) {
    api.root.resourceForPath(path).addCorsPreflight({
      allowOrigins: Cors.ALL_ORIGINS,
      allowMethods: ['GET', 'POST', 'OPTIONS'],
      allowHeaders: ['Accept', 'Accept-Version', 'Content-Type', 'Idempotency-Key', 'X-Client'],
      maxAge: Duration.hours(2), // as long as Chrome keeps it
    });
  }
  return api;
}

/** `https://…/<stage>`, without the slash at the end that `api.url` has. */
export function urlOf(api: RestApi): string {
  return Fn.join('', [
    `https://${api.restApiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}/`,
    api.deploymentStage.stageName,
  ]);
}

const routesOf = (api: Route['api']) => routes.filter((route) => route.api === api);

function makeApi(scope: Construct, id: string, kind: Route['api'], house: House): RestApi {
  const api = new RestApi(scope, id, {
    restApiName: `florin-${house.stage.name}-${kind}`,
    // Regional: what stands in front of it (a domain, a CDN) is for its owner to choose.
    endpointTypes: [EndpointType.REGIONAL],
    // CDK would set this for the whole account.
    cloudWatchRole: false,
    // A page, its parts, or a long list take a fraction of the time; less would only grow.
    minCompressionSize: Size.bytes(1024),
    deployOptions: { stageName: house.stage.name, ...throttling(kind) },
  });
  setLogicalId(api, id);
  api.node.tryRemoveChild('Endpoint'); // an output that the stack gives under a better name
  for (const response of gatewayResponses(kind)) api.addGatewayResponse(response.type.responseType, response);
  return api;
}

/** A function of its own behind the route; only the deployed stage may call it. */
function addRoute(
  scope: Construct,
  api: RestApi,
  route: Route,
  house: House,
  authorizers: Authorizers,
  environment?: Record<string, string>,
): void {
  const handler = makeFunction(scope, logicalIdOf(route), { ...route, environment }, house);
  const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
  api.root
    .resourceForPath(route.path)
    .addMethod(route.method, integration, authorization(route, authorizers));
}

function authorization({ authorization }: Route, authorizers: Authorizers): MethodOptions {
  return authorization === 'none'
    ? { authorizationType: AuthorizationType.NONE }
    : { authorizer: authorizers[authorization] };
}

/**
 * Requests a second. A tenth of the account's default (10 000) for each API, so that neither starves the other;
 * less where anybody may call: somebody who makes apps, or tries cards or passwords, in a loop is stopped here.
 */
const limits = {
  each: { throttlingRateLimit: 1000, throttlingBurstLimit: 2000 },
  open: {
    base: { throttlingRateLimit: 5, throttlingBurstLimit: 20 },
    pos: { throttlingRateLimit: 100, throttlingBurstLimit: 200 },
  },
};

function throttling(kind: Route['api']): StageOptions {
  const open = routesOf(kind).filter(({ authorization }) => authorization !== 'key');
  return {
    ...limits.each,
    methodOptions: Object.fromEntries(
      open.map(({ path, method }) => [`${path}/${method}`, limits.open[kind]]),
    ),
  };
}
