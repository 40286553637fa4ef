import type { Construct } from 'constructs';
import { jobs } from '../../lib/jobs.ts';
import { settingOf } from '../../lib/stack/settings.ts';
import { everySetting, type Json, synthesizeStack } from './synthesize-stack.ts';

const { resource, resources, template } = synthesizeStack();
const production = synthesizeStack(everySetting);

const plain = synthesizeStack({ stage: 'production' });

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

/** Every scheduled job. `RestartDeliveries` counts 0 runs of each, for the alarms. */
const scheduledInOrder =
  'FinishOperations,WatchAuthorizations,ReconcileAcquirer,RestartDeliveries,RefreshRates,PayOut,CheckLedger,RemoveMerchants,SummarizeDay,WatchPage,WatchRatios';

/** The variables of a stage without an acquirer. */
const noAcquirer = { STRIPE_SECRET: '', STRIPE_CREDENTIALS: '', STRIPE_URL: '' };

/** The variables of each job, and its permissions except those for its log, written out for reviewers. */
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
      POS_URL: template.Outputs.PosUrl.Value,
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
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      UNVOUCHED_TEST_DAYS: '0',
      UNVOUCHED_APP_WRITES: '2000',
      UNVOUCHED_STAGE_WRITES: '100000',
    },
  },
  AddApp: {
    may: [
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:UpdateItem on Table.Arn',
    ],
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
    finds: { TABLE_NAME: { Ref: 'Table' }, TEST_AUTHORIZATION_DAYS: '0', ...noAcquirer },
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
  ListMonths: {
    may: [
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:Query on Table.Arn',
      'dynamodb:BatchGetItem on Table.Arn',
    ],
    finds: { TABLE_NAME: { Ref: 'Table' } },
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
      TEST_AUTHORIZATION_DAYS: '0',
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
      'sqs:SendMessage on SlowDeliveries.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      RESENDS_URL: { Ref: 'Resends' },
      SLOW_DELIVERIES_URL: { Ref: 'SlowDeliveries' },
    },
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
      'dynamodb:BatchGetItem on Table.Arn',
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'kms:GetPublicKey on LedgerKey.Arn',
      'kms:Sign on LedgerKey.Arn',
      ...merchantsBy('LedgerChecks'),
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      MERCHANTS_URL: { Ref: 'LedgerChecks' },
      LEDGER_KEY_ID: { Ref: 'LedgerKey' },
      LEDGER_KEY: '',
      KEEP_PERSONAL_DATA: '0',
    },
  },
  RemoveMerchants: {
    may: [
      'dynamodb:DeleteItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:UpdateItem on Table.Arn',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      UNVOUCHED_TEST_DAYS: '0',
      UNVOUCHED_APP_WRITES: '2000',
      UNVOUCHED_STAGE_WRITES: '100000',
    },
  },
  SummarizeDay: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:Query on Table.Arn/index/pending',
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
  WatchPage: {
    may: [
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      POS_URL: template.Outputs.PosUrl.Value,
      STRIPE_URL: '',
      WATCHED_URL: 'own',
    },
  },

  WatchRatios: {
    may: [
      'dynamodb:BatchGetItem on Table.Arn',
      'dynamodb:GetItem on Table.Arn',
      'dynamodb:PutItem on Table.Arn',
      'dynamodb:Query on Table.Arn',
      'dynamodb:Query on Table.Arn/index/list',
      'dynamodb:Query on Table.Arn/index/pending',
      'sqs:SendMessage on ScheduleDeadLetters.Arn',
    ],
    finds: {
      TABLE_NAME: { Ref: 'Table' },
      SCHEME_THRESHOLDS: 'vamp=150/1500,ecm=150/100,hecm=300/300,efm=50/50000',
    },
  },
};

test('the stack has exactly the specified jobs', () => {
  expect(jobs.map(({ name }) => name)).toEqual(Object.keys(specification));
});

describe.each(Object.entries(specification))('%s', (id, { may, finds }) => {
  test('the job has exactly the permissions that it needs', () => {
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

  test('the job has the variables that it needs', () => {
    expect(resource(id).Properties.Environment.Variables).toEqual({
      LOG_LEVEL: 'info',
      METRICS: 'Florin/sandbox',
      ...('TABLE_NAME' in finds && { DYNAMODB_ENDPOINT: '' }),
      ...finds,
    });
  });
});

/** The resource of a permission as a short text: `Table.Arn/index/list`, `identity/example.com`. */
function nameOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (value['Fn::GetAtt']) return value['Fn::GetAtt'].join('.');
  const joined: string = value['Fn::Join'][1].map((part: Json) => (part.Ref ? '' : nameOf(part))).join('');
  return joined.replace(/^arn:.*:(?=identity)/, '');
}

test('e-mails have the configured sender, as a verified address or domain of SES', () => {
  expect(production.resource('SendMail').Properties.Environment.Variables.MAIL_FROM).toBe('pay@shop.example');
  const [policy] = production.resource('SendMailRole').Properties.Policies;
  const statement = policy.PolicyDocument.Statement.find(({ Action }: Json) => Action === 'ses:SendEmail');
  expect(statement.Resource.map(nameOf)).toEqual(['identity/pay@shop.example', 'identity/shop.example']);
  expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'pay@shop.example' } });
});

test('in production, test merchants of unverified apps send no mails by default', () => {
  const limits = (stack: typeof production) => {
    const { UNVOUCHED_TEST_MAILS, UNVOUCHED_LIVE_MAILS } =
      stack.resource('SendMail').Properties.Environment.Variables;
    return [UNVOUCHED_TEST_MAILS, UNVOUCHED_LIVE_MAILS];
  };
  expect(limits(plain)).toEqual(['0', '200']);
  expect(limits(production)).toEqual(['7', '8']);
});

test('in production, test data of unverified apps expires and has a budget, both configurable', () => {
  const limits = (stack: typeof production, id: string) => {
    const variables = stack.resource(id).Properties.Environment.Variables;
    return [variables.UNVOUCHED_TEST_DAYS, variables.UNVOUCHED_APP_WRITES, variables.UNVOUCHED_STAGE_WRITES];
  };
  for (const id of [
    'PostMerchants',
    'PostPayments',
    'PostTransactionsTransactionIdCaptures',
    'PostMerchantsMerchantIdLinks',
    'VouchForApp',
  ]) {
    expect(limits(plain, id)).toEqual(['90', '2000', '100000']);
    expect(limits(production, id)).toEqual(['30', '500', '9000']);
  }
});

const operatorJobs = [
  'MakeSignInLink',
  'VouchForApp',
  'Backfill',
  'AddApp',
  'EnableMerchant',
  'ReviewBooks',
  'ListMonths',
];

test.each(operatorJobs)('%s, an operator’s job, is called by nobody else', (job) => {
  const callers = resources('AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties));
  expect(callers.filter((caller) => caller.includes(`"${job}"`))).toEqual([]);
});

test('the context configures rates, payouts and the retention of personal data', () => {
  const found = (id: string) => production.resource(id).Properties.Environment.Variables;
  expect(found('RefreshRates').RATES_URL).toBe('https://rates.example/daily.xml');
  expect(found('CheckLedger').KEEP_PERSONAL_DATA).toBe('120');
  expect(found('PayOut')).toMatchObject({ PAYOUT_MINIMUM: '5000', PAY_TEST_MERCHANTS: 'no' });
});

test.each<Record<string, string>>([
  { payoutMinimum: '-1' },
  { payoutMinimum: 'all' },
  { payTestMerchants: 'maybe' },
  { keepPersonalData: '121' },
  { keepPersonalData: '-1' },
  { keepPersonalData: '1.5' },
  { keepPersonalData: '' },
  { keepPersonalData: '2 years' },
  { reconciliationSeconds: '250' },
  { ratesUrl: 'x' },
  { watchedUrl: 'https://pay.example/' },
  { schemeThresholds: 'vamp=150/1500' },
])('the context %j fails the synthesis', (context) => {
  const scope = { node: { tryGetContext: (name: string) => context[name] } } as Construct;
  const settings = jobs.flatMap((job) => Object.values(job.settings ?? {}));
  const read = () => settings.map((setting) => settingOf(scope, 'production', setting));
  expect(read).toThrow(Object.entries(context).flat().join('='));
});
