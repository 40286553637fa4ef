import { tableOf } from '../../../lib/local/dynamodb/tables.ts';
import { apiOfOutput } from '../../../lib/local/gateway/read-api.ts';
import { type Resource, resolve, type Template } from '../../../lib/local/template.ts';
import { readMappings } from '../../../lib/local/triggers/mappings.ts';
import { template } from './fixture.ts';

/** Writes `${a}` for `<a>`, as the linter reports `${a}` in a plain string as a mistake. */
const sub = (text: string) => text.replaceAll('<', '$' + '{').replaceAll('>', '}');

test.each([
  [{ Ref: 'AWS::Region' }, 'eu-west-1'],
  [{ Ref: 'Table' }, 'florin'],
  [{ Ref: 'PostApps' }, 'PostApps'],
  [{ Ref: 'BaseApiStage' }, 'sandbox'],
  [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:eu-west-1:000000000000:table/florin'],
  [{ 'Fn::GetAtt': 'PostApps.Arn' }, 'arn:aws:lambda:eu-west-1:000000000000:function:PostApps'],
  [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::StackName' }]] }, 'a-florin'],
  [
    { 'Fn::Sub': sub('<AWS::Partition>:<Table>:<Table.Arn>:<!x>') },
    sub('aws:florin:arn:aws:dynamodb:eu-west-1:000000000000:table/florin:<x>'),
  ],
  [{ 'Fn::Sub': [sub('<a>'), { a: { Ref: 'AWS::AccountId' } }] }, '000000000000'],
  [{ 'Fn::Select': ['1', { 'Fn::Split': [',', 'a,b'] }] }, 'b'],
  [{ a: [{ Ref: 'AWS::NoValue' }, 1], b: { Ref: 'AWS::NoValue' } }, { a: [1] }],
])('%j is resolved to %j', (value, expected) => {
  expect(resolve(template(), value)).toEqual(expected);
});

test.each([{ Ref: 'Nothing' }, { 'Fn::GetAtt': ['Nothing', 'Arn'] }, { 'Fn::ImportValue': 'x' }])(
  '%j is an error as it cannot be resolved',
  (value) => {
    expect(() => resolve(template(), value)).toThrow();
  },
);

test('each API is read with only its own methods, authorizers, responses and throttles', () => {
  const base = apiOfOutput(template(), 'BaseUrl');
  expect(base).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{10}$/),
    stage: 'sandbox',
    stageVariables: null,
    binaryMediaTypes: ['image/*'],
    methods: [
      {
        httpMethod: 'POST',
        path: '/apps',
        resourceId: expect.stringMatching(/^[a-z0-9]{6}$/),
        integration: { type: 'lambda', function: 'PostApps', timeout: 29_000 },
      },
      {
        httpMethod: 'GET',
        path: '/lines/{lineId}',
        resourceId: expect.stringMatching(/^[a-z0-9]{6}$/),
        integration: { type: 'lambda', function: 'GetLine', timeout: 29_000 },
        authorizer: {
          id: 'Key',
          type: 'TOKEN',
          function: 'KeyAuthorizer',
          identitySources: ['method.request.header.Authorization'],
          validation: undefined,
          ttl: 60,
        },
      },
    ],
    gatewayResponses: {
      UNAUTHORIZED: {
        status: 401,
        headers: { 'WWW-Authenticate': `'Basic realm="florin"'` },
        templates: { 'application/json': '{"code":"UNAUTHORIZED"}' },
      },
    },
    throttles: [
      { path: '*', method: '*', rate: 1000, burst: 2000 },
      { path: '/apps', method: 'POST', rate: 5, burst: 3 },
    ],
  });

  const pos = apiOfOutput(template(), 'PosUrl');
  expect(pos.methods.map(({ httpMethod, path }) => `${httpMethod} ${path}`)).toEqual([
    'POST /vault',
    'OPTIONS /vault',
  ]);
  expect(pos.id).not.toBe(base.id);
});

test('a REQUEST authorizer has the identity sources of the template, or none', () => {
  const withIdentity = (identitySource?: string) => {
    const changed = template();
    const { components } = changed.Resources.BaseApi?.Properties?.Body ?? {};
    components.securitySchemes.Key = {
      name: 'Unused',
      'x-amazon-apigateway-authorizer': {
        ...components.securitySchemes.Key['x-amazon-apigateway-authorizer'],
        type: 'request',
        identitySource,
      },
    };
    return apiOfOutput(changed, 'BaseUrl').methods.find(({ authorizer }) => authorizer)?.authorizer;
  };
  expect(withIdentity()).toMatchObject({ type: 'REQUEST', identitySources: [] });
  const two = ['method.request.header.A', 'method.request.querystring.b'];
  expect(withIdentity(two.join(', '))?.identitySources).toEqual(two);
});

test('a method whose authorizer is missing is an error', () => {
  const changed = template();
  delete changed.Resources.BaseApi?.Properties?.Body.components;
  expect(() => apiOfOutput(changed, 'BaseUrl')).toThrow('/lines/{lineId} has no authorizer Key');
});

test('a missing output for the API is an error', () => {
  expect(() => apiOfOutput({ ...template(), Outputs: {} }, 'BaseUrl')).toThrow('BaseUrl');
});

test('a table is made as in the template, with only the properties that CreateTable accepts', () => {
  const made = tableOf(template(), 'Table', template().Resources.Table as Resource);
  expect(made).toMatchObject({
    TableName: 'florin',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk' }],
    GlobalSecondaryIndexes: [{ IndexName: 'list', Projection: { ProjectionType: 'ALL' } }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  expect(made).not.toHaveProperty('PointInTimeRecoverySpecification');
});

test('a queue has the limit of its event source mapping, and a disabled mapping is left out', () => {
  const mapping = (over: object): Resource => ({
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: 'arn:aws:sqs:eu-west-1:0:Work',
      FunctionName: { Ref: 'PostApps' },
      ...over,
    },
  });
  const changed: Template = template();
  Object.assign(changed.Resources, {
    Limited: mapping({ ScalingConfig: { MaximumConcurrency: 2 }, BatchSize: 1 }),
    Plain: mapping({ Enabled: true }),
    Disabled: mapping({ Enabled: false }),
  });
  expect(readMappings(changed).queues).toMatchObject([
    { id: 'Limited', function: 'PostApps', queue: 'Work', batchSize: 1, atOnce: 2 },
    { id: 'Plain', batchSize: 10, atOnce: undefined },
  ]);
});
