import { jobs } from '../../lib/jobs.ts';
import { functionRoutes } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { everySetting, functionIn, type Json, logOf, synthesizeStack } from './synthesize-stack.ts';

const full = synthesizeStack(everySetting);
const { all, resources, resource, body, methods, refusals } = synthesizeStack();

/** Every policy statement inside a value, at any depth. */
function statementsIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value.Statement ? [value.Statement].flat() : [];
  return [...own, ...Object.values(value).flatMap(statementsIn)];
}

/** The only actions that have no resource. */
const traces = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];

const isWild = (value: Json) => JSON.stringify(value ?? '').includes('*');

/** The roles by which API Gateway calls functions. */
const invokers = resources('AWS::IAM::Role').flatMap(({ id }) => (/Invoker\d*$/.test(id) ? [id] : []));

describe('no policy', () => {
  const written = all.flatMap((owner) =>
    statementsIn(owner.Properties).map((statement) => ({ owner: owner.id, type: owner.Type, ...statement })),
  );
  // Excludes statements that deny. These statements grant no access, and may cover everything, for example all requests
  // without TLS.
  const statements = written.filter(({ Effect }) => Effect !== 'Deny');

  test('no policy is overlooked by these tests', () => {
    expect(statements.length).toBeGreaterThan(functionRoutes.length);
  });

  test('no policy has a wildcard action', () => {
    expect(statements.filter(({ Action, NotAction }) => isWild(Action) || NotAction)).toEqual([]);
  });

  test('no policy has a wildcard resource', () => {
    // In the policy of a key, `*` means this key, and AWS accepts no other resource. X-Ray has no resources, so the
    // permission to write traces is for all of them.
    const must = ({ type, Action, Resource }: Json) =>
      Resource === '*' &&
      (type === 'AWS::KMS::Key' || Action.every((action: string) => traces.includes(action)));
    const wild = statements.filter(({ Resource, NotResource }) => isWild(Resource) || NotResource);
    expect(wild.filter((statement) => !must(statement))).toEqual([]);
  });

  test('no policy permits access for everybody', () => {
    expect(statements.filter(({ Principal, NotPrincipal }) => isWild(Principal) || NotPrincipal)).toEqual([]);
    for (const { Properties } of resources('AWS::Lambda::Permission')) {
      expect(Properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'events.amazonaws.com',
        SourceArn: expect.anything(),
      });
    }
  });

  test('no policy lets another service than its own work with a role, or denies the role anything', () => {
    for (const { id, Properties } of full.resources('AWS::IAM::Role')) {
      const others: Record<string, string> = { ReleasesRole: 'codedeploy', AccessLogsRole: 'firehose' };
      const service = invokers.includes(id) ? 'apigateway' : (others[id] ?? 'lambda');
      const { AssumeRolePolicyDocument, Policies } = Properties;
      const Principal = { Service: `${service}.amazonaws.com` };
      expect([id, AssumeRolePolicyDocument.Statement]).toEqual([
        id,
        [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal }],
      ]);
      expect(statementsIn(Policies).filter(({ Effect }) => Effect !== 'Allow')).toEqual([]);
    }
  });

  test('no policy is managed by AWS', () => {
    for (const { Properties } of resources('AWS::IAM::Role'))
      expect(Properties.ManagedPolicyArns).toBeUndefined();
    expect(resources('AWS::IAM::Policy')).toEqual([]);
    expect(resources('AWS::IAM::ManagedPolicy')).toEqual([]);
  });
});

describe('API Gateway may call the functions of its routes, and no other', () => {
  const authorizers = ['BaseApi', 'ConsoleApi'].flatMap((api) =>
    Object.values<Json>(body(api).components.securitySchemes).map(
      (scheme) => scheme['x-amazon-apigateway-authorizer'],
    ),
  );

  test.each(invokers)('as %s, a role that only API Gateway can assume', (id) => {
    const { AssumeRolePolicyDocument, Policies } = resource(id).Properties;
    expect(statementsIn({ AssumeRolePolicyDocument })).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
    const [statement, ...others] = statementsIn(Policies);
    expect([statement.Effect, statement.Action, others]).toEqual(['Allow', 'lambda:InvokeFunction', []]);

    const called = [
      ...[...methods, ...refusals]
        .filter(({ invoker }) => invoker === id)
        .map((method) => method.function ?? ''),
      ...authorizers
        .filter(({ authorizerCredentials }) => authorizerCredentials['Fn::GetAtt'][0] === id)
        .map(({ authorizerUri }) => functionIn(authorizerUri) ?? ''),
    ];
    expect([statement.Resource].flat().map(nameOf).sort()).toEqual([...new Set(called)].sort());
    expect(called).not.toEqual([]);
  });

  test('each by the role of its folder, with room in the policy of the role', () => {
    // Assumes the longest function names, in the region with the longest name.
    const arn = `arn:aws:lambda:ap-southeast-2:123456789012:function:${'f'.repeat(64)}`;
    for (const id of invokers) {
      const [{ Resource }] = statementsIn(resource(id).Properties.Policies);
      const size = JSON.stringify([Resource].flat().map(() => arn)).length;
      expect(size).toBeLessThan(10_240);
    }
  });
});

describe('a function has exactly the permissions of the route table (for jobs: jobs.test.ts)', () => {
  const works = [
    ...functionRoutes.map((route) => ({ ...route, id: logicalIdOf(route) })),
    { id: 'KeyAuthorizer', table: ['GetItem', 'UpdateItem'], index: undefined, seal: undefined },
    { id: 'DigestAuthorizer', table: ['PutItem'], index: undefined, seal: undefined, secret: true },
    { id: 'RefuseWrongRoute', table: [], index: undefined, seal: undefined },
    { id: 'SessionAuthorizer', table: ['GetItem', 'UpdateItem'], index: undefined, seal: undefined },
  ];

  test('the authorizer of keys may write only the last use of apps and keys', () => {
    const statements = statementsIn(resource('KeyAuthorizerRole').Properties.Policies);
    const writes = statements.filter(({ Action }) => [Action].flat().includes('dynamodb:UpdateItem'));
    expect(writes.map(({ Condition }) => Condition)).toEqual([
      {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['app#*', 'key#*'] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'used'] },
        StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
      },
    ]);
  });

  test('the stack has no other function', () => {
    expect(resources('AWS::Lambda::Function').map(({ id }) => id)).toEqual(
      expect.arrayContaining(works.map(({ id }) => id)),
    );
    expect(resources('AWS::Lambda::Function')).toHaveLength(works.length + jobs.length);
    expect(resources('AWS::IAM::Role')).toHaveLength(works.length + jobs.length + invokers.length);
  });

  test.each(works)('$id', ({ id, table, index, seal, ...work }) => {
    const sends = ('sends' in work && work.sends) || [];
    const { Role, Environment } = resource(id).Properties;
    expect(Role).toEqual({ 'Fn::GetAtt': [`${id}Role`, 'Arn'] });

    const granted = statementsIn(resource(`${id}Role`).Properties.Policies).flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => `${action} on ${nameOf(Resource)}`),
    );
    expect(granted.sort()).toEqual(
      [
        `logs:CreateLogStream on ${logOf(id)}`,
        `logs:PutLogEvents on ${logOf(id)}`,
        ...traces.map((action) => `${action} on *`),
        ...table.map((action) => `dynamodb:${action} on Table`),
        ...(index ? ['dynamodb:Query on Table/index/list'] : []),
        ...('pending' in work && work.pending ? ['dynamodb:Query on Table/index/pending'] : []),
        ...(seal ?? []).map((action) => `kms:${action} on SealKey`),
        ...('secret' in work ? ['secretsmanager:GetSecretValue on HelloSecret'] : []),
        ...sends.map(({ queue }) => `sqs:SendMessage on ${queue}`),
      ].sort(),
    );

    expect(Environment.Variables).toEqual({
      LOG_LEVEL: 'info',
      METRICS: 'Florin/sandbox',
      ...(table.length > 0 && { TABLE_NAME: { Ref: 'Table' }, DYNAMODB_ENDPOINT: '' }),
      ...(seal && { SEAL_KEY_ID: { Ref: 'SealKey' }, SEAL_KEY: '' }),
      ...('secret' in work && { HELLO_SECRET: { Ref: 'HelloSecret' }, HELLO_CREDENTIALS: '' }),
      ...('posUrl' in work && { POS_URL: expect.anything() }),
      ...('acquirer' in work && { STRIPE_SECRET: '', STRIPE_CREDENTIALS: '', STRIPE_URL: '' }),
      ...('unvouched' in work && {
        UNVOUCHED_TEST_DAYS: '0',
        UNVOUCHED_APP_WRITES: '2000',
        UNVOUCHED_STAGE_WRITES: '100000',
      }),
      ...('limitsDeclines' in work && { DECLINE_LIMITS: 'off' }),
      ...('acquirerPages' in work && { STRIPE_URL: '' }),
      ...Object.fromEntries(sends.map(({ queue, variable }) => [variable, { Ref: queue }])),
    });
  });
});

test('with an acquirer, the functions that ask it read its keys, and only the operator’s job changes them', () => {
  const allowed = (action: string) =>
    full
      .resources('AWS::IAM::Role')
      .filter(({ Properties }) =>
        statementsIn(Properties.Policies).some(
          ({ Action, Resource }) => [Action].flat().includes(action) && nameOf(Resource) === 'AcquirerSecret',
        ),
      )
      .map(({ id }) => id.replace(/Role$/, ''));
  const asking = [
    ...functionRoutes.filter(({ acquirer }) => acquirer).map(logicalIdOf),
    ...jobs.filter(({ acquirer }) => acquirer).map(({ name }) => name),
  ];
  expect(allowed('secretsmanager:GetSecretValue').sort()).toEqual(asking.sort());
  expect(allowed('secretsmanager:PutSecretValue')).toEqual(['EnableMerchant']);
  const told = full
    .resources('AWS::Lambda::Function')
    .filter(({ Properties }) => Properties.Environment.Variables.STRIPE_SECRET?.Ref === 'AcquirerSecret');
  expect(told.map(({ id }) => id).sort()).toEqual(asking);
  // An operator writes the keys into the secret later. Until then it must be readable.
  const { SecretString } = full.resource('AcquirerSecret').Properties;
  expect(JSON.parse(SecretString)).toEqual({ apiKey: '', webhookSecrets: [] });
});

/** The ARN's owner, and what follows it: `Table/index/list`. */
function nameOf(arn: Json): string {
  const [parts] = [arn['Fn::Join']?.[1] ?? [arn]];
  return parts
    .map((part: Json) => (typeof part === 'string' ? part : (part.Ref ?? part['Fn::GetAtt'][0])))
    .join('');
}
