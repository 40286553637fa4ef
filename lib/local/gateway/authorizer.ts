import { accountId, region } from '../template.ts';
import type { Api, Authorizer } from './api.ts';
import { lastOf, type ProxyEvent } from './event.ts';
import { GatewayError } from './gateway-response.ts';

/** Asks an authorizer about a request and returns its context, or throws a `GatewayError`. */
export type Authorize = (authorizer: Authorizer, event: ProxyEvent, api: Api) => Promise<Authorized>;

export interface Authorized {
  [name: string]: string | number;
  principalId: string;
  integrationLatency: number;
}

/** A refusal by an authorizer, which explains it to the gateway response in its context. */
export class AccessDenied extends GatewayError {
  constructor(
    message: string,
    readonly authorizer: Authorized,
  ) {
    super('ACCESS_DENIED', message);
  }
}

interface Options {
  invoke(functionId: string, event: unknown): Promise<unknown>;
  report?(error: unknown): void;
  /** The time in milliseconds since 1970. */
  now?(): number;
}

/**
 * Calls Lambda authorizers, with the cache of API Gateway. The cache contains policies, not decisions: one result
 * serves every method, and the policy is evaluated for each.
 */
export function makeAuthorize({ invoke, report = () => {}, now = Date.now }: Options): Authorize {
  const cache = new Map<string, { result: Policy; until: number }>();

  return async (authorizer, event, api) => {
    const identities = authorizer.identitySources.map((source) => identityOf(source, event));
    const mustIdentify = authorizer.type === 'TOKEN' || authorizer.ttl > 0;
    if (mustIdentify && identities.some((identity) => !identity)) throw new GatewayError('UNAUTHORIZED');
    if (authorizer.type === 'TOKEN' && authorizer.validation) {
      const valid = new RegExp(`^(?:${authorizer.validation})$`).test(identities[0] ?? '');
      if (!valid) throw new GatewayError('UNAUTHORIZED');
    }

    const methodArn = methodArnOf(api, event);
    const key = JSON.stringify([authorizer.id, ...identities]);
    const cached = cache.get(key);
    if (cached && cached.until > now()) return decide(cached.result, methodArn, 0);
    cache.delete(key);

    const started = now();
    const result = await ask(authorizer, { event, methodArn, token: identities[0] ?? '' });
    if (authorizer.ttl > 0) keep(key, { result, until: now() + authorizer.ttl * 1000 });
    return decide(result, methodArn, now() - started);
  };

  function keep(key: string, entry: { result: Policy; until: number }) {
    cache.set(key, entry);
    const [oldest] = cache.keys();
    if (cache.size > 10_000 && oldest !== undefined) cache.delete(oldest);
  }

  async function ask(
    authorizer: Authorizer,
    { event, methodArn, token }: { event: ProxyEvent; methodArn: string; token: string },
  ): Promise<Policy> {
    const input =
      authorizer.type === 'TOKEN'
        ? { type: 'TOKEN', methodArn, authorizationToken: token }
        : requestEvent(event, methodArn);
    let result: unknown;
    try {
      result = await invoke(authorizer.function, input);
    } catch (error) {
      // A function that throws exactly this message asks for a 401. Any other error means that the function has
      // failed.
      if (error instanceof Error && error.message === 'Unauthorized') throw new GatewayError('UNAUTHORIZED');
      report(error);
      throw new GatewayError('AUTHORIZER_FAILURE');
    }
    if (isPolicy(result)) return result;
    report(new Error(`The authorizer ${authorizer.id} returned no policy, or a context that is not flat`));
    throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR');
  }
}

/** In the event of an authorizer, missing parts are empty objects, unlike in the event of an integration. */
function requestEvent(event: ProxyEvent, methodArn: string) {
  const { body: _body, isBase64Encoded: _isBase64Encoded, ...rest } = event;
  return {
    type: 'REQUEST',
    methodArn,
    ...rest,
    queryStringParameters: event.queryStringParameters ?? {},
    multiValueQueryStringParameters: event.multiValueQueryStringParameters ?? {},
    pathParameters: event.pathParameters ?? {},
    stageVariables: event.stageVariables ?? {},
  };
}

function identityOf(source: string, event: ProxyEvent): string | undefined {
  const [, kind, name = ''] =
    /^(method\.request\.header|method\.request\.querystring|context|stageVariables)\.(.+)$/.exec(source) ??
    [];
  switch (kind) {
    case 'method.request.header':
      return lastOf(event.multiValueHeaders, name);
    case 'method.request.querystring':
      return event.queryStringParameters?.[name];
    case 'stageVariables':
      return event.stageVariables?.[name];
    case 'context': {
      let value: unknown = event.requestContext;
      for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
      return value === undefined || value === null ? undefined : String(value);
    }
    default:
      throw new Error(`Identity source ${source} is not supported locally`);
  }
}

function methodArnOf(api: Api, { httpMethod, path }: Pick<ProxyEvent, 'httpMethod' | 'path'>): string {
  return `arn:aws:execute-api:${region}:${accountId}:${api.id}/${api.stage}/${httpMethod}${path}`;
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
}

interface Policy {
  principalId: string;
  policyDocument: { Statement: Statement | Statement[] };
  context?: Record<string, string | number | boolean | null>;
}

function isPolicy(result: unknown): result is Policy {
  const { principalId, policyDocument, context } = (result ?? {}) as Partial<Policy>;
  return (
    typeof principalId === 'string' &&
    typeof policyDocument === 'object' &&
    policyDocument !== null &&
    listOf(policyDocument.Statement).every(
      (statement) => statement?.Effect && statement.Action && statement.Resource,
    ) &&
    Object.values(context ?? {}).every((value) => typeof value !== 'object' || value === null)
  );
}

function decide(policy: Policy, methodArn: string, integrationLatency: number): Authorized {
  const context = Object.entries(policy.context ?? {})
    .filter(([, value]) => value !== null)
    // API Gateway passes numbers and booleans on as strings.
    .map(([name, value]) => [name, String(value)]);
  const authorized = { ...Object.fromEntries(context), principalId: policy.principalId, integrationLatency };

  const effects = listOf(policy.policyDocument.Statement)
    .filter(
      ({ Action, Resource }) =>
        listOf(Action).some((action) => matches(action.toLowerCase(), 'execute-api:invoke')) &&
        listOf(Resource).some((resource) => matches(resource, methodArn)),
    )
    .map(({ Effect }) => Effect);
  if (effects.includes('Deny')) {
    throw new AccessDenied(
      'User is not authorized to access this resource with an explicit deny',
      authorized,
    );
  }
  if (!effects.includes('Allow')) {
    throw new AccessDenied('User is not authorized to access this resource', authorized);
  }
  return authorized;
}

/** Whether a text matches a pattern of IAM: `*` stands for any characters, including slashes, and `?` for one. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
}

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
