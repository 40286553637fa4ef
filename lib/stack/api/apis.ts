import { Fn, Validations } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  type CfnStage,
  EndpointType,
  RestApiMode,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { type Route, routesOf } from '../../routes.ts';
import type { StackContext } from '../context.ts';
import { makeFunction } from '../function.ts';
import type { Queues } from '../jobs/queues.ts';
import { sendingRights } from '../jobs/sending-rights.ts';
import { logicalIdOf, setLogicalId } from '../logical-id.ts';
import type { Releases } from '../release/releases.ts';
import type { Stage } from '../stage.ts';
import { accessLogOptions } from './access-logs.ts';
import { apiBody, binary } from './api-body.ts';
import type { Authorizer } from './authorizers.ts';
import { addDomain } from './custom-domain.ts';
import { addFirewall } from './firewall.ts';
import { type Callee, makeCallee } from './invokers.ts';
import { throttlingOptions } from './throttling.ts';

/** The authorizer behind each kind of authorization in the route table. */
export type Authorizers = Record<Exclude<Route['authorization'], 'none' | 'signature'>, Authorizer>;

/** An API, and its functions by their entries. */
export interface MadeApi {
  api: SpecRestApi;
  functions: Map<string, Callee>;
}

/** The parts of the stack that all APIs use. */
interface Shared {
  context: StackContext;
  authorizers: Authorizers;
  refusal: Callee;
  queues: Queues;
  releases: Releases;
}

/** Makes the API for merchants' servers, `{base_url}`. Some of its functions know the address of the checkout API. */
export const makeBaseApi = (shared: Shared, pos: MadeApi): MadeApi =>
  makeApi('BaseApi', 'base', shared, { posUrl: { POS_URL: urlOf(pos.api, shared.context.stage) } });

/** Makes the API for customers' browsers and apps, `{pos_url}`. Scripts of any site may call it. */
export const makePosApi = (shared: Shared): MadeApi => makeApi('PosApi', 'pos', shared);

/** Makes the API of the console. Most of its routes call the functions of the merchants' API. */
export const makeConsoleApi = (shared: Shared, base: MadeApi, pos: MadeApi): MadeApi =>
  makeApi('ConsoleApi', 'console', shared, {
    posUrl: { POS_URL: urlOf(pos.api, shared.context.stage) },
    existing: base.functions,
  });

/**
 * The address of an API: `https://…/<stage>`, or its own domain. It has no slash at the end, unlike `api.url`. The
 * address contains the stage's name as text, because references between the stages of two APIs would be a circular
 * dependency.
 */
export function urlOf(api: SpecRestApi, stage: Stage): string {
  if (api.domainName) return `https://${api.domainName.domainName}`;
  return Fn.join('', [
    `https://${api.restApiId}.execute-api.${api.stack.region}.${api.stack.urlSuffix}/`,
    stage.name,
  ]);
}

/**
 * Gives each API the address of the other one. An API names the other API in its answer to a path that only the other
 * one has. The function that refuses such a path also tells the APIs apart by these variables.
 */
export function nameEachOther(apis: Record<'base' | 'pos', SpecRestApi>, stage: Stage): void {
  const setVariable = (api: SpecRestApi, name: string, other: SpecRestApi) => {
    (api.deploymentStage.node.defaultChild as CfnStage).variables = { [name]: urlOf(other, stage) };
  };
  setVariable(apis.base, 'posUrl', apis.pos);
  setVariable(apis.pos, 'baseUrl', apis.base);
}

/**
 * Gives the functions of the console their own address. A variable of the functions would be a circular dependency,
 * as the API needs its functions.
 */
export function tellOwnUrl(console: SpecRestApi, stage: Stage): void {
  (console.deploymentStage.node.defaultChild as CfnStage).variables = { consoleUrl: urlOf(console, stage) };
}

/** The entry of the function that refuses methods and paths that an API does not have. */
export const refusalEntry = 'wrong-routes/refuse';

export function makeRefusal(context: StackContext): Callee {
  const id = 'RefuseWrongRoute';
  return makeCallee(id, refusalEntry, makeFunction(id, { entry: refusalEntry, table: [] }, context), context);
}

/** The time limit of a function that asks an acquirer, in seconds. API Gateway waits 29 seconds. */
const acquirerTimeout = 25;

/** Makes a function for each route that has no function yet, and the API that calls the functions. */
function makeApi(
  id: string,
  kind: Route['api'],
  { context, authorizers, refusal, queues, releases }: Shared,
  {
    posUrl = {},
    existing = new Map(),
  }: { posUrl?: Record<string, string>; existing?: MadeApi['functions'] } = {},
): MadeApi {
  const functions = new Map<string, Callee>();
  function functionOf(route: Route): Callee {
    const made = route.shared ? functions.get(route.entry) : existing.get(route.entry);
    const known = made ?? makeRouteFunction(route);
    functions.set(route.entry, known);
    return known;
  }
  function makeRouteFunction(route: Route): Callee {
    const id = logicalIdOf(route);
    const definition = {
      ...route,
      ...sendingRights(route.sends, queues, route.posUrl && posUrl),
      // The acquirer may wait for a bank, so the time limit is nearly as long as API Gateway waits.
      timeout: route.acquirer && acquirerTimeout,
    };
    const made = makeFunction(id, definition, context);
    return makeCallee(id, route.entry, releases.add(id, made, route, context.stage), context);
  }
  function authorizerOf({ authorization }: Route): Authorizer | undefined {
    return authorization === 'none' || authorization === 'signature' ? undefined : authorizers[authorization];
  }

  const served = routesOf(kind).map((route) => ({
    route,
    function: functionOf(route),
    authorizer: authorizerOf(route),
  }));
  const restApiName = `florin-${context.stage.name}-${kind}`;
  const api = new SpecRestApi(context.parent, id, {
    restApiName,
    apiDefinition: ApiDefinition.fromInline(
      apiBody({
        title: restApiName,
        api: kind,
        served,
        refusal,
      }),
    ),
    // The default mode merges documents, so that removed routes would stay.
    mode: RestApiMode.OVERWRITE,
    // A regional API: the owner chooses the domain or CDN in front of it. An imported document needs the type in
    // `parameters`, too.
    endpointTypes: [EndpointType.REGIONAL],
    parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
    // With `true`, CDK would set the logging role of the whole account.
    cloudWatchRole: false,
    disableExecuteApiEndpoint: context.stage.ownDomainsOnly && !!context.stage.domains[kind],
    deployOptions: {
      stageName: context.stage.name,
      tracingEnabled: context.stage.tracing,
      ...throttlingOptions(kind, context.stage),
      ...accessLogOptions(kind, context),
    },
  });
  setLogicalId(api, id);
  // Both the document and the API have the list, as CloudFormation may use either.
  if (kind === 'pos') resourceOf(api).addPropertyOverride('BinaryMediaTypes', binary);
  Validations.of(api).acknowledge(...rulesMetOtherwise);
  addDomain(api, context.stage.domains[kind]);
  if (kind === 'pos') addFirewall(api, context.stage);
  api.node.tryRemoveChild('Endpoint'); // Removes CDK's output because the stack has one with a better name.
  return { api, functions };
}

const resourceOf = (api: SpecRestApi) => api.node.defaultChild as CfnRestApi;

const noAccessLog =
  'A log group needs a role that is one for the whole account and region, which a stack must not take over. The setting ' +
  '`accessLogs` writes them through Firehose, which needs no such role; without it, functions and authorizers log requests.';

/** Rules of AWS Solutions that these APIs satisfy in another way, with the reason for each. */
const rulesMetOtherwise = [
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
      'Callers are apps with API keys, users with sessions, and customers who have no account; Lambda authorizers know them.',
  },
];
