import { publishedThresholds, thresholdsPattern } from '../functions/core/domain/disputes/ratios.ts';
import type { QueueName, Sends } from './queues.ts';
import type { SealAction, TableAction } from './routes.ts';
import type { Setting } from './settings.ts';

/** The logical ids of the dead-letter queues. A message or record ends there after its last failed attempt. */
export type DeadLetters =
  | 'EventDeadLetters'
  | 'DeliveryDeadLetters'
  | 'MailDeadLetters'
  | 'AcquirerEventDeadLetters'
  | 'ScheduleDeadLetters';

/** The trigger of a job. */
export type Trigger =
  | {
      /**
       * The job gets every change of the table that one of these patterns matches:
       * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
       */
      changed: object[];
      /** The most records in a batch. */
      batchSize: number;
      /** The most batches of a shard that Lambda works on at the same time, for work that needs no order; 1 by default. */
      atOnce?: number;
      /** The queue to which the job sends failed records, and from which it receives them again. */
      retries: QueueName;
      deadLetters: DeadLetters;
    }
  | {
      queue: QueueName;
      /** The most batches that Lambda works on at the same time. */
      atOnce?: number;
    }
  /** An operator invokes the job with AWS credentials; nothing else does. */
  | { operator: true }
  | {
      /** A schedule in UTC: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html */
      schedule: string;
      /** The longest time between two finished runs, in hours. After that an alarm goes off. */
      everyHours: number;
      /**
       * The queue by which the job sends itself one message for each merchant. Absent if the job does not go through
       * all merchants.
       */
      merchants?: QueueName;
      /** The merchants that an invocation works on at the same time, 1 by default. More suit work that is always short. */
      merchantsAtOnce?: number;
      /** The most invocations for merchants at the same time, 10 by default. */
      atOnce?: number;
    };

/** The queue whose messages a job handles; undefined if it handles none. */
export function queueOf(trigger: Trigger): QueueName | undefined {
  if ('queue' in trigger) return trigger.queue;
  if ('retries' in trigger) return trigger.retries;
  return 'merchants' in trigger ? trigger.merchants : undefined;
}

/** A function that no route calls: a schedule, a queue, the table's stream or an operator starts it. */
export interface Job {
  /** The logical id of the function. */
  name: string;
  /** Entry file below `functions/`, without its extension. */
  entry: string;
  trigger: Trigger;
  table: readonly TableAction[];
  /** The job also queries the index `list`. */
  index?: true;
  /** The job also queries the index `pending`. */
  pending?: true;
  /** The actions with the vault's key. The job decrypts sealed tokens with `Decrypt`. */
  seal?: readonly SealAction[];
  /** The job signs with the key of the ledger. */
  signs?: true;
  /** The queues that the job sends messages to, and the variables that hold their addresses. */
  sends?: Sends;
  /** The job may read the keys of the acquirer. */
  acquirer?: true;
  /** The job may change the keys of the acquirer as well. */
  storesAcquirerSecret?: true;
  /**
   * The job sends e-mail from the address in the variable MAIL_FROM. The stage limits how many mails it sends to one
   * person.
   */
  mails?: true;
  /** The job gets the address of the console. */
  consoleUrl?: true;
  /** The job mails customers, and knows the URL of the checkout API. */
  posUrl?: true;
  /** The job gets the addresses of the acquirer's pages, as routes with this mark do. */
  acquirerPages?: true;
  /** The job reads the table's stream itself, and finds the filters of its readers in the variable FILTERS. */
  rereads?: true;
  /** The job counts 0 runs of the jobs in the variable WATCHED_JOBS, so that alarms see which of them do not finish. */
  watches?: true;
  /** The job gets the stage's limits of unvouched apps, as routes with this mark do. */
  unvouched?: true;
  /** Variables that the CDK context sets, each with its default. */
  settings?: Record<string, Setting>;
  /** The time limit in seconds; by default that of the routes. */
  timeout?: number;
}

/** The most attempts to handle a message of a queue, including the first one. */
export const attempts = 5;

/**
 * For how long a failed record of the stream is repeated, in seconds. The stream itself keeps records no longer:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export const retriedFor = 24 * 60 * 60;

const slowDeliveries = { queue: 'SlowDeliveries', variable: 'SLOW_DELIVERIES_URL' } as const;
const deliveries: Sends = [{ queue: 'Deliveries', variable: 'DELIVERIES_URL' }, slowDeliveries];

/**
 * The most posts to webhooks on one day (UTC) for test merchants of apps that no operator vouches for: for one such
 * merchant, and for all of them together.
 */
const postQuotas: Record<string, Setting> = {
  UNVOUCHED_MERCHANT_POSTS: {
    context: 'unvouchedMerchantPosts',
    fallback: { sandbox: '10000', production: '1000' },
    pattern: /^\d{1,9}$/,
    form: 'an integer of at most nine digits, for example 1000',
  },
  UNVOUCHED_POSTS: {
    context: 'unvouchedPosts',
    fallback: { sandbox: '1000000', production: '100000' },
    pattern: /^\d{1,9}$/,
    form: 'an integer of at most nine digits, for example 1000',
  },
};

/** The days after which authorizations of test merchants end, as those of banks do. */
const testAuthorizationDays: Record<string, Setting> = {
  TEST_AUTHORIZATION_DAYS: {
    context: 'testAuthorizationDays',
    fallback: '0',
    pattern: /^([12]?\d|30)$/,
    form: 'an integer from 0 to 30, for example 7',
  },
};

/** With two hundred merchants at the same time, ten million merchants take less than six hours. */
const manyMerchants = { merchantsAtOnce: 10, atOnce: 20 };

const resends = { queue: 'Resends', variable: 'RESENDS_URL' } as const;
const acquirerEvents = { queue: 'AcquirerEvents', variable: 'ACQUIRER_EVENTS_URL' } as const;

export const jobs: readonly Job[] = [
  {
    name: 'SendMail',
    entry: 'jobs/send-mail',
    trigger: {
      changed: [
        { eventName: ['INSERT'], dynamodb: { NewImage: { sk: { S: [{ prefix: 'user#' }] } } } },
        {
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: {
            NewImage: { sk: { S: ['receipts', 'sign-in', 'passkey-news', 'alert', 'ratio', 'limited'] } },
          },
        },
        {
          eventName: ['INSERT'],
          dynamodb: { NewImage: { sk: { S: ['line'] }, kind: { S: ['refund', 'payout'] } } },
        },
        {
          eventName: ['MODIFY'],
          dynamodb: { NewImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } },
        },
        {
          eventName: ['MODIFY'],
          dynamodb: { NewImage: { sk: { S: ['#merchant'] }, test: { BOOL: [false] } } },
        },
      ],
      batchSize: 10,
      retries: 'MailRetries',
      deadLetters: 'MailDeadLetters',
    },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    index: true,
    mails: true,
    consoleUrl: true,
    posUrl: true,
    timeout: 30,
  },
  {
    name: 'MakeSignInLink',
    entry: 'jobs/make-sign-in-link',
    trigger: { operator: true },
    table: ['GetItem', 'PutItem'],
    consoleUrl: true,
  },
  {
    name: 'VouchForApp',
    entry: 'jobs/vouch-for-app',
    trigger: { operator: true },
    table: ['GetItem', 'Query', 'UpdateItem'],
    index: true,
    unvouched: true,
    timeout: 15 * 60,
  },
  {
    name: 'AddApp',
    entry: 'jobs/add-app',
    trigger: { operator: true },
    table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  },
  {
    name: 'Backfill',
    entry: 'jobs/backfill',
    trigger: { operator: true },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    index: true,
    timeout: 15 * 60,
  },
  {
    name: 'RereadStream',
    entry: 'jobs/reread-stream',
    trigger: { operator: true },
    table: [],
    rereads: true,
    sends: [
      { queue: 'EventRetries', variable: 'EVENT_RETRIES_URL' },
      { queue: 'MailRetries', variable: 'MAIL_RETRIES_URL' },
    ],
    timeout: 15 * 60,
  },
  {
    name: 'ReceiveAcquirerEvent',
    entry: 'jobs/receive-acquirer-event',
    trigger: { queue: 'AcquirerEvents' },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    sends: [acquirerEvents],
    acquirer: true,
    timeout: 30,
  },
  {
    name: 'FinishOperations',
    entry: 'jobs/finish-operations',
    trigger: { schedule: 'rate(1 minute)', everyHours: 1 },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    index: true,
    acquirer: true,
    timeout: 60,
  },
  {
    name: 'WatchAuthorizations',
    entry: 'jobs/watch-authorizations',
    trigger: { schedule: 'rate(15 minutes)', everyHours: 1 },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    index: true,
    acquirer: true,
    settings: testAuthorizationDays,
    timeout: 5 * 60,
  },
  {
    name: 'ReconcileAcquirer',
    entry: 'jobs/reconcile',
    trigger: { schedule: 'cron(0 4 * * ? *)', everyHours: 24, merchants: 'Reconciliations' },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    index: true,
    pending: true,
    sends: [acquirerEvents],
    acquirer: true,
    settings: {
      // One minute is left for the last page, as the function is stopped after five minutes.
      RECONCILIATION_SECONDS: {
        context: 'reconciliationSeconds',
        fallback: '240',
        pattern: /^(1?\d{1,2}|2[0-4]\d)$/,
        form: 'an integer from 0 to 249, for example 240',
      },
    },
    timeout: 5 * 60,
  },
  {
    name: 'EnableMerchant',
    entry: 'jobs/enable-merchant',
    settings: {
      ACQUIRER_MODE: {
        context: 'acquirerMode',
        fallback: { sandbox: 'test', production: 'live' },
        pattern: /^(test|live)$/,
        form: '`test` or `live`',
      },
    },
    trigger: { operator: true },
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    acquirer: true,
    storesAcquirerSecret: true,
    timeout: 30,
  },
  {
    name: 'ReviewBooks',
    entry: 'jobs/review-books',
    trigger: { operator: true },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    sends: [{ queue: 'Reconciliations', variable: 'RECONCILIATIONS_URL' }],
    timeout: 30,
  },
  {
    name: 'ListMonths',
    entry: 'jobs/list-months',
    trigger: { operator: true },
    table: ['Query', 'BatchGetItem'],
    index: true,
    timeout: 30,
  },
  {
    name: 'PublishEvents',
    entry: 'jobs/publish-events',
    trigger: {
      changed: [
        {
          dynamodb: {
            Keys: {
              sk: {
                S: [
                  '#transaction',
                  'alert',
                  'card',
                  '#merchant',
                  { prefix: 'app#' },
                  { prefix: 'user#' },
                  { prefix: 'webhook#' },
                  { prefix: 'asked#' },
                  'resend',
                  'limited',
                  'ratio',
                ],
              },
            },
          },
        },
        { dynamodb: { NewImage: { sk: { S: ['line'] }, kind: { S: ['payout'] } } } },
        { dynamodb: { NewImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        // If a request read the operation before it was marked, the closing write has no mark, and only the old image
        // has it.
        { dynamodb: { OldImage: { sk: { S: ['operation'] }, stayed: { BOOL: [true] } } } },
        {
          eventName: ['INSERT'],
          dynamodb: {
            NewImage: { sk: { S: ['line'] }, kind: { S: ['capture', 'refund'] }, test: { BOOL: [true] } },
          },
        },
      ],
      batchSize: 100,
      atOnce: 10,
      retries: 'EventRetries',
      deadLetters: 'EventDeadLetters',
    },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    sends: [...deliveries, resends, acquirerEvents],
    mails: true,
    consoleUrl: true,
    settings: testAuthorizationDays,
    timeout: 60,
  },
  {
    name: 'DeliverEvents',
    entry: 'jobs/deliver-events',
    trigger: { queue: 'Deliveries', atOnce: 100 },
    table: ['GetItem', 'UpdateItem', 'DeleteItem'],
    seal: ['Decrypt'],
    sends: deliveries,
    settings: postQuotas,
  },
  {
    name: 'DeliverSlowly',
    entry: 'jobs/deliver-slowly',
    trigger: { queue: 'SlowDeliveries', atOnce: 50 },
    table: ['GetItem', 'UpdateItem', 'DeleteItem'],
    seal: ['Decrypt'],
    sends: deliveries,
    settings: postQuotas,
    timeout: 30,
  },
  {
    name: 'ResendDeliveries',
    entry: 'jobs/resend-deliveries',
    trigger: { queue: 'Resends', atOnce: 10 },
    table: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    // The job uses only the queue of slow deliveries, so that new deliveries never wait for a resend.
    sends: [slowDeliveries, resends],
    timeout: 60,
  },
  {
    name: 'RestartDeliveries',
    entry: 'jobs/restart-deliveries',
    trigger: { schedule: 'rate(5 minutes)', everyHours: 1 },
    table: ['GetItem', 'UpdateItem'],
    index: true,
    watches: true,
    sends: [...deliveries, resends],
    timeout: 60,
  },
  {
    name: 'RefreshRates',
    entry: 'jobs/refresh-rates',
    // The European Central Bank publishes around 16:00 CET, on working days.
    trigger: { schedule: 'cron(30 15 ? * MON-FRI *)', everyHours: 72 },
    table: ['GetItem', 'PutItem'],
    settings: {
      RATES_URL: {
        context: 'ratesUrl',
        fallback: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
        pattern: /^https?:\/\/[^/]/,
        form: 'an http or https URL, for example https://rates.example.com/daily.xml',
      },
    },
  },
  {
    name: 'PayOut',
    entry: 'jobs/pay-out',
    trigger: { schedule: 'cron(0 3 * * ? *)', everyHours: 24, merchants: 'Payouts', ...manyMerchants },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    index: true,
    settings: {
      PAYOUT_MINIMUM: {
        context: 'payoutMinimum',
        fallback: '1000',
        pattern: /^\d{1,15}$/,
        form: 'an integer in minor units, for example 1000',
      },
      PAY_TEST_MERCHANTS: {
        context: 'payTestMerchants',
        fallback: { sandbox: 'yes', production: 'no' },
        pattern: /^(yes|no)$/,
        form: '`yes` or `no`',
      },
    },
    timeout: 5 * 60,
  },
  {
    name: 'CheckLedger',
    entry: 'jobs/check-ledger',
    trigger: { schedule: 'cron(0 2 * * ? *)', everyHours: 24, merchants: 'LedgerChecks', ...manyMerchants },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    index: true,
    signs: true,
    settings: {
      KEEP_PERSONAL_DATA: {
        context: 'keepPersonalData',
        fallback: '0',
        pattern: /^(0|[1-9]\d?|1[01]\d|120)$/,
        form: 'months, an integer from 0 to 120, for example 24',
      },
    },
    timeout: 5 * 60,
  },
  {
    name: 'RemoveMerchants',
    entry: 'jobs/remove-merchants',
    trigger: { schedule: 'cron(0 1 * * ? *)', everyHours: 24 },
    table: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    index: true,
    unvouched: true,
    timeout: 5 * 60,
  },
  {
    name: 'SummarizeDay',
    entry: 'jobs/summarize-day',
    // By 05:00 UTC the day has ended as far west as New York and Lima, and its last lines have reached the index.
    trigger: { schedule: 'cron(30 5 * * ? *)', everyHours: 24, merchants: 'Summaries' },
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    index: true,
    pending: true,
    mails: true,
    consoleUrl: true,
    timeout: 5 * 60,
  },
  {
    name: 'WatchPage',
    entry: 'jobs/watch-page',
    trigger: { schedule: 'rate(1 hour)', everyHours: 1 },
    table: ['GetItem', 'Query', 'PutItem'],
    index: true,
    posUrl: true,
    acquirerPages: true,
    settings: {
      WATCHED_URL: {
        context: 'watchedUrl',
        fallback: 'own',
        pattern: /^(own|https?:\/\/[^/]([^?#]*[^/?#])?)$/,
        form: '`own`, or an http or https URL without a slash at its end, for example https://pay.example.com',
      },
    },
    timeout: 5 * 60,
  },
  {
    name: 'WatchRatios',
    entry: 'jobs/watch-ratios',
    // The comparison with the acquirer at 04:00 finds disputes and fraud alerts whose events were lost.
    trigger: { schedule: 'cron(50 5 * * ? *)', everyHours: 24 },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
    index: true,
    pending: true,
    settings: {
      SCHEME_THRESHOLDS: {
        context: 'schemeThresholds',
        fallback: publishedThresholds,
        pattern: thresholdsPattern,
        form: `thresholds such as ${publishedThresholds}`,
      },
    },
    timeout: 15 * 60,
  },
];
