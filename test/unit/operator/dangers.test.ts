import { dangersOf, restoredTableIn, type Template } from '../../../lib/operator/deploy/dangers.ts';

const index = (IndexName: string) => ({ IndexName });

/** A small production stack with everything that the guard knows. */
const deployed = (): Required<Template> => ({
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      DeletionPolicy: 'Retain',
      Properties: {
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        GlobalSecondaryIndexes: [index('list'), index('pending')],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
      },
    },
    AcquirerSecret: { Type: 'AWS::SecretsManager::Secret', DeletionPolicy: 'Retain', Properties: {} },
    SealKey: { Type: 'AWS::KMS::Key', DeletionPolicy: 'Retain', Properties: {} },
    Payouts: { Type: 'AWS::SQS::Queue', DeletionPolicy: 'Retain', Properties: {} },
    BaseApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'base' } },
    BaseDomain: { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'api.example.com' } },
    AlarmsMail: {
      Type: 'AWS::SNS::Subscription',
      Properties: { Protocol: 'email', Endpoint: 'ops@example.com' },
    },
    PostPayments: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Environment: { Variables: { STRIPE_SECRET: { Ref: 'AcquirerSecret' }, STRIPE_URL: '' } },
      },
    },
    PostPaymentsLog: { Type: 'AWS::Logs::LogGroup', DeletionPolicy: 'Retain' },
  },
});

/** The dangers of a change, by name. */
const dangers = (change: (resources: Required<Template>['Resources']) => void) => {
  const next = deployed();
  change(next.Resources);
  return Object.fromEntries(dangersOf(deployed(), next).map(({ name, reason }) => [name, reason]));
};

const table = (resources: Required<Template>['Resources']) => resources.Table?.Properties ?? {};

test('a change of a secret’s content in the template is a danger because it would overwrite the value that the operator has set', () => {
  for (const property of ['SecretString', 'GenerateSecretString']) {
    const found = dangers(({ AcquirerSecret }) => {
      if (AcquirerSecret?.Properties) AcquirerSecret.Properties[property] = '{}';
    });
    expect(found.AcquirerSecret).toContain(`as its ${property} changes`);
  }
});

test('the same template, the first deployment, and harmless changes have no dangers', () => {
  expect(dangers(() => {})).toEqual({});
  expect(dangersOf({}, deployed())).toEqual([]);
  expect(
    dangers((resources) => {
      delete resources.PostPaymentsLog;
      resources.More = { Type: 'AWS::SQS::Queue' };
      if (resources.BaseApi?.Properties) resources.BaseApi.Properties.Name = 'other';
      table(resources).GlobalSecondaryIndexes = [index('list'), index('pending'), index('third')];
      if (resources.PostPayments?.Properties)
        resources.PostPayments.Properties.Environment.Variables.STRIPE_SECRET = { Ref: 'OtherSecret' };
    }),
  ).toEqual({});
});

test.each(['Table', 'AcquirerSecret', 'Payouts', 'BaseApi', 'BaseDomain', 'AlarmsMail'])(
  'the removal of %s is a danger, named by its logical id',
  (id) => {
    const found = dangers((resources) => {
      delete resources[id];
    });
    expect(found).toEqual({ [id]: expect.stringContaining('would be removed') });
  },
);

test.each<[type: string, properties: string[]]>([
  ['AWS::ApiGateway::DomainName', ['DomainName']],
  ['AWS::ApiGateway::RestApi', []],
  ['AWS::Cognito::UserPool', []],
  ['AWS::DynamoDB::GlobalTable', ['TableName', 'KeySchema']],
  ['AWS::DynamoDB::Table', ['TableName', 'KeySchema']],
  ['AWS::KMS::Key', ['KeySpec', 'KeyUsage', 'MultiRegion']],
  ['AWS::KMS::ReplicaKey', ['PrimaryKeyArn']],
  ['AWS::S3::Bucket', ['BucketName']],
  ['AWS::SNS::Subscription', ['Endpoint', 'Protocol']],
  ['AWS::SNS::Topic', ['TopicName', 'FifoTopic']],
  ['AWS::SQS::Queue', ['QueueName', 'FifoQueue']],
  ['AWS::SecretsManager::Secret', ['Name', 'SecretString', 'GenerateSecretString']],
])('the loss of an %s is a danger, and so is each change that replaces it: %j', (Type, properties) => {
  const before: Template = { Resources: { Kept: { Type, Properties: {} } } };
  expect(dangersOf(before, {})).toMatchObject([{ name: 'Kept', reason: expect.stringContaining('removed') }]);
  for (const property of properties)
    expect(dangersOf(before, { Resources: { Kept: { Type, Properties: { [property]: 'new' } } } })).toEqual([
      { name: 'Kept', reason: expect.stringContaining(`as its ${property} changes`) },
    ]);
});

test('a domain and an address of alarms are named', () => {
  const { BaseDomain, AlarmsMail } = dangers((resources) => {
    delete resources.BaseDomain;
    delete resources.AlarmsMail;
  });
  expect(BaseDomain).toContain('api.example.com');
  expect(AlarmsMail).toContain('ops@example.com');
});

test('a deployment without the acquirer stops live payments', () => {
  const found = dangers((resources) => {
    delete resources.AcquirerSecret;
    if (resources.PostPayments?.Properties)
      resources.PostPayments.Properties.Environment.Variables.STRIPE_SECRET = '';
  });
  expect(Object.keys(found).sort()).toEqual(['AcquirerSecret', 'acquirer.stripe']);
  expect(found['acquirer.stripe']).toContain('live payments would stop');
});

test('changes for which CloudFormation makes another resource are dangers', () => {
  expect(
    dangers((resources) => {
      table(resources).KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    }),
  ).toEqual({ Table: expect.stringContaining('as its KeySchema changes') });
  expect(
    dangers((resources) => {
      if (resources.BaseDomain?.Properties) resources.BaseDomain.Properties.DomainName = 'other.example.com';
      resources.Payouts = { Type: 'AWS::SNS::Topic' };
    }),
  ).toEqual({
    BaseDomain: expect.stringContaining('would be replaced'),
    Payouts: expect.stringContaining('would be removed'),
  });
});

test('a key of one region that would become one of two regions, or a replica, is a danger', () => {
  expect(
    dangers(({ SealKey }) => {
      if (SealKey) SealKey.Properties = { MultiRegion: true };
    }),
  ).toEqual({ SealKey: expect.stringContaining('would be replaced by an empty one, as its MultiRegion') });
  expect(
    dangers((resources) => {
      delete resources.SealKey;
      resources.SealKeyReplica = { Type: 'AWS::KMS::ReplicaKey', Properties: { PrimaryKeyArn: 'a' } };
    }),
  ).toEqual({ SealKey: expect.stringContaining('would be removed') });
  const replica = (PrimaryKeyArn: string): Template => ({
    Resources: { SealKeyReplica: { Type: 'AWS::KMS::ReplicaKey', Properties: { PrimaryKeyArn } } },
  });
  expect(dangersOf(replica('a'), replica('b'))).toMatchObject([{ name: 'SealKeyReplica' }]);
});

test('a stage that would become a standby, and a standby that would take payments, are dangers', () => {
  const standby = deployed();
  const { PostPayments } = standby.Resources;
  if (PostPayments?.Properties) PostPayments.Properties.ReservedConcurrentExecutions = 0;
  expect(dangersOf(deployed(), standby)).toEqual([
    { name: 'standby', reason: expect.stringContaining('would become a standby') },
  ]);
  expect(dangersOf(standby, deployed())).toEqual([
    { name: 'standby', reason: expect.stringContaining('fence the other region first') },
  ]);
  for (const before of [{}, standby]) expect(dangersOf(before, standby)).toEqual([]);
});

test('data that would not outlive the stack any more is a danger', () => {
  const found = dangers((resources) => {
    if (resources.Payouts) resources.Payouts.DeletionPolicy = 'Delete';
  });
  expect(found).toEqual({ Payouts: expect.stringContaining('would not outlive the stack') });
});

test('the table keeps its indexes, its stream, its backups and its protection', () => {
  expect(
    dangers((resources) => {
      table(resources).GlobalSecondaryIndexes = [index('list')];
      table(resources).StreamSpecification = { StreamViewType: 'KEYS_ONLY' };
      table(resources).PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: false };
      table(resources).DeletionProtectionEnabled = false;
    }),
  ).toEqual({
    'Table.pending': expect.stringContaining('pending'),
    'Table.stream': expect.stringContaining('webhooks'),
    'Table.recovery': expect.stringContaining('backups'),
    'Table.protection': expect.stringContaining('deletion'),
  });
});

test('several indexes in one update are refused, as CloudFormation would refuse them', () => {
  const found = dangers((resources) => {
    table(resources).GlobalSecondaryIndexes = ['list', 'pending', 'third', 'fourth'].map(index);
  });
  expect(found).toEqual({ 'Table.indexes': expect.stringContaining('changes third, fourth') });
});

test('a stage that uses a restored table keeps it', () => {
  const using = (table: unknown): Template => ({
    Resources: {
      GetMe: {
        Type: 'AWS::Lambda::Function',
        Properties: { Environment: { Variables: { TABLE_NAME: table } } },
      },
    },
  });
  const [own, restored] = [using({ Ref: 'Table' }), using('florin-Table-restored')];
  expect(restoredTableIn(own)).toBeUndefined();
  expect(restoredTableIn(restored)).toBe('florin-Table-restored');
  expect(dangersOf(own, restored)).toEqual([]);
  expect(dangersOf(restored, restored)).toEqual([]);
  for (const next of [own, using('florin-Table-other')])
    expect(dangersOf(restored, next)).toEqual([
      {
        name: 'restoredTable',
        reason: expect.stringContaining('would no longer use the restored table florin-Table-restored'),
      },
    ]);
});
