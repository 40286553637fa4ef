import {
  functionOf,
  type Properties,
  physicalId,
  resolve,
  resourcesOf,
  steadyId,
  type Template,
} from '../template.ts';
import type { Api, Authorizer, GatewayResponse, Integration, Method, ThrottleSetting } from './api.ts';

/** Finds the RestApi whose URL is the stack's output `output`. */
export function apiOfOutput(template: Template, output: string): Api {
  const value = template.Outputs?.[output]?.Value;
  const id = idsIn(value, 'Ref').find((ref) => template.Resources[ref]?.Type === 'AWS::ApiGateway::RestApi');
  if (!id) throw new Error(`The stack has no output ${output} that refers to an API`);
  return readApi(template, id);
}

/** Reads the API with logical id `id`: its OpenAPI body, with API Gateway's extensions, and its stage. */
function readApi(template: Template, id: string): Api {
  const [stageId, stage] =
    resourcesOf(template, 'AWS::ApiGateway::Stage').find(
      ([, { Properties }]) => Properties?.RestApiId?.Ref === id,
    ) ?? [];
  if (!stageId) throw new Error(`The API ${id} has no stage`);
  const { Variables, MethodSettings = [] } = stage?.Properties ?? {};
  const { Body, BinaryMediaTypes } = template.Resources[id]?.Properties ?? {};
  const body = resolve(template, Body) as Body;

  return {
    id: physicalId(template, id),
    stage: physicalId(template, stageId),
    stageVariables: (resolve(template, Variables) as Api['stageVariables']) ?? null,
    binaryMediaTypes: BinaryMediaTypes ?? [],
    minimumCompressionSize: body['x-amazon-apigateway-minimum-compression-size'],
    methods: readMethods(template, body),
    gatewayResponses: Object.fromEntries(
      Object.entries(body['x-amazon-apigateway-gateway-responses'] ?? {}).map(([type, response]) => [
        type,
        readGatewayResponse(response),
      ]),
    ),
    throttles: MethodSettings.flatMap(readThrottle),
  };
}

/** The parts of the document that this file reads. */
interface Body {
  paths: Record<string, Record<string, Operation>>;
  components?: { securitySchemes?: Record<string, SecurityScheme> };
  'x-amazon-apigateway-gateway-responses'?: Record<string, Properties>;
  'x-amazon-apigateway-minimum-compression-size'?: number;
}

interface Operation {
  security?: Record<string, unknown>[];
  'x-amazon-apigateway-integration'?: Properties;
}

interface SecurityScheme {
  name: string;
  'x-amazon-apigateway-authorizer': Properties;
}

/** Reads the methods of all paths. Entries without an integration, such as parameters, are not methods. */
function readMethods(template: Template, { paths, components }: Body): Method[] {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  const authorizers = new Map(schemes.map(([id, scheme]) => [id, readAuthorizer(template, id, scheme)]));
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([name, { security, ...operation }]) => {
      const integration = operation['x-amazon-apigateway-integration'];
      if (!integration) return [];
      const [required] = Object.keys(security?.[0] ?? {});
      const authorizer = required === undefined ? undefined : authorizers.get(required);
      if (required !== undefined && !authorizer) throw new Error(`${path} has no authorizer ${required}`);
      return {
        httpMethod: name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase(),
        path,
        resourceId: steadyId(path, 6),
        ...(authorizer && { authorizer }),
        integration: readIntegration(template, integration),
      };
    }),
  );
}

function readIntegration(template: Template, integration: Properties): Integration {
  const { type, uri, timeoutInMillis = 29_000, responses = {} } = integration;
  if (type === 'aws_proxy')
    return { type: 'lambda', function: functionIn(template, uri), timeout: timeoutInMillis };
  if (type === 'mock') {
    return {
      type: 'mock',
      templates: integration.requestTemplates ?? {},
      strict: integration.passthroughBehavior === 'never',
      responses: Object.values(responses as Record<string, Properties>).map((response) => ({
        status: response.statusCode,
        headers: withoutPrefix('method.response.header.', response.responseParameters),
        body: response.responseTemplates?.['application/json'] ?? '',
      })),
    };
  }
  throw new Error(`Integrations of type ${type} are not supported locally`);
}

function readAuthorizer(template: Template, id: string, scheme: SecurityScheme): Authorizer {
  const authorizer = scheme['x-amazon-apigateway-authorizer'];
  const type: Authorizer['type'] = authorizer.type.toUpperCase();
  return {
    id,
    type,
    function: functionIn(template, authorizer.authorizerUri),
    // For an authorizer that sees a single header, the security scheme names the header.
    identitySources:
      type === 'TOKEN' ? [`method.request.header.${scheme.name}`] : listOf(authorizer.identitySource ?? ''),
    validation: authorizer.identityValidationExpression,
    ttl: authorizer.authorizerResultTtlInSeconds ?? 300,
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function readGatewayResponse({
  statusCode,
  responseParameters,
  responseTemplates,
}: Properties): GatewayResponse {
  return {
    ...(statusCode && { status: Number(statusCode) }),
    headers: withoutPrefix('gatewayresponse.header.', responseParameters),
    templates: responseTemplates ?? {},
  };
}

function readThrottle(setting: Properties): ThrottleSetting[] {
  const { ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit } = setting;
  if (ThrottlingRateLimit === undefined || ThrottlingRateLimit < 0) return [];
  return [
    {
      // CloudFormation writes a path as one segment: `/~1merchants~1{merchantId}`.
      path: ResourcePath === '/*' ? '*' : ResourcePath.slice(1).replaceAll('~1', '/') || '/',
      method: HttpMethod,
      rate: ThrottlingRateLimit,
      burst: ThrottlingBurstLimit ?? ThrottlingRateLimit,
    },
  ];
}

/** Finds the function's logical id in the URI with which API Gateway calls it. */
function functionIn(template: Template, uri: string): string {
  const [, arn] =
    /^arn:[^:]+:apigateway:[^:]+:lambda:path\/[\d-]+\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (!arn) throw new Error(`No function in ${uri}`);
  return functionOf(template, arn);
}

/** The logical ids that the intrinsic function `name` is applied to anywhere in `value`. */
function idsIn(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== name) return idsIn(inner, name);
    return [String(Array.isArray(inner) ? inner[0] : inner).split('.')[0] ?? ''];
  });
}

function withoutPrefix(prefix: string, parameters: unknown): Record<string, string> {
  const entries = Object.entries((parameters ?? {}) as Record<string, string>);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );
}
