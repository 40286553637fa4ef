import { execFileSync } from 'node:child_process';
import { jobs } from '../../lib/jobs.ts';
import { everySetting, type Json, synthesizeStack } from './synthesize-stack.ts';

const sandbox = synthesizeStack();
const production = synthesizeStack({ stage: 'production' });
const set = synthesizeStack(everySetting);

describe.each([
  ['sandbox', sandbox],
  ['production', production],
])('%s', (stage, { resources, resource, all }) => {
  const kept = stage === 'production';

  test('stored data is encrypted, can be restored, and is retained in production', () => {
    const { DeletionPolicy, Properties } = resource('Table');
    // A table without a configured key is encrypted with a key of DynamoDB.
    expect(Properties.SSESpecification?.SSEEnabled).not.toBe(false);
    expect(Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(Properties.DeletionProtectionEnabled).toBe(kept);
    expect(DeletionPolicy).toBe(kept ? 'Retain' : 'Delete');
    expect(resource('SealKey')).toMatchObject({
      DeletionPolicy: kept ? 'Retain' : 'Delete',
      Properties: { EnableKeyRotation: true },
    });
    expect(resource('LedgerKey')).toMatchObject({
      DeletionPolicy: kept ? 'Retain' : 'Delete',
      Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' },
    });
  });

  test('logs are kept for a month, or for a year', () => {
    // `florin logs tail` reads all of them by one query of CloudWatch Logs Insights, which has at most 50.
    expect(resources('AWS::Logs::LogGroup').length).toBeLessThanOrEqual(50);
    for (const { Properties, DeletionPolicy } of resources('AWS::Logs::LogGroup')) {
      expect(Properties.RetentionInDays).toBe(kept ? 365 : 30);
      expect(DeletionPolicy).toBe(kept ? 'Retain' : 'Delete');
    }
  });

  test('all functions and APIs are traced', () => {
    const [functions, stages] = [resources('AWS::Lambda::Function'), resources('AWS::ApiGateway::Stage')];
    for (const { Properties } of functions) expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
    for (const { Properties } of stages) expect(Properties.TracingEnabled).toBe(true);
  });

  test('answers are compressed', () => {
    for (const { Properties } of resources('AWS::ApiGateway::RestApi'))
      expect(Properties.Body['x-amazon-apigateway-minimum-compression-size']).toBe(1024);
  });

  test('only the checkout API returns binary bodies, for every Accept header', () => {
    for (const [id, types] of [
      ['PosApi', ['*/*']],
      ['BaseApi', undefined],
    ] as const) {
      const { Properties } = resource(id);
      expect(Properties.Body['x-amazon-apigateway-binary-media-types']).toEqual(types);
      expect(Properties.BinaryMediaTypes).toEqual(types);
    }
  });

  test('every stage is throttled', () => {
    for (const { Properties } of resources('AWS::ApiGateway::Stage')) {
      const settings = Properties.MethodSettings.find(
        (s: Json) => s.ResourcePath === '/*' && s.HttpMethod === '*',
      );
      expect(settings.ThrottlingRateLimit).toBe(kept ? 1000 : 500);
      expect(settings.ThrottlingBurstLimit).toBe(kept ? 2000 : 1000);
    }
  });

  test('reports of browsers, which anybody can send, are throttled', () => {
    const settings = resources('AWS::ApiGateway::Stage').flatMap(
      ({ Properties }) => Properties.MethodSettings,
    );
    expect(settings.filter(({ ResourcePath }: Json) => ResourcePath === '/~1csp-reports')).toMatchObject([
      { HttpMethod: 'POST', ThrottlingRateLimit: 5, ThrottlingBurstLimit: 5 },
    ]);
  });

  test('each stage serves the deployment of its API under its own name, and logs no bodies', () => {
    for (const { Properties } of resources('AWS::ApiGateway::Stage')) {
      const { RestApiId, DeploymentId, StageName, MethodSettings } = Properties;
      expect(StageName).toBe(stage);
      expect(resource(DeploymentId.Ref)).toMatchObject({
        Type: 'AWS::ApiGateway::Deployment',
        Properties: { RestApiId },
      });
      // Bodies contain API keys, and tokens of cards.
      for (const { DataTraceEnabled = false, LoggingLevel } of MethodSettings)
        expect([DataTraceEnabled, LoggingLevel]).toEqual([false, undefined]);
    }
  });

  test('alarms on errors, throttles, latency and the ledger notify the topic when they start and end', () => {
    const alarms = resources('AWS::CloudWatch::Alarm');
    const metricOf = ({ Properties }: Json) => Properties.MetricName ?? 'several';
    expect(alarms.map(metricOf).sort()).toEqual(
      [
        ...jobs.flatMap(({ trigger }) => ('schedule' in trigger ? ['JobsFinished'] : [])),
        'BrokenInvariants',
        'OperationsOpen',
        'PaymentPageChanged',
        'PageViolations',
        'AcquirerRefusals',
        'EventsOfOtherVersion',
        'ReconciliationDifferences',
        'LedgerMismatch',
        ...(kept ? ['DeclinesLimited', 'several', 'several'] : []), // payments against the last weeks; the reputation of the mail sender
        'several', // rates of 5xx answers, for each API
        'several',
        'several',
        'several', // latency, for each API
        'several',
        'several',
        'several', // throttled functions
        'several', // concurrency of the account
        'several', // errors of jobs
        'several', // errors of the jobs of webhooks
        'several', // errors of the jobs of real money
        'several', // old messages
        'several', // old urgent messages
        'several', // late readers of the stream
        'several', // throttled reads
        'several', // throttled writes
        ...resources('AWS::SQS::Queue')
          .filter(({ id }) => /DeadLetters?/.test(id))
          .map(() => 'ApproximateNumberOfMessagesVisible'),
      ].sort(),
    );
    for (const { Properties } of alarms) {
      expect(Properties.AlarmActions).toEqual([{ Ref: 'Alarms' }]);
      expect(Properties.OKActions).toEqual([{ Ref: 'Alarms' }]);
      // This job writes the zeros for which the alarms of the other jobs wait, so its own missing data is an alarm.
      const isWatcher = Properties.Dimensions?.[0]?.Value === 'RestartDeliveries';
      expect(Properties.TreatMissingData).toBe(isWatcher ? 'breaching' : 'notBreaching');
      expect(JSON.stringify(Properties.AlarmDescription)).toContain(stage);
    }
    const own = alarms.find(({ id }) => id === 'LedgerMismatchAlarm')?.Properties;
    expect(own.Namespace).toBe(resource('GetMe').Properties.Environment.Variables.METRICS);
  });

  test.each([
    ['BaseErrors', 1, 'IF(errors >= 3, 100 * errors / requests, 0)', ['5XXError', 'Count']],
    ['PosErrors', 1, 'IF(errors >= 3, 100 * errors / requests, 0)', ['5XXError', 'Count']],
    ['BaseLatency', 3000, 'IF(requests >= 50, latency, 0)', ['Count', 'Latency']],
    ['ConsoleLatency', 3000, 'IF(requests >= 50, latency, 0)', ['Count', 'Latency']],
    ['PosLatency', 6000, 'IF(requests >= 50, latency, 0)', ['Count', 'Latency']],
    [
      'FunctionThrottles',
      1,
      'IF(throttles >= 10, 100 * throttles / (throttles + FILL(calls, 0)), 0)',
      ['Throttles', 'Invocations'],
    ],
    ['ConcurrencyHigh', 70, '100 * used / SERVICE_QUOTA(used)', ['ConcurrentExecutions']],
  ])('%s compares a rate, and needs a minimum count', (id, threshold, expression, metrics) => {
    const { Threshold, Metrics } = resource(`${id}Alarm`).Properties;
    const [{ Expression }, ...parts] = Metrics;
    expect([Threshold, Expression]).toEqual([threshold, expression]);
    expect(parts.map(({ MetricStat }: Json) => MetricStat.Metric.MetricName)).toEqual(metrics);
  });

  /** The metrics whose sum or maximum an alarm uses. */
  const partsOf = (id: string) => {
    const { Metrics, ...properties } = resource(id).Properties;
    const [{ Expression }, ...parts] = Metrics;
    const operation = Expression.slice(0, 3);
    expect(Expression).toBe(`${operation}([${parts.map(({ Id }: Json) => `FILL(${Id}, 0)`).join(', ')}])`);
    return { operation, properties, parts: parts.map(({ MetricStat }: Json) => MetricStat.Metric) };
  };

  test('an error of any job raises an alarm, and so does a message that a job failed to process', () => {
    const { operation, properties, parts } = partsOf('JobErrorsAlarm');
    expect([operation, properties.Threshold]).toEqual(['SUM', 1]);
    const apart = ['WebhookErrorsAlarm', 'AcquirerErrorsAlarm'].map(partsOf);
    for (const one of apart) expect([one.operation, one.properties.Threshold]).toEqual(['SUM', 1]);
    const errorsOf = ({ name }: { name: string }) => ({
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: name } }],
    });
    const all = [...parts, ...apart.flatMap((one) => one.parts)];
    expect(all).toHaveLength(jobs.length + 1);
    expect(all).toEqual(expect.arrayContaining(jobs.map(errorsOf)));
    expect(parts).toContainEqual({ Namespace: `Florin/${stage}`, MetricName: 'FailedMessages' });
  });

  test.each([
    ['RefreshRates', 74],
    ['PayOut', 26],
    ['CheckLedger', 26],
    ['FinishOperations', 3],
    ['WatchAuthorizations', 3],
    ['ReconcileAcquirer', 26],
    ['SummarizeDay', 26],
    ['WatchRatios', 26],
    ['RestartDeliveries', 3],
    ['WatchPage', 3],
  ])('an alarm goes off when %s has not finished for %d hours', (job, hours) => {
    expect(resource(`${job}MissingAlarm`).Properties).toMatchObject({
      Namespace: `Florin/${stage}`,
      MetricName: 'JobsFinished',
      Dimensions: [{ Name: 'job', Value: job }],
      Statistic: 'Sum',
      Period: 3600,
      EvaluationPeriods: hours,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
    });
  });

  test('each alarm has one result, of metrics with the dimensions under which they are written', () => {
    const written = [
      'AWS/ApiGateway: ApiName',
      'AWS/DynamoDB: TableName',
      'AWS/DynamoDB: GlobalSecondaryIndexName, TableName',
      'AWS/Lambda: ',
      'AWS/Lambda: FunctionName',
      'AWS/SES: ',
      'AWS/SQS: QueueName',
      'AWS/Usage: Class, Resource, Service, Type',
      `Florin/${stage}: `,
      `Florin/${stage}: job`,
    ];
    for (const { id, Properties } of resources('AWS::CloudWatch::Alarm')) {
      const { Metrics = [], ThresholdMetricId } = Properties;
      const stats: Json[] = Metrics.filter(({ MetricStat }: Json) => MetricStat);
      for (const { Namespace, Dimensions = [] } of Metrics.length > 0
        ? stats.map(({ MetricStat }) => MetricStat.Metric)
        : [Properties]) {
        const names = Dimensions.map(({ Name }: Json) => Name).sort();
        expect([id, written]).toEqual([id, expect.arrayContaining([`${Namespace}: ${names.join(', ')}`])]);
      }
      if (Metrics.length === 0 || ThresholdMetricId) continue;
      const results = Metrics.filter(({ ReturnData }: Json) => ReturnData !== false);
      expect([id, results]).toEqual([id, [expect.objectContaining({ Expression: expect.any(String) })]]);
      const used = results[0].Expression.match(/\b[a-z]\w*/g);
      expect([id, [...new Set(used)].sort()]).toEqual([id, stats.map(({ Id }) => Id).sort()]);
    }
  });

  test('each queue of dead letters has an alarm of its own', () => {
    const queues = resources('AWS::SQS::Queue').filter(({ id }) => id.endsWith('DeadLetters'));
    expect(queues).toHaveLength(5);
    for (const { id } of queues)
      expect(resource(`${id}Alarm`).Properties).toMatchObject({
        Namespace: 'AWS/SQS',
        Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
      });
  });

  test('messages that stay unprocessed raise an alarm', () => {
    const { operation, properties, parts } = partsOf('JobsBehindAlarm');
    expect([operation, properties.Threshold]).toEqual(['MAX', 6 * 60 * 60]);
    const names = parts.map(({ MetricName, Dimensions }: Json) => [
      MetricName,
      Dimensions[0].Value['Fn::GetAtt'][0],
    ]);
    const worked = [
      'AcquirerEvents',
      'Deliveries',
      'EventRetries',
      'LedgerChecks',
      'MailRetries',
      'Payouts',
      'Reconciliations',
      'Resends',
      'SlowDeliveries',
      'Summaries',
    ];
    expect(names.sort()).toEqual(worked.map((queue) => ['ApproximateAgeOfOldestMessage', queue]));
  });

  test('urgent messages and the stream raise an alarm after 15 minutes', () => {
    const urgent = partsOf('MessagesBehindAlarm');
    expect([urgent.operation, urgent.properties.Threshold]).toEqual(['MAX', 900]);
    expect(urgent.parts.map(({ Dimensions }: Json) => Dimensions[0].Value['Fn::GetAtt'][0])).toEqual([
      'AcquirerEvents',
      'Deliveries',
      'EventRetries',
      'MailRetries',
    ]);
    const { operation, properties, parts } = partsOf('StreamBehindAlarm');
    expect([operation, properties.Threshold]).toEqual(['MAX', 900_000]);
    expect(parts).toEqual(
      ['SendMail', 'PublishEvents'].map((name) => ({
        Namespace: 'AWS/Lambda',
        MetricName: 'IteratorAge',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: name } }],
      })),
    );
  });

  test.each(['Read', 'Write'])(
    '%ss that DynamoDB throttles are counted in the table and in its indexes',
    (kind) => {
      const { operation, parts } = partsOf(`Table${kind}ThrottlesAlarm`);
      expect(operation).toBe('SUM');
      const table = { Name: 'TableName', Value: { Ref: 'Table' } };
      const { GlobalSecondaryIndexes } = resource('Table').Properties;
      const metric = { Namespace: 'AWS/DynamoDB', MetricName: `${kind}ThrottleEvents` };
      expect(parts).toEqual([
        { ...metric, Dimensions: [table] },
        ...GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => ({
          ...metric,
          Dimensions: [{ Name: 'GlobalSecondaryIndexName', Value: IndexName }, table],
        })),
      ]);
    },
  );

  test('the dashboard shows the alarms, and a graph for each of these metrics', () => {
    const [, parts] = resource('Dashboard').Properties.DashboardBody['Fn::Join'];
    const references = JSON.stringify(parts);
    for (const { id } of resources('AWS::CloudWatch::Alarm')) expect(references).toContain(`"${id}"`);
    const text = parts.map((part: unknown) => (typeof part === 'string' ? part : 'reference')).join('');
    const graphs = JSON.parse(text).widgets.filter(({ type }: Json) => type === 'metric');
    const nameOf = ([space, name]: Json[]) =>
      typeof space === 'string' ? name : (/MetricName="(\w+)"/.exec(space.expression)?.[1] ?? space.label);
    const shown = graphs.map(({ properties: { title, metrics } }: Json) => [
      title,
      [...new Set(metrics.map(nameOf))],
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      Payments: ['Payments', 'LivePayments'],
      'Declines by code': ['Declines'],
      Conflicts: ['Conflicts'],
      'Captured by currency, in minor units': ['Captured'],
      'Refunded by currency, in minor units': ['Refunded'],
      Requests: ['Count'],
      Errors: ['5XXError', '4XXError'],
      Latency: ['Latency'],
      'Mails withheld, by reason': ['MailsWithheld'],
      Throttles: ['Throttles', 'ReadThrottleEvents', 'WriteThrottleEvents'],
      'Errors of jobs': ['Errors'],
      'Jobs finished': ['JobsFinished'],
    });
  });

  test('fixed names of resources contain the stage, all others are made unique by CloudFormation', () => {
    for (const { id, Properties } of all) {
      const names = physicalNames
        .map((name) => Properties?.[name])
        .filter((name) => typeof name === 'string');
      for (const name of names) expect(`${id}: ${name}`).toContain(stage);
    }
  });
});

/** Fixed names of resources that must be unique in an account and region, without parts such as indexes. */
const physicalNames = [
  'AlarmName',
  'AliasName',
  'BucketName',
  'DashboardName',
  'DomainName',
  'FunctionName',
  'GroupName',
  'LogGroupName',
  'ManagedPolicyName',
  'QueueName',
  'RoleName',
  'TableName',
  'TopicName',
];

test('API names and stack names contain the stage', () => {
  const names = (stack: typeof sandbox) =>
    ['BaseApi', 'PosApi'].map((id) => stack.resource(id).Properties.Name);
  expect(names(sandbox)).toEqual(['florin-sandbox-base', 'florin-sandbox-pos']);
  expect(names(production)).toEqual(['florin-production-base', 'florin-production-pos']);
});

test('payments that fall far below those of the last weeks raise an alarm in production', () => {
  const { ComparisonOperator, ThresholdMetricId, Metrics } =
    production.resource('PaymentsFallenAlarm').Properties;
  expect(ComparisonOperator).toBe('LessThanLowerThreshold');
  const band = Metrics.find(({ Id }: Json) => Id === ThresholdMetricId);
  expect(band.Expression).toMatch(/^ANOMALY_DETECTION_BAND\(\w+, ?4\)$/);
  const { MetricStat } = Metrics.find(({ MetricStat }: Json) => MetricStat);
  expect(MetricStat).toMatchObject({ Metric: { MetricName: 'LivePayments' }, Period: 3600, Stat: 'Sum' });
  expect(sandbox.all.some(({ id }) => id === 'PaymentsFallenAlarm')).toBe(false);
});

test('a stage with an acquirer raises an alarm if payments have no events', () => {
  const { Metrics, Threshold } = set.resource('AcquirerSilentAlarm').Properties;
  expect([Metrics[0].Expression, Threshold]).toEqual([
    'IF(payments >= 20, IF(FILL(events, 0) < 1, 1, 0), 0)',
    1,
  ]);
  expect(production.all.some(({ id }) => id === 'AcquirerSilentAlarm')).toBe(false);
});

describe('the context configures', () => {
  test('the level of the log', () => {
    expect(set.resource('GetMe').Properties.Environment.Variables.LOG_LEVEL).toBe('error');
  });

  test('how many functions each queue starts at the same time', () => {
    const atOnce = (stack: typeof sandbox) =>
      stack
        .resources('AWS::Lambda::EventSourceMapping')
        .filter(({ Properties }) => !Properties.StartingPosition)
        .map(({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency);
    expect(atOnce(set).every((most) => most <= 20)).toBe(true);
    expect(atOnce(set)).toContain(10); // a job's own limit, which is lower
    expect(atOnce(sandbox)).toContain(undefined);
  });

  test('the architecture of functions', () => {
    const architectures = set.resources('AWS::Lambda::Function').map((f) => f.Properties.Architectures);
    expect(new Set(architectures.flat())).toEqual(new Set(['x86_64']));
  });

  test('the rate limit of each API, which also bounds open routes', () => {
    const rates = set
      .resources('AWS::ApiGateway::Stage')
      .flatMap(({ Properties }) =>
        Properties.MethodSettings.map(({ ThrottlingRateLimit }: Json) => ThrottlingRateLimit),
      );
    expect(Math.max(...rates)).toBe(50);
    expect(Math.min(...rates)).toBe(5);
  });

  test('the receivers of alarms', () => {
    expect(sandbox.resources('AWS::SNS::Subscription')).toEqual([]);
    const [subscription] = set.resources('AWS::SNS::Subscription');
    expect(subscription?.Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
      TopicArn: { Ref: 'Alarms' },
    });
  });

  test('domains, which are then the URLs', () => {
    expect(sandbox.resources('AWS::ApiGateway::DomainName')).toEqual([]);
    const domains = set.resources('AWS::ApiGateway::DomainName');
    const own = { BaseUrl: 'api.example.com', PosUrl: 'pos.example.com', ConsoleUrl: 'console.example.com' };
    for (const [output, name] of Object.entries(own)) {
      const domain = domains.find(({ Properties }) => Properties.DomainName === name);
      expect(domain?.Properties).toMatchObject({
        RegionalCertificateArn: everySetting.baseCertificate,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      });
      const api = { RestApiId: { Ref: output.replace(/Url$/, 'Api') } };
      const mapping = set
        .resources('AWS::ApiGateway::BasePathMapping')
        .find(({ Properties }) => Properties.DomainName.Ref === domain?.id);
      expect(mapping?.Properties).toMatchObject(api);
      expect(mapping?.Properties.BasePath).toBeUndefined();
      expect(set.resource(mapping?.Properties.Stage.Ref).Properties).toMatchObject(api);
      expect(JSON.stringify(set.template.Outputs[output].Value)).toContain(`"${domain?.id}"`);
    }
  });

  const certificate = everySetting.baseCertificate;
  const numbers = [
    ...[
      'customerRequestsPerSecond',
      'firewallRequests',
      'jobConcurrency',
      'monthlyBudget',
      'requestsPerSecond',
    ],
    ...['unvouchedAppWrites', 'unvouchedLiveMails', 'unvouchedStageWrites', 'unvouchedTestDays'],
    ...['unvouchedTestMails', 'warmAuthorizer', 'warmPayments'],
  ];
  const words = [
    'acquirer',
    'alarmEmail',
    'architecture',
    'canary',
    'logLevel',
    'multiRegionKey',
    'restoredTable',
  ];
  const wrong: [context: Record<string, string>, says: string][] = [
    ...numbers.flatMap((name) =>
      ['', ' ', 'many', '-1', '1.5', '1e3', '0x10'].map((value): [Record<string, string>, string] => [
        { [name]: value },
        name,
      ]),
    ),
    ...[...words, 'declineLimits', 'smoke', 'stage', 'standby'].map(
      (name): [Record<string, string>, string] => [{ [name]: '' }, name],
    ),
    [{ stage: 'prod' }, 'stage=prod'],
    [{ logLevel: 'debug' }, 'logLevel=debug'],
    [{ architecture: 'x64' }, 'architecture=x64 is not one of arm64, x86_64'],
    [{ jobConcurrency: '1' }, 'jobConcurrency=1'],
    [{ jobConcurrency: '1001' }, 'jobConcurrency=1001 is no integer from 2 to 1000'],
    [{ alarmEmail: 'ops' }, 'alarmEmail=ops is not an e-mail address'],
    [{ baseDomain: 'https://api.example.com', baseCertificate: certificate }, 'is not a domain name'],
    [{ baseDomain: 'api.example.com', baseCertificate: 'mine' }, 'baseCertificate=mine is not the ARN'],
    [
      {
        ...{ baseDomain: 'api.example.com', baseCertificate: certificate },
        ...{ posDomain: 'api.example.com', posCertificate: certificate },
      },
      'Each API needs a domain of its own; got api.example.com, api.example.com',
    ],
    [
      { baseDomain: 'api.example.com', baseCertificate: certificate.replace('eu-west-1', 'us-east-1') },
      'is in the region us-east-1, and the stack is in eu-west-1. Set the ARN of one in eu-west-1, or deploy with AWS_REGION=us-east-1',
    ],
    [{ requestsPerSecond: '0' }, 'requestsPerSecond=0'],
    [{ customerRequestsPerSecond: '0' }, 'customerRequestsPerSecond=0'],
    [{ firewallRequests: '9' }, 'firewallRequests=9 is no integer from 10'],
    [{ warmPayments: '0' }, 'warmPayments=0'],
    [{ monthlyBudget: '0' }, 'monthlyBudget=0'],
    [{ smoke: 'maybe' }, 'smoke=maybe'],
    [{ unvouchedAppWrites: '0' }, 'unvouchedAppWrites=0'],
    [{ unvouchedStageWrites: '0' }, 'unvouchedStageWrites=0'],
    [{ baseDomain: 'api.example.com' }, 'baseCertificate'],
  ];

  const script = `
    import { stageOf } from './lib/stack/stage.ts';
    const refusalOf = (context) => {
      try {
        stageOf({ node: { tryGetContext: (name) => context[name] } });
      } catch (error) {
        return error.message;
      }
    };
    process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map((context) => refusalOf(context) ?? null)));
  `;
  // One process synthesizes all stacks, as aws-cdk-lib takes long to load.
  let refusals: Map<object, unknown>;
  beforeAll(() => {
    const contexts = wrong.map(([context]) => context);
    const node = [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      script,
      JSON.stringify([...contexts, everySetting]),
    ];
    const said: unknown[] = JSON.parse(
      execFileSync(process.execPath, node, {
        encoding: 'utf8',
        env: { ...process.env, CDK_DEFAULT_REGION: 'eu-west-1' },
      }),
    );
    expect(said.pop()).toBeNull(); // the settings of `everySetting` are valid
    refusals = new Map(contexts.map((context, n) => [context, said[n]]));
  });

  test.each(wrong)('the context %j fails the synthesis', (context, says) => {
    expect(refusals.get(context)).toContain(says);
  });
});
