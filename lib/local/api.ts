import {
  type Properties,
  physicalId,
  type Resource,
  resolve,
  resourcesOf,
  type Template,
} from './template.ts';

/** One RestApi of the template, as deployed to its one stage. */
export interface Api {
  /** Its id in URLs and ARNs. */
  id: string;
  stage: string;
  stageVariables: Record<string, string> | null;
  binaryMediaTypes: string[];
  /** Bytes from which answers are compressed; undefined: never. */
  minimumCompressionSize?: number;
  methods: Method[];
  gatewayResponses: Record<string, GatewayResponse>;
  throttles: ThrottleSetting[];
}

export interface Method {
  /** `GET`, …, or `ANY`. */
  httpMethod: string;
  /** `/merchants/{merchantId}` */
  path: string;
  resourceId: string;
  authorizer?: Authorizer;
  integration: Integration;
}

export type Integration =
  | { type: 'lambda'; function: string; timeout: number }
  | {
      type: 'mock';
      template: string;
      responses: { status: string; headers: Record<string, string>; body: string }[];
    };

export interface Authorizer {
  id: string;
  type: 'TOKEN' | 'REQUEST';
  function: string;
  /** `method.request.header.Authorization`, … */
  identitySources: string[];
  validation?: string;
  /** Seconds that a result is kept; 0: not at all. */
  ttl: number;
}

export interface GatewayResponse {
  status?: number;
  /** By header name. */
  headers: Record<string, string>;
  /** By media type. */
  templates: Record<string, string>;
}

export interface ThrottleSetting {
  /** `*`: every path. */
  path: string;
  /** `*`: every method. */
  method: string;
  /** Requests a second. */
  rate: number;
  burst: number;
}

/** The RestApi that the stack's output `output` is the URL of. */
export function apiOfOutput(template: Template, output: string): Api {
  const value = template.Outputs?.[output]?.Value;
  const id = idsIn(value, 'Ref').find((ref) => template.Resources[ref]?.Type === 'AWS::ApiGateway::RestApi');
  if (!id) throw new Error(`The stack has no output ${output} that refers to an API`);
  return readApi(template, id);
}

/** Reads the API with logical id `id`, and all that belongs to it. */
export function readApi(template: Template, id: string): Api {
  const belongs = ([, { Properties }]: [string, Resource]) => Properties?.RestApiId?.Ref === id;
  const own = (type: string) => resourcesOf(template, `AWS::ApiGateway::${type}`).filter(belongs);
  const [stage] = own('Stage');
  if (!stage) throw new Error(`The API ${id} has no stage`);
  const stageProperties = stage[1].Properties ?? {};

  return {
    id: physicalId(template, id),
    stage: physicalId(template, stage[0]),
    stageVariables: (resolve(template, stageProperties.Variables) as Api['stageVariables']) ?? null,
    binaryMediaTypes: template.Resources[id]?.Properties?.BinaryMediaTypes ?? [],
    minimumCompressionSize: template.Resources[id]?.Properties?.MinimumCompressionSize,
    methods: own('Method').map(([, { Properties }]) => readMethod(template, Properties ?? {})),
    gatewayResponses: Object.fromEntries(
      own('GatewayResponse').map(([, { Properties }]) => [
        Properties?.ResponseType,
        readGatewayResponse(template, Properties ?? {}),
      ]),
    ),
    throttles: (stageProperties.MethodSettings ?? []).flatMap(readThrottle),
  };
}

function readMethod(template: Template, properties: Properties): Method {
  const { ResourceId, HttpMethod, AuthorizationType, AuthorizerId, Integration } = properties;
  return {
    httpMethod: HttpMethod,
    path: pathOf(template, ResourceId),
    resourceId: ResourceId.Ref ?? String(resolve(template, ResourceId)),
    ...(AuthorizationType === 'CUSTOM' && { authorizer: readAuthorizer(template, AuthorizerId.Ref) }),
    integration: readIntegration(template, Integration),
  };
}

/** `Fn::GetAtt: [api, RootResourceId]` is the root, any other resource is a part below its parent. */
function pathOf(template: Template, resource: { Ref?: string }): string {
  if (!resource.Ref) return '/';
  const { ParentId, PathPart } = template.Resources[resource.Ref]?.Properties ?? {};
  return `${pathOf(template, ParentId).replace(/\/$/, '')}/${PathPart}`;
}

function readIntegration(template: Template, integration: Properties): Integration {
  if (integration.Type === 'AWS_PROXY') {
    return {
      type: 'lambda',
      function: functionIn(template, integration.Uri),
      timeout: integration.TimeoutInMillis ?? 29_000,
    };
  }
  if (integration.Type === 'MOCK') {
    return {
      type: 'mock',
      template: integration.RequestTemplates?.['application/json'] ?? '',
      responses: (integration.IntegrationResponses ?? []).map((response: Properties) => ({
        status: response.StatusCode,
        headers: withoutPrefix('method.response.header.', response.ResponseParameters),
        body: response.ResponseTemplates?.['application/json'] ?? '',
      })),
    };
  }
  throw new Error(`Integrations of type ${integration.Type} are not supported locally`);
}

function readAuthorizer(template: Template, id: string): Authorizer {
  const properties = template.Resources[id]?.Properties ?? {};
  return {
    id,
    type: properties.Type,
    function: functionIn(template, properties.AuthorizerUri),
    identitySources: (properties.IdentitySource ?? '')
      .split(',')
      .map((source: string) => source.trim())
      .filter(Boolean),
    validation: properties.IdentityValidationExpression,
    ttl: properties.AuthorizerResultTtlInSeconds ?? 300,
  };
}

function readGatewayResponse(template: Template, properties: Properties): GatewayResponse {
  const { StatusCode, ResponseParameters, ResponseTemplates } = properties;
  return {
    ...(StatusCode && { status: Number(StatusCode) }),
    headers: withoutPrefix('gatewayresponse.header.', resolve(template, ResponseParameters)),
    templates: (resolve(template, ResponseTemplates) as Record<string, string>) ?? {},
  };
}

function readThrottle(setting: Properties): ThrottleSetting[] {
  const { ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit } = setting;
  if (ThrottlingRateLimit === undefined || ThrottlingRateLimit < 0) return [];
  return [
    {
      // A path is written as one segment: `/~1merchants~1{merchantId}`.
      path: ResourcePath === '/*' ? '*' : ResourcePath.slice(1).replaceAll('~1', '/') || '/',
      method: HttpMethod,
      rate: ThrottlingRateLimit,
      burst: ThrottlingBurstLimit ?? ThrottlingRateLimit,
    },
  ];
}

function functionIn(template: Template, uri: unknown): string {
  const candidates = [...idsIn(uri, 'Fn::GetAtt'), ...idsIn(uri, 'Ref')];
  const id = candidates.find((candidate) => template.Resources[candidate]?.Type === 'AWS::Lambda::Function');
  if (!id) throw new Error(`No function in ${JSON.stringify(uri)}`);
  return id;
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
