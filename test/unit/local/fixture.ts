import type { Api, GatewayResponse } from '../../../lib/local/gateway/api.ts';
import {
  type HttpRequest,
  makeContext,
  makeEvent,
  type ProxyEvent,
  pathOf,
} from '../../../lib/local/gateway/event.ts';
import { makeRouter } from '../../../lib/local/gateway/router.ts';
import type { Template } from '../../../lib/local/template.ts';

const functionUri = (id: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [id, 'Arn'] },
      '/invocations',
    ],
  ],
});

const lambda = (id: string, properties: object = {}) => ({
  [id]: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Handler: 'index.handler',
      Timeout: 1,
      MemorySize: 256,
      Environment: { Variables: { TABLE_NAME: { Ref: 'Table' } } },
      ...properties,
    },
    Metadata: { 'aws:asset:path': `asset.${id}` },
  },
});

/** An operation of an API's body, with the function behind it. */
const calls = (fn: string, authorizer?: string) => ({
  ...(authorizer && { security: [{ [authorizer]: [] }] }),
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: functionUri(fn) },
});

const url = (api: string) => ({
  Value: {
    'Fn::Join': [
      '',
      [
        'https://',
        { Ref: api },
        '.execute-api.',
        { Ref: 'AWS::Region' },
        '.',
        { Ref: 'AWS::URLSuffix' },
        '/',
        { Ref: `${api}Stage` },
      ],
    ],
  },
});

const preflight = {
  'x-amazon-apigateway-integration': {
    type: 'mock',
    requestTemplates: { 'application/json': '{ statusCode: 204 }' },
    responses: {
      default: {
        statusCode: '204',
        responseParameters: {
          'method.response.header.Access-Control-Allow-Origin': "'*'",
          'method.response.header.Access-Control-Allow-Headers': "'Content-Type,Accept-Version'",
        },
      },
    },
  },
};

/** A small stack as the CDK writes it: two APIs, an authorizer, a table with an index. */
export const template = (): Template => ({
  Outputs: { BaseUrl: url('BaseApi'), PosUrl: url('PosApi'), ConsoleUrl: url('ConsoleApi') },
  Resources: {
    BaseApi: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        BinaryMediaTypes: ['image/*'],
        Body: {
          paths: {
            '/apps': { post: calls('PostApps') },
            '/lines/{lineId}': {
              parameters: [{ name: 'lineId', in: 'path', required: true }],
              get: calls('GetLine', 'Key'),
            },
          },
          components: {
            securitySchemes: {
              Key: {
                type: 'apiKey',
                in: 'header',
                name: 'Authorization',
                'x-amazon-apigateway-authorizer': {
                  type: 'token',
                  authorizerUri: functionUri('KeyAuthorizer'),
                  authorizerResultTtlInSeconds: 60,
                },
              },
            },
          },
          'x-amazon-apigateway-gateway-responses': {
            UNAUTHORIZED: {
              statusCode: '401',
              responseParameters: { 'gatewayresponse.header.WWW-Authenticate': `'Basic realm="florin"'` },
              responseTemplates: { 'application/json': '{"code":"UNAUTHORIZED"}' },
            },
          },
        },
      },
    },
    BaseApiStage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'BaseApi' },
        StageName: 'sandbox',
        MethodSettings: [
          {
            ResourcePath: '/*',
            HttpMethod: '*',
            ThrottlingRateLimit: 1000,
            ThrottlingBurstLimit: 2000,
            DataTraceEnabled: false,
          },
          { ResourcePath: '/~1apps', HttpMethod: 'POST', ThrottlingRateLimit: 5, ThrottlingBurstLimit: 3 },
        ],
      },
    },
    PosApi: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { Body: { paths: { '/vault': { post: calls('PostVault'), options: preflight } } } },
    },
    PosApiStage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: { Ref: 'PosApi' }, StageName: 'sandbox' },
    },
    ConsoleApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { paths: {} } } },
    ConsoleApiStage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: { Ref: 'ConsoleApi' }, StageName: 'sandbox' },
    },
    ...lambda('PostApps'),
    ...lambda('GetLine'),
    ...lambda('PostVault', { Environment: undefined }),
    ...lambda('KeyAuthorizer'),
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: ['pk', 'sk', 'listPk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'list',
            KeySchema: [
              { AttributeName: 'listPk', KeyType: 'HASH' },
              { AttributeName: 'sk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    },
  },
});

export function makeApi(changes: Partial<Api> = {}): Api {
  return {
    id: 'abcdefghij',
    stage: 'sandbox',
    stageVariables: null,
    binaryMediaTypes: ['image/*'],
    methods: [methodAt('GET', '/lines/{lineId}'), methodAt('POST', '/apps')],
    gatewayResponses: {},
    throttles: [],
    ...changes,
  };
}

export function methodAt(
  httpMethod: string,
  path: string,
  fn = `${httpMethod} ${path}`,
): Api['methods'][number] {
  return {
    httpMethod,
    path,
    resourceId: path,
    integration: { type: 'lambda', function: fn, timeout: 29_000 },
  };
}

export function makeRequest(changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    url: '/lines/1',
    rawHeaders: ['Host', 'localhost:3000', 'User-Agent', 'curl/8'],
    body: Buffer.alloc(0),
    sourceIp: '203.0.113.7',
    port: 3000,
    ...changes,
  };
}

/** The event that `api` makes of `request`. */
export function eventOf(request: HttpRequest, api = makeApi(), stagePrefix = ''): ProxyEvent {
  const match = makeRouter(api.methods)(request.method, pathOf(request.url));
  if (!match) throw new Error('No such route');
  const now = new Date('2015-04-09T12:34:56.789Z');
  return makeEvent(request, api, match, makeContext(request, api, { stagePrefix, now }));
}

export const response = (changes: Partial<GatewayResponse> = {}): GatewayResponse => ({
  headers: {},
  templates: {},
  ...changes,
});
