import { Fn, Validations } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  type CfnStage,
  EndpointType,
  RestApiMode,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Route, routesOf } from '../routes.ts';
import { apiBody, binary, type Served } from './api-body.ts';
import type { Authorizer } from './authorizers.ts';
import type { StackContext } from './context.ts';
import { addDomain } from './custom-domain.ts';
import { makeFunction } from './function.ts';
import { makeInvoker } from './invokers.ts';
import { logicalIdOf, setLogicalId } from './logical-id.ts';
import type { Queues } from './queues.ts';
import { otherAddress } from './refusals.ts';
import { sending } from './sending.ts';
import type { Stage } from './stage.ts';
import { throttling } from './throttling.ts';

/** The authorizer behind each kind of authorization in the route table. */
export type Authorizers = Record<Exclude<Route['authorization'], 'none' | 'signature'>, Authorizer>;

/** Merchants' servers: `{base_url}`. Some of its functions know where the customer's side is. */
export function makeBaseApi(
  scope: Construct,
  context: StackContext,
  authorizers: Authorizers,
  queues: Queues,
  posApi: SpecRestApi,
): SpecRestApi {
  return makeApi(scope, 'BaseApi', 'base', context, authorizers, queues, {
    POS_URL: urlOf(posApi, context.stage),
  });
}

/** Customers' browsers and apps, on any site: `{pos_url}`. */
export function makePosApi(
  scope: Construct,
  context: StackContext,
  authorizers: Authorizers,
  queues: Queues,
): SpecRestApi {
  return makeApi(scope, 'PosApi', 'pos', context, authorizers, queues);
}

/**
 * `https://…/<stage>`, or that of the API's own domain, without the slash at the end that `api.url` has. The stage is
 * named, not referred to: the stages of the two APIs refer to each other's addresses.
 */
export function urlOf(api: SpecRestApi, stage: Stage): string {
  if (api.domainName) return `https://${api.domainName.domainName}`;
  return Fn.join('', [
    `https://${api.restApiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}/`,
    stage.name,
  ]);
}

/** Tells each API the address of the other, for its answer to a path that is there. */
export function nameEachOther(apis: Record<Route['api'], SpecRestApi>, stage: Stage): void {
  const tell = (api: SpecRestApi, name: string, other: SpecRestApi) => {
    (api.deploymentStage.node.defaultChild as CfnStage).variables = { [name]: urlOf(other, stage) };
  };
  tell(apis.base, otherAddress.base, apis.pos);
  tell(apis.pos, otherAddress.pos, apis.base);
}

/** The time limit of a function that asks an acquirer, in seconds: API Gateway gives up after 29. */
const acquirerTimeout = 25;

/** A function a route, and an API before them. */
function makeApi(
  scope: Construct,
  id: string,
  kind: Route['api'],
  context: StackContext,
  authorizers: Authorizers,
  queues: Queues,
  posUrl: Record<string, string> = {},
): SpecRestApi {
  const made = routesOf(kind).map((route) => ({
    route,
    function: makeFunction(
      scope,
      logicalIdOf(route),
      {
        ...route,
        ...sending(route.sends, queues, route.posUrl && posUrl),
        // An acquirer asks banks; this is as long as API Gateway waits, less its own part.
        timeout: route.acquirer && acquirerTimeout,
      },
      context,
    ),
    authorizer: authorizerOf(route),
  }));
  function authorizerOf({ authorization }: Route): Authorizer | undefined {
    return authorization === 'none' || authorization === 'signature' ? undefined : authorizers[authorization];
  }

  const restApiName = `florin-${context.stage.name}-${kind}`;
  const [reads, writes] = makeInvokers(scope, id, made);
  const api = new SpecRestApi(scope, id, {
    restApiName,
    apiDefinition: ApiDefinition.fromInline(
      apiBody({
        title: restApiName,
        api: kind,
        served: made.map((one) => ({ ...one, invoker: isRead(one) ? reads : writes })),
        authorizerInvoker: reads,
      }),
    ),
    // Removed routes must not stay: the default is to merge.
    mode: RestApiMode.OVERWRITE,
    // Regional: what stands in front of it (a domain, a CDN) is for its owner to choose. An import has its own word for it.
    endpointTypes: [EndpointType.REGIONAL],
    parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
    // CDK would set this for the whole account.
    cloudWatchRole: false,
    deployOptions: {
      stageName: context.stage.name,
      tracingEnabled: true,
      ...throttling(kind, context.stage),
    },
  });
  setLogicalId(api, id);
  // In the document, too: of the two, either may win.
  if (kind === 'pos') resourceOf(api).addPropertyOverride('BinaryMediaTypes', binary);
  Validations.of(api).acknowledge(...notHere);
  addDomain(api, context.stage.domains[kind]);
  api.node.tryRemoveChild('Endpoint'); // an output that the stack gives under a better name
  return api;
}

const resourceOf = (api: SpecRestApi) => api.node.defaultChild as CfnRestApi;

type Made = Omit<Served, 'invoker'>;

const isRead = ({ route: { method } }: Made) => method === 'GET';

/**
 * By which the API calls its functions: one role for those that read and for the authorizers, one for those that write. One
 * for all would be full at twice the routes that there are.
 */
function makeInvokers(scope: Construct, id: string, made: readonly Made[]): [reads: Role, writes: Role] {
  const authorizers = new Set(made.flatMap(({ authorizer }) => authorizer?.function ?? []));
  const functionsOf = (some: readonly Made[]) => some.map((one) => one.function);
  return [
    makeInvoker(scope, `${id}Reads`, [...authorizers, ...functionsOf(made.filter(isRead))]),
    makeInvoker(scope, `${id}Writes`, functionsOf(made.filter((one) => !isRead(one)))),
  ];
}

const noAccessLog =
  'Needs a role that is one for the whole account and region, which a stack must not take over. Every function logs ' +
  'its requests; what API Gateway answers itself is counted in 4XXError.';

/** Rules of AWS Solutions for APIs that these APIs meet in another way. */
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
