import { timeZoneOfCountry } from '../../functions/core/basics/time-zone.ts';
import { everySetting, synthesizeStack } from './synthesize-stack.ts';

const { resource, resources } = synthesizeStack();
const production = synthesizeStack(everySetting);

const arn = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });
const ids = (type: string) => resources(type).map(({ id }) => id);
const queues = [
  'AcquirerEventDeadLetters',
  'AcquirerEvents',
  'Deliveries',
  'DeliveryDeadLetters',
  'EventDeadLetters',
  'EventRetries',
  'LedgerChecks',
  'MailDeadLetters',
  'MailRetries',
  'Payouts',
  'Reconciliations',
  'Resends',
  'ScheduleDeadLetters',
  'SlowDeliveries',
  'Summaries',
];

const scheduled = [
  'FinishOperations',
  'WatchAuthorizations',
  'ReconcileAcquirer',
  'RestartDeliveries',
  'RefreshRates',
  'PayOut',
  'CheckLedger',
  'RemoveMerchants',
  'SummarizeDay',
  'WatchPage',
  'WatchRatios',
];

describe('queues', () => {
  test('the stack has exactly these', () => {
    expect(ids('AWS::SQS::Queue').sort()).toEqual(queues);
  });

  test.each(queues)('%s is encrypted, requires TLS, and is retained', (id) => {
    expect(resource(id).Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 1_209_600,
    });
    const policies = resources('AWS::SQS::QueuePolicy').filter(
      ({ Properties }) => Properties.Queues[0].Ref === id,
    );
    const rules = id === 'ScheduleDeadLetters' ? scheduled : [];
    expect(policies.map(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
      [
        {
          Action: 'sqs:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Resource: arn(id),
        },
        ...rules.map((rule) => ({
          Action: 'sqs:SendMessage',
          Condition: { ArnEquals: { 'aws:SourceArn': arn(`${rule}Schedule`) } },
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Resource: arn(id),
        })),
      ],
    ]);
    expect(production.resource(id).DeletionPolicy).toBe('Retain');
  });

  test.each([
    ['AcquirerEvents', 'ReceiveAcquirerEvent', 'AcquirerEventDeadLetters'],
    ['Payouts', 'PayOut', 'ScheduleDeadLetters'],
    ['LedgerChecks', 'CheckLedger', 'ScheduleDeadLetters'],
    ['Reconciliations', 'ReconcileAcquirer', 'ScheduleDeadLetters'],
    ['Summaries', 'SummarizeDay', 'ScheduleDeadLetters'],
    ['Deliveries', 'DeliverEvents', 'DeliveryDeadLetters'],
    ['SlowDeliveries', 'DeliverSlowly', 'DeliveryDeadLetters'],
    ['Resends', 'ResendDeliveries', 'DeliveryDeadLetters'],
  ])('messages in %s get five attempts with sufficient time for each', (queue, id, deadLetters) => {
    const { RedrivePolicy, VisibilityTimeout } = resource(queue).Properties;
    expect(RedrivePolicy).toEqual({ deadLetterTargetArn: arn(deadLetters), maxReceiveCount: 5 });
    const { Timeout } = resource(id).Properties;
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
  });
});

test.each([
  ['EventRetries', 'PublishEvents', 'EventDeadLetters'],
  ['MailRetries', 'SendMail', 'MailDeadLetters'],
])('a failed record in %s is tried again for a day', (queue, id, deadLetters) => {
  const { RedrivePolicy, VisibilityTimeout } = resource(queue).Properties;
  expect(RedrivePolicy.deadLetterTargetArn).toEqual(arn(deadLetters));
  const { Timeout } = resource(id).Properties;
  expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
  expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBe(24 * 60 * 60);
  expect(resource(`${id}Retries`).Properties).toMatchObject({ EventSourceArn: arn(queue), BatchSize: 10 });
});

describe('event sources', () => {
  const mappings = [
    'SendMailRetries',
    'SendMailSource',
    'ReceiveAcquirerEventSource',
    'PublishEventsRetries',
    'PublishEventsSource',
    'DeliverEventsSource',
    'DeliverSlowlySource',
    'ResendDeliveriesSource',
    'PayOutSource',
    'CheckLedgerSource',
    'ReconcileAcquirerSource',
    'SummarizeDaySource',
  ];

  test('the stack has exactly these, and their functions report failed items', () => {
    expect(ids('AWS::Lambda::EventSourceMapping').sort()).toEqual([...mappings].sort());
    for (const id of mappings) {
      expect(resource(id).Properties).toMatchObject({
        FunctionName: { Ref: id.replace(/Source|Retries/, '') },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    }
  });

  const image = (NewImage: object) => ({ eventName: ['INSERT'], dynamodb: { NewImage } });
  const changed = ['#transaction', 'alert', 'card', '#merchant'];
  const prefixes = ['app#', 'user#', 'webhook#', 'asked#'].map((prefix) => ({ prefix }));

  test.each([
    [
      'SendMail',
      'MailDeadLetters',
      [
        image({ sk: { S: [{ prefix: 'user#' }] } }),
        {
          ...image({ sk: { S: ['receipts', 'sign-in', 'passkey-news', 'alert', 'ratio', 'limited'] } }),
          eventName: ['INSERT', 'MODIFY'],
        },
        image({ sk: { S: ['line'] }, kind: { S: ['refund', 'payout'] } }),
        { ...image({ sk: { S: ['operation'] }, stayed: { BOOL: [true] } }), eventName: ['MODIFY'] },
        { ...image({ sk: { S: ['#merchant'] }, test: { BOOL: [false] } }), eventName: ['MODIFY'] },
      ],
    ],
    [
      'PublishEvents',
      'EventDeadLetters',
      [
        { dynamodb: { Keys: { sk: { S: [...changed, ...prefixes, 'resend', 'limited', 'ratio'] } } } },
        { dynamodb: { NewImage: { sk: { S: ['line'] }, kind: { S: ['payout'] } } } },
        { dynamodb: { NewImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        { dynamodb: { OldImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        image({ sk: { S: ['line'] }, kind: { S: ['capture', 'refund'] }, test: { BOOL: [true] } }),
      ],
    ],
  ])('%s: the stream, filtered; tried again for a day, then to %s', (id, deadLetters, patterns) => {
    const { FilterCriteria, ...properties } = resource(`${id}Source`).Properties;
    expect(properties).toMatchObject({
      EventSourceArn: arn('Table', 'StreamArn'),
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: arn(deadLetters) } },
      MaximumRecordAgeInSeconds: 24 * 60 * 60,
      StartingPosition: 'TRIM_HORIZON',
    });
    // Without this setting, Lambda repeats a record until the record is too old.
    expect(properties).not.toHaveProperty('MaximumRetryAttempts');
    expect(FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual(
      patterns,
    );
  });

  test('PublishEvents: ten batches of a shard at the same time, as events need no order', () => {
    const factor = (id: string) => resource(`${id}Source`).Properties.ParallelizationFactor;
    expect(['PublishEvents', 'SendMail'].map(factor)).toEqual([10, undefined]);
  });

  test('ReceiveAcquirerEvent: the queue', () => {
    const { EventSourceArn, BatchSize } = resource('ReceiveAcquirerEventSource').Properties;
    expect([EventSourceArn, BatchSize]).toEqual([arn('AcquirerEvents'), 10]);
  });

  test.each([
    ['DeliverEvents', 'Deliveries', 100],
    ['DeliverSlowly', 'SlowDeliveries', 50],
  ])('%s: the queue, with limited concurrency, and with recursion allowed', (id, queue, atOnce) => {
    expect(resource(`${id}Source`).Properties).toMatchObject({
      EventSourceArn: arn(queue),
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency: atOnce },
    });
    expect(resource(id).Properties.RecursiveLoop).toBe('Allow');
  });

  test.each([
    ['PayOut', 'Payouts', 10, 20],
    ['CheckLedger', 'LedgerChecks', 10, 20],
    ['ReconcileAcquirer', 'Reconciliations', 1, 10],
    ['SummarizeDay', 'Summaries', 1, 10],
  ])(
    '%s: a message a merchant, with limited concurrency, and with recursion allowed',
    (id, queue, size, atOnce) => {
      expect(resource(`${id}Source`).Properties).toMatchObject({
        EventSourceArn: arn(queue),
        BatchSize: size,
        ScalingConfig: { MaximumConcurrency: atOnce },
      });
      expect(resource(id).Properties.RecursiveLoop).toBe('Allow');
    },
  );
});

test('Lambda lets exactly the functions call themselves that send messages to their own queue', () => {
  const loops = resources('AWS::Lambda::Function').filter(({ Properties }) => Properties.RecursiveLoop);
  expect(loops.map(({ id }) => id).sort()).toEqual([
    'CheckLedger',
    'DeliverEvents',
    'DeliverSlowly',
    'PayOut',
    'ReceiveAcquirerEvent',
    'ReconcileAcquirer',
    'ResendDeliveries',
    'SummarizeDay',
  ]);
});

describe('schedules', () => {
  test('the summary of a day is made half an hour after midnight at the earliest, in every country and season', () => {
    const { ScheduleExpression } = resource('SummarizeDaySchedule').Properties;
    const [, minute, hour] = /^cron\((\d+) (\d+) /.exec(ScheduleExpression) ?? [];
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const zones = new Set(letters.flatMap((one) => letters.map((other) => timeZoneOfCountry(one + other))));
    const early = [...zones].filter((timeZone) => {
      const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
      const runs = [0, 6].map((month) => Date.UTC(2026, month, 15, Number(hour), Number(minute)));
      return runs.some((run) => time.format(run) < '00:30');
    });
    expect([zones.size > 200, early]).toEqual([true, []]);
  });

  test.each([
    ['RefreshRates', 'cron(30 15 ? * MON-FRI *)'],
    ['PayOut', 'cron(0 3 * * ? *)'],
    ['CheckLedger', 'cron(0 2 * * ? *)'],
    ['FinishOperations', 'rate(1 minute)'],
    ['WatchAuthorizations', 'rate(15 minutes)'],
    ['ReconcileAcquirer', 'cron(0 4 * * ? *)'],
    ['RemoveMerchants', 'cron(0 1 * * ? *)'],
    ['SummarizeDay', 'cron(30 5 * * ? *)'],
    ['WatchPage', 'rate(1 hour)'],
    ['WatchRatios', 'cron(50 5 * * ? *)'],
  ])('%s: %s', (id, expression) => {
    const { ScheduleExpression, Targets } = resource(`${id}Schedule`).Properties;
    expect(ScheduleExpression).toBe(expression);
    const deadLetters = arn('ScheduleDeadLetters');
    expect(Targets).toEqual([{ Id: id, Arn: arn(id), DeadLetterConfig: { Arn: deadLetters } }]);
    expect(resource(id).Properties.DeadLetterConfig).toEqual({ TargetArn: deadLetters });
    const permitted = resources('AWS::Lambda::Permission').filter(
      ({ Properties }) =>
        Properties.Principal === 'events.amazonaws.com' && Properties.FunctionName['Fn::GetAtt'][0] === id,
    );
    expect(permitted.map(({ Properties }) => Properties.SourceArn)).toEqual([arn(`${id}Schedule`)]);
  });

  test('the stack has no other schedules', () => {
    expect(ids('AWS::Events::Rule').sort()).toEqual(scheduled.map((id) => `${id}Schedule`).sort());
  });
});
