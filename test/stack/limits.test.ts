import { everySetting, type Json, synthesizeStack } from './synthesize-stack.ts';

const usual = synthesizeStack();
const set = synthesizeStack({ customerRequestsPerSecond: '300', firewallRequests: '2000' });
const all = synthesizeStack(everySetting);

/** The limit of a method: the rate and the burst. */
function limitOf({ resources }: typeof usual, api: string, path: string, method: string) {
  const stage = resources('AWS::ApiGateway::Stage').find(
    ({ Properties }) => Properties.RestApiId.Ref === api,
  );
  const settings: Json[] = stage?.Properties.MethodSettings;
  const found = settings.find(
    ({ ResourcePath, HttpMethod }) =>
      ResourcePath === `/${path.replaceAll('/', '~1')}` && HttpMethod === method,
  );
  return [found?.ThrottlingRateLimit, found?.ThrottlingBurstLimit];
}

test('the limit of the checkout API is a setting, and those of the other APIs stay', () => {
  expect(limitOf(usual, 'PosApi', '/payments', 'POST')).toEqual([100, 200]);
  expect(limitOf(set, 'PosApi', '/payments', 'POST')).toEqual([300, 600]);
  for (const stack of [usual, set]) expect(limitOf(stack, 'BaseApi', '/apps', 'POST')).toEqual([5, 100]);
});

test('the limit for events of an acquirer is at least that for payments', () => {
  for (const stack of [usual, set])
    expect(limitOf(stack, 'BaseApi', '/acquirers/stripe/events', 'POST')).toEqual([undefined, undefined]);
});

test.each([
  // A client of Digest sends two requests for each call.
  ['BaseApi', '/api/helloWorld', 'POST', [50, 100]],
  ['BaseApi', '/docs', 'GET', [5, 100]],
  ['ConsoleApi', '/sign-in', 'POST', [50, 100]],
  ['ConsoleApi', '/sign-in/confirm', 'POST', [50, 100]],
  ['ConsoleApi', '/sign-in/passkey', 'POST', [50, 100]],
  ['ConsoleApi', '/passkeys/challenges', 'POST', [50, 100]],
  ['ConsoleApi', '/till/session', 'POST', [50, 100]],
  // Routes that need an app's key or a user's session have only the limit of the stage.
  ['BaseApi', '/me', 'GET', [undefined, undefined]],
  ['BaseApi', '/transactions/{transactionId}/captures', 'POST', [undefined, undefined]],
  ['ConsoleApi', '/session', 'GET', [undefined, undefined]],
  ['ConsoleApi', '/api/transactions/{transactionId}/refunds', 'POST', [undefined, undefined]],
] as const)('%s %s %s has the limit %j', (api, path, method, limit) => {
  expect(limitOf(usual, api, path, method)).toEqual(limit);
});

test('without its setting there is no firewall', () => {
  expect(usual.all.filter(({ Type }) => Type.startsWith('AWS::WAFv2::'))).toEqual([]);
});

test('the firewall limits each address by itself, and guards the stage of the checkout API', () => {
  const { Scope, DefaultAction, Rules, CustomResponseBodies } = set.resource('Firewall').Properties;
  expect([Scope, DefaultAction]).toEqual(['REGIONAL', { Allow: {} }]);
  expect(Rules.map(({ Name }: Json) => Name)).toEqual([
    'RateByAddress',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  expect(Rules[0]).toMatchObject({
    Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000 } },
    Action: {
      Block: {
        CustomResponse: {
          CustomResponseBodyKey: 'TooMany',
          ResponseCode: 429,
          ResponseHeaders: [
            { Name: 'Access-Control-Allow-Origin', Value: '*' },
            { Name: 'Access-Control-Expose-Headers', Value: 'X-Request-Id,Retry-After' },
            { Name: 'Retry-After', Value: '60' },
          ],
        },
      },
    },
  });
  const message = 'Too many requests from this address, try again in some minutes';
  expect(CustomResponseBodies).toEqual({
    TooMany: {
      ContentType: 'APPLICATION_JSON',
      Content: `${JSON.stringify({ code: 'THROTTLED', message })}\n`,
    },
  });
  expect(Rules.map(({ Priority }: Json) => Priority)).toEqual([0, 1, 2]);
  for (const { Name, Statement } of Rules.slice(1))
    expect(Statement).toEqual({ ManagedRuleGroupStatement: { VendorName: 'AWS', Name } });
  // With another override, the firewall would only count the requests that these groups match.
  for (const { OverrideAction } of Rules.slice(1)) expect(OverrideAction).toEqual({ None: {} });
  const { WebACLArn, ResourceArn } = set.resource('FirewallAssociation').Properties;
  expect(WebACLArn).toEqual({ 'Fn::GetAtt': ['Firewall', 'Arn'] });
  expect(JSON.stringify(ResourceArn)).toMatch(/"Ref":"PosApi".*"Ref":"PosApiDeploymentStage/);
});

test('no address of `execute-api` reaches an API with a domain, if the owner wants it', () => {
  const closed = ({ resource }: typeof usual) =>
    ['BaseApi', 'PosApi', 'ConsoleApi'].map((id) => !!resource(id).Properties.DisableExecuteApiEndpoint);
  expect(closed(usual)).toEqual([false, false, false]);
  expect(closed(all)).toEqual([true, true, true]);
});

test('API Gateway writes a line for each request into a bucket, with the route and never the path', () => {
  const stages = (made: typeof usual) =>
    made.resources('AWS::ApiGateway::Stage').map(({ Properties }) => Properties.AccessLogSetting);
  expect(stages(usual)).toEqual([undefined, undefined, undefined]);
  for (const { DestinationArn, Format } of stages(all)) {
    expect(DestinationArn).toEqual({ 'Fn::GetAtt': ['AccessLogs', 'Arn'] });
    expect(Format).toMatch(/^\{.*\}\n$/);
    const { api, ...fields } = JSON.parse(Format);
    expect(['base', 'pos', 'console']).toContain(api);
    // A path has the secrets of links and challenges.
    expect(Object.values(fields)).not.toContain('$context.path');
    expect(fields).toMatchObject({ requestId: '$context.requestId', refused: '$context.error.responseType' });
  }
  const { DeliveryStreamName, S3DestinationConfiguration } = all.resource('AccessLogs').Properties;
  expect(DeliveryStreamName).toBe('amazon-apigateway-florin-production');
  expect(S3DestinationConfiguration.BucketARN).toEqual({ 'Fn::GetAtt': ['AccessLogBucket', 'Arn'] });
  expect(all.resource('AccessLogBucket')).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true } },
  });
});

test('traces can be switched off', () => {
  const traced = ({ resources }: typeof usual) => [
    resources('AWS::ApiGateway::Stage').some(({ Properties }) => Properties.TracingEnabled),
    resources('AWS::Lambda::Function').some(({ Properties }) => Properties.TracingConfig),
    JSON.stringify(resources('AWS::IAM::Role')).includes('xray:'),
  ];
  expect([traced(usual), traced(all)]).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
});

describe('limits of AWS that a laptop does not have', () => {
  const mappings = all.resources('AWS::Lambda::EventSourceMapping').map(({ id, Properties }) => ({
    id,
    ...Properties,
    ofStream: Properties.StartingPosition !== undefined,
  }));

  test('two functions at most read the stream: DynamoDB throttles more readers of a shard', () => {
    expect(mappings.filter(({ ofStream }) => ofStream).map(({ id }) => id)).toEqual([
      'SendMailSource',
      'PublishEventsSource',
    ]);
  });

  test.each(mappings)('$id is a source that Lambda accepts', (mapping) => {
    const { FilterCriteria, BatchSize, MaximumBatchingWindowInSeconds = 0, ofStream } = mapping;
    expect(FilterCriteria?.Filters.length ?? 0).toBeLessThanOrEqual(5);
    // Lambda accepts more than 10 messages of a queue only with a batching window.
    expect(BatchSize).toBeLessThanOrEqual(
      ofStream ? 10_000 : MaximumBatchingWindowInSeconds > 0 ? 10_000 : 10,
    );
    expect(mapping.ParallelizationFactor ?? 1).toBeLessThanOrEqual(10);
    expect(mapping.ScalingConfig?.MaximumConcurrency ?? 2).toBeGreaterThanOrEqual(2);
  });

  test('the variables of a function have 4 KB', () => {
    // A reference becomes an ARN or a URL, which is shorter than this.
    const textOf = (value: Json) => (typeof value === 'string' ? value : 'x'.repeat(160));
    const sizes = all.resources('AWS::Lambda::Function').map(({ Properties }) => {
      const variables = Object.entries<Json>(Properties.Environment.Variables);
      return variables.reduce(
        (sum, [name, value]) => sum + name.length + Buffer.byteLength(textOf(value)),
        0,
      );
    });
    expect(Math.max(...sizes)).toBeLessThan(4096);
  });
});
