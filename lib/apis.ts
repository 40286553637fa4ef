import { Duration, Fn, Size, Validations } from 'aws-cdk-lib';
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
import { addDomain } from './domain.ts';
import { type House, makeFunction } from './function.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { logicalIdOf, setLogicalId } from './logical-id.ts';
import { type Route, routes } from './routes.ts';
import type { Stage } from './stage.ts';

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

/** `https://…/<stage>`, or that of the API's own domain, without the slash at the end that `api.url` has. */
export function urlOf(api: RestApi): string {
  if (api.domainName) return `https://${api.domainName.domainName}`;
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
    deployOptions: {
      stageName: house.stage.name,
      tracingEnabled: true,
      ...throttling(kind, house.stage),
    },
  });
  setLogicalId(api, id);
  Validations.of(api).acknowledge(...notHere);
  addDomain(api, house.stage.domains[kind]);
  api.node.tryRemoveChild('Endpoint'); // an output that the stack gives under a better name
  for (const response of gatewayResponses(kind)) api.addGatewayResponse(response.type.responseType, response);
  return api;
}

const noAccessLog =
  'Needs a role that is one for the whole account and region, which a stack must not take over. Every function logs ' +
  'its requests; what API Gateway answers itself is counted in 4XXError.';

/** What AWS Solutions asks of an API that this one does in another way. */
const notHere = [
  { id: 'AwsSolutions-APIG1', reason: noAccessLog },
  { id: 'AwsSolutions-APIG6', reason: noAccessLog },
  {
    id: 'AwsSolutions-APIG2',
    reason:
      'Functions check bodies against their JSON Schema: API Gateway’s answer could not name each fault.',
  },
  {
    id: 'AwsSolutions-APIG3',
    reason:
      'A firewall has a price by the month and rules by the business: its owner puts it before the stage.',
  },
  {
    id: 'AwsSolutions-COG4',
    reason:
      'Callers are apps with API keys, and customers who have no account; a Lambda authorizer knows the keys.',
  },
];

const openToAll = {
  id: 'AwsSolutions-APIG4',
  reason:
    'Anybody may call, as the route table says: it makes an app, or serves customers. Throttled below the rest.',
};

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
  const resource = api.root.resourceForPath(route.path);
  for (const name of methodsOf(route)) {
    const method = resource.addMethod(name, integration, authorization(route, authorizers));
    if (route.authorization === 'none') Validations.of(method).acknowledge(openToAll);
  }
}

/** What anybody may get (a page, a script, a document) can be asked for by `HEAD` too; API Gateway drops the body. */
const methodsOf = ({ method, authorization }: Route): string[] =>
  method === 'GET' && authorization === 'none' ? ['GET', 'HEAD'] : [method];

function authorization({ authorization }: Route, authorizers: Authorizers): MethodOptions {
  return authorization === 'none'
    ? { authorizationType: AuthorizationType.NONE }
    : { authorizer: authorizers[authorization] };
}

/**
 * Requests a second, less than the stage's where anybody may call: somebody who makes apps, or tries cards or
 * passwords, in a loop is stopped here.
 */
const open = { base: { rate: 5, burst: 20 }, pos: { rate: 100, burst: 200 } };

function throttling(kind: Route['api'], { throttle }: Stage): StageOptions {
  const limit = ({ rate, burst }: Stage['throttle']) => ({
    throttlingRateLimit: Math.min(rate, throttle.rate),
    throttlingBurstLimit: Math.min(burst, throttle.burst),
  });
  const openRoutes = routesOf(kind).filter(({ authorization }) => authorization !== 'key');
  return {
    ...limit(throttle),
    methodOptions: Object.fromEntries(
      openRoutes.flatMap((route) =>
        methodsOf(route).map((method) => [`${route.path}/${method}`, limit(open[kind])]),
      ),
    ),
  };
}
