import type { Construct } from 'constructs';
import { timeZoneOf } from '../../functions/core/basics/time-zone.ts';
import { jobs } from '../../lib/jobs.ts';
import { settingOf } from '../../lib/stack/settings.ts';
import { everything, synthesized } from './synthesized.ts';

/** A template has no type worth writing down. */
type Json = ReturnType<typeof JSON.parse>;

const { resource, resources, template } = synthesized();
const production = synthesized(everything);

const plain = synthesized({ stage: 'production' });

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

/** The permissions and variables of a job that sends itself a message for each merchant. */
const merchantsBy = (queue: string) => [
  `sqs:DeleteMessage on ${queue}.Arn`,
  `sqs:GetQueueAttributes on ${queue}.Arn`,
  `sqs:ReceiveMessage on ${queue}.Arn`,
  `sqs:SendMessage on ${queue}.Arn`,
  'sqs:SendMessage on ScheduleDeadLetters.Arn',
];

/** The permissions of a job that hands failed records of the stream to itself. */
const retriesBy = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage', 'SendMessage'].map(
    (action) => `sqs:${action} on ${queue}.Arn`,
  );

const sendsDeliveries = ['sqs:SendMessage on Deliveries.Arn', 'sqs:SendMessage on SlowDeliveries.Arn'];
const deliveryQueues = {
  DELIVERIES_URL: { Ref: 'Deliveries' },
  SLOW_DELIVERIES_URL: { Ref: 'SlowDeliveries' },
};

const postQuotas = { UNVOUCHED_MERCHANT_POSTS: '10000', UNVOUCHED_POSTS: '1000000' };

/** The permissions and variables of a job that delivers events. */
const delivering = (queue: string) => ({
  may: [
    'dynamodb:DeleteItem on Table.Arn',
    'dynamodb:GetItem on Table.Arn',
    'dynamodb:UpdateItem on Table.Arn',
    'kms:Decrypt on SealKey.Arn',
    `sqs:DeleteMessage on ${queue}.Arn`,
    `sqs:GetQueueAttributes on ${queue}.Arn`,
    `sqs:ReceiveMessage on ${queue}.Arn`,
    ...sendsDeliveries,
  ],
  finds: {
    TABLE_NAME: { Ref: 'Table' },
    SEAL_KEY_ID: { Ref: 'SealKey' },
    SEAL_KEY: '',
    ...deliveryQueues,
    ...postQuotas,
  },
});

const resends = { ...deliveryQueues, RESENDS_URL: { Ref: 'Resends' } };

const scheduled = [
  'FinishOperations',
  'WatchAuthorizations',
  'ReconcileAcquirer',
  'RestartDeliveries',
  'RefreshRates',
  'PayOut',
  'CheckLedger',
  'SummarizeDay',
];

/** Every scheduled job, which RestartDeliveries counts 0 runs of. */
const scheduledInOrder =
  'FinishOperations,WatchAuthorizations,ReconcileAcquirer,RestartDeliveries,RefreshRates,PayOut,CheckLedger,SummarizeDay';

/** The variables of a stage without an acquirer. */
const noAcquirer = { STRIPE_SECRET: '', STRIPE_CREDENTIALS: '', STRIPE_URL: '' };

/** The permissions of each job beyond its log, and its variables, written out to be read. */
const specification: Record<string, { may: string[]; finds: object }> = {
  SendMail: {
    may: [
      'dynamodb:DescribeStream on Table.StreamArn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:GetRecords on Table.StreamArn',
      'dynamodb:GetShardIterator on Table.StreamArn',
      'dynamodb:ListStreams on Table.StreamArn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'ses:SendEmail on identity/example.com',
      'ses:SendEmail on identity/florin@example.com',
      'sqs:SendMessage on MailDeadLetters.Arn',
      ...retriesBy('MailRetries'),
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      RETRIES_URL: { Ref: 'MailRetries' },
      CONSOLE_URL: template.Outputs.ConsoleUrl.Value,
      MAIL_FROM: 'florin@example.com',
      UNVOUCHED_TEST_MAILS: '200',
      UNVOUCHED_LIVE_MAILS: '200',
    },
  },
  MakeSignInLink: {
    may: ['dynamodb:GetItem on Table.Arn', 'dynamodb:PutItem on Table.Arn'],
    finds: { TABLE_NAME: { Ref: 'Table' }, CONSOLE_URL: template.Outputs.ConsoleUrl.Value },
  },
  VouchForApp: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' } },
  },
  AddApp: {
    may: ['dynamodb:GetItem on Table.Arn', 'dynamodb:UpdateItem on Table.Arn'],
    finds: { TABLE_NAME: { Ref: 'Table' } },
  },
  Backfill: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' } },
  },
  RereadStream: {
    may: [
      'dynamodb:DescribeStream on Table.StreamArn',
      'dynamodb:DescribeTable on Table.Arn',
      'dynamodb:GetRecords on Table.StreamArn',
      'dynamodb:GetShardIterator on Table.StreamArn',
      'sqs:SendMessage on EventRetries.Arn',
      'sqs:SendMessage on MailRetries.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      EVENT_RETRIES_URL: { Ref: 'EventRetries' },
      MAIL_RETRIES_URL: { Ref: 'MailRetries' },
      FILTERS: expect.stringMatching(/^\{"SendMail":\["\{.*"PublishEvents":\["\{/),
    },
  },
  ReceiveAcquirerEvent: {
    may: [
      'dynamodb:BatchGetItem on Table.Arn',
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:DeleteMessage on AcquirerEvents.Arn',
      'sqs:GetQueueAttributes on AcquirerEvents.Arn',
      'sqs:ReceiveMessage on AcquirerEvents.Arn',
      'sqs:SendMessage on AcquirerEvents.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      ACQUIRER_EVENTS_URL: { Ref: 'AcquirerEvents' },
      ...noAcquirer,
    },
  },
  FinishOperations: {
    may: [
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, ...noAcquirer },
  },
  WatchAuthorizations: {
    may: [
      'dynamodb:BatchGetItem on Table.Arn',
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, ...noAcquirer },
  },
  ReconcileAcquirer: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:BatchGetItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:Query on Table.Arn/index/pending',
      ...merchantsBy('Reconciliations'),
      'sqs:SendMessage on AcquirerEvents.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      MERCHANTS_URL: { Ref: 'Reconciliations' },
      ACQUIRER_EVENTS_URL: { Ref: 'AcquirerEvents' },
      RECONCILIATION_SECONDS: '240',
      ...noAcquirer,
    },
  },
  EnableMerchant: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, ACQUIRER_MODE: 'test', ...noAcquirer },
  },
  ReviewBooks: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:SendMessage on Reconciliations.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, RECONCILIATIONS_URL: { Ref: 'Reconciliations' } },
  },
  PublishEvents: {
    may: [
      'dynamodb:DescribeStream on Table.StreamArn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:GetRecords on Table.StreamArn',
      'dynamodb:GetShardIterator on Table.StreamArn',
      'dynamodb:ListStreams on Table.StreamArn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
      'ses:SendEmail on identity/example.com',
      'ses:SendEmail on identity/florin@example.com',
      ...sendsDeliveries,
      'sqs:SendMessage on AcquirerEvents.Arn',
      'sqs:SendMessage on EventDeadLetters.Arn',
      'sqs:SendMessage on Resends.Arn',
      ...retriesBy('EventRetries'),
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      CONSOLE_URL: template.Outputs.ConsoleUrl.Value,
      RETRIES_URL: { Ref: 'EventRetries' },
      MAIL_FROM: 'florin@example.com',
      UNVOUCHED_TEST_MAILS: '200',
      UNVOUCHED_LIVE_MAILS: '200',
      ACQUIRER_EVENTS_URL: { Ref: 'AcquirerEvents' },
      ...resends,
    },
  },
  DeliverEvents: delivering('Deliveries'),
  DeliverSlowly: delivering('SlowDeliveries'),
  ResendDeliveries: {
    may: [
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:DeleteMessage on Resends.Arn',
      'sqs:GetQueueAttributes on Resends.Arn',
      'sqs:ReceiveMessage on Resends.Arn',
      'sqs:SendMessage on Resends.Arn',
      ...sendsDeliveries,
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, ...resends },
  },
  RestartDeliveries: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:SendMessage on Resends.Arn',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
      ...sendsDeliveries,
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, WATCHED_JOBS: scheduledInOrder, ...resends },
  },
  RefreshRates: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      RATES_URL: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    },
  },
  PayOut: {
    may: [
      'dynamodb:ConditionCheckItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      ...merchantsBy('Payouts'),
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      MERCHANTS_URL: { Ref: 'Payouts' },
      PAYOUT_MINIMUM: '1000',
      PAY_TEST_MERCHANTS: 'yes',
    },
  },
  CheckLedger: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      ...merchantsBy('LedgerChecks'),
    ],
    finds: { TABLE_NAME: { Ref: 'Table' }, MERCHANTS_URL: { Ref: 'LedgerChecks' } },
  },
  SummarizeDay: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'ses:SendEmail on identity/example.com',
      'ses:SendEmail on identity/florin@example.com',
      ...merchantsBy('Summaries'),
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      CONSOLE_URL: template.Outputs.ConsoleUrl.Value,
      MERCHANTS_URL: { Ref: 'Summaries' },
      MAIL_FROM: 'florin@example.com',
      UNVOUCHED_TEST_MAILS: '200',
      UNVOUCHED_LIVE_MAILS: '200',
    },
  },
};

test('the stack has exactly the specified jobs', () => {
  expect(jobs.map(({ name }) => name)).toEqual(Object.keys(specification));
});

describe.each(Object.entries(specification))('%s', (id, { may, finds }) => {
  test('has exactly the permissions that it needs', () => {
    const [policy, ...others] = resource(`${id}Role`).Properties.Policies;
    expect(others).toEqual([]);
    const granted = policy.PolicyDocument.Statement.flatMap(({ Effect, Action, Resource }: Json) => {
      expect(Effect).toBe('Allow');
      return [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} on ${nameOf(on)}`));
    });
    expect(granted.sort()).toEqual(
      [
        'logs:CreateLogStream on JobsLog.Arn',
        'logs:PutLogEvents on JobsLog.Arn',
        'xray:PutTelemetryRecords on *',
        'xray:PutTraceSegments on *',
        ...may,
      ].sort(),
    );
  });

  test('has the variables that it needs', () => {
    expect(resource(id).Properties.Environment.Variables).toEqual({
      NODE_OPTIONS: '--enable-source-maps',
      LOG_LEVEL: 'info',
      METRICS: 'Florin/sandbox',
      ...('TABLE_NAME' in finds && { DYNAMODB_ENDPOINT: '' }),
      ...finds,
    });
  });
});

/** `Table.Arn/index/list`, `identity/example.com` */
function nameOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (value['Fn::GetAtt']) return value['Fn::GetAtt'].join('.');
  const joined: string = value['Fn::Join'][1].map((part: Json) => (part.Ref ? '' : nameOf(part))).join('');
  return joined.replace(/^arn:.*:(?=identity)/, '');
}

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
  const changed = ['#transaction', 'alert', '#merchant'];
  const prefixes = ['app#', 'user#', 'webhook#', 'asked#'].map((prefix) => ({ prefix }));

  test.each([
    [
      'SendMail',
      'MailDeadLetters',
      [
        image({ sk: { S: [{ prefix: 'user#' }] } }),
        { ...image({ sk: { S: ['receipts', 'sign-in', 'passkey-news'] } }), eventName: ['INSERT', 'MODIFY'] },
        image({ sk: { S: ['line'] }, kind: { S: ['refund', 'payout'] } }),
        {
          ...image({ pk: { S: [{ prefix: 'dispute#' }] }, sk: { S: ['alert'] } }),
          eventName: ['INSERT', 'MODIFY'],
        },
        { ...image({ sk: { S: ['#merchant'] }, test: { BOOL: [false] } }), eventName: ['MODIFY'] },
      ],
    ],
    [
      'PublishEvents',
      'EventDeadLetters',
      [
        { dynamodb: { Keys: { sk: { S: [...changed, ...prefixes, 'resend'] } } } },
        { dynamodb: { NewImage: { sk: { S: ['line'] }, kind: { S: ['payout'] } } } },
        { dynamodb: { NewImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        { dynamodb: { OldImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        image({ sk: { S: ['line'] }, kind: { S: ['capture'] }, test: { BOOL: [true] } }),
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
    // Lambda repeats without end unless this says otherwise.
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

describe('schedules', () => {
  test('the summary of a day is made half an hour after midnight at the earliest, in every country and season', () => {
    const { ScheduleExpression } = resource('SummarizeDaySchedule').Properties;
    const [, minute, hour] = /^cron\((\d+) (\d+) /.exec(ScheduleExpression) ?? [];
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const zones = new Set(letters.flatMap((one) => letters.map((other) => timeZoneOf(one + other))));
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
    ['SummarizeDay', 'cron(30 5 * * ? *)'],
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

test('e-mails have the configured sender, as a verified address or domain of SES', () => {
  expect(production.resource('SendMail').Properties.Environment.Variables.MAIL_FROM).toBe('pay@shop.example');
  const [policy] = production.resource('SendMailRole').Properties.Policies;
  const statement = policy.PolicyDocument.Statement.find(({ Action }: Json) => Action === 'ses:SendEmail');
  expect(statement.Resource.map(nameOf)).toEqual(['identity/pay@shop.example', 'identity/shop.example']);
  expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'pay@shop.example' } });
});

test('in production, test merchants of unvouched apps send no mails by default', () => {
  const limits = (stack: typeof production) => {
    const { UNVOUCHED_TEST_MAILS, UNVOUCHED_LIVE_MAILS } =
      stack.resource('SendMail').Properties.Environment.Variables;
    return [UNVOUCHED_TEST_MAILS, UNVOUCHED_LIVE_MAILS];
  };
  expect(limits(plain)).toEqual(['0', '200']);
  expect(limits(production)).toEqual(['7', '8']);
});

test('in production, test data of unvouched apps expires and has a budget, both configurable', () => {
  const limits = (stack: typeof production, id: string) => {
    const variables = stack.resource(id).Properties.Environment.Variables;
    return [variables.UNVOUCHED_TEST_DAYS, variables.UNVOUCHED_APP_WRITES, variables.UNVOUCHED_STAGE_WRITES];
  };
  for (const id of [
    'PostMerchants',
    'PostPayments',
    'PostTransactionsTransactionIdCaptures',
    'PostMerchantsMerchantIdLinks',
  ]) {
    expect(limits(plain, id)).toEqual(['90', '2000', '100000']);
    expect(limits(production, id)).toEqual(['30', '500', '9000']);
  }
});

const operatorJobs = ['MakeSignInLink', 'VouchForApp', 'Backfill', 'AddApp', 'EnableMerchant', 'ReviewBooks'];

test.each(operatorJobs)('%s, an operator’s job, is called by nobody else', (job) => {
  const callers = resources('AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties));
  expect(callers.filter((caller) => caller.includes(`"${job}"`))).toEqual([]);
});

test('the context configures rates and payouts', () => {
  const found = (id: string) => production.resource(id).Properties.Environment.Variables;
  expect(found('RefreshRates').RATES_URL).toBe('https://rates.example/daily.xml');
  expect(found('PayOut')).toMatchObject({ PAYOUT_MINIMUM: '5000', PAY_TEST_MERCHANTS: 'no' });
});

test.each<Record<string, string>>([
  { payoutMinimum: '-1' },
  { payoutMinimum: 'all' },
  { payTestMerchants: 'maybe' },
  { reconciliationSeconds: '250' },
  { ratesUrl: 'x' },
])('the context %j fails the synthesis', (context) => {
  const scope = { node: { tryGetContext: (name: string) => context[name] } } as Construct;
  const settings = jobs.flatMap((job) => Object.values(job.settings ?? {}));
  const read = () => settings.map((setting) => settingOf(scope, 'production', setting));
  expect(read).toThrow(Object.entries(context).flat().join('='));
});
