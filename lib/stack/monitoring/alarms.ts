import { Duration, type Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  AnomalyDetectionAlarm,
  type CfnAlarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic, TopicPolicy } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { jobs, queueOf } from '../../jobs.ts';
import { urlOf } from '../api/apis.ts';
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';
import { makeBudget } from './budget.ts';
import {
  busyLatency,
  concurrencyUsed,
  errorRate,
  finishes,
  functionErrors,
  hourlyPayments,
  longestAge,
  longestWait,
  mailReputation,
  ownMetric,
  readThrottles,
  releaseErrorRate,
  silentAcquirer,
  sumOf,
  throttleRate,
  writeThrottles,
} from './metrics.ts';
import type { WatchedResources } from './watched-resources.ts';

type Over = Partial<AlarmProps>;

/** The alarms for which somebody must be woken up. All others wait until the next working day. */
const urgentAlarms = [
  'AcquirerRefusals',
  'AcquirerSilent',
  'BaseErrors',
  'BrokenInvariants',
  'FinishOperationsMissing',
  'FunctionThrottles',
  'LedgerMismatch',
  'MessagesBehind',
  'OperationsOpen',
  'PaymentPageChanged',
  'PaymentsFallen',
  'PosErrors',
  'StreamBehind',
];

const releaseAlarm = 'ReleaseErrors';

/** Whether the alarm rolls a release back. */
export const isReleaseAlarm = ({ node }: Alarm): boolean => node.id === `${releaseAlarm}Alarm`;

/** The job that counts 0 for all jobs, so that an alarm notices jobs that do not finish. */
const watcher = 'RestartDeliveries';

/** The queues whose messages jobs handle. */
const handledQueues = jobs.flatMap(({ trigger }) => queueOf(trigger) ?? []);

/**
 * The queues whose messages somebody waits for: acquirers' events, webhooks, and the failed records of webhooks and mails.
 * Later attempts of webhooks wait in another queue.
 */
const urgentQueues = ['AcquirerEvents', 'Deliveries', 'EventRetries', 'MailRetries'] as const;

/** The jobs that read the table's stream. The stream drops records after a day, even if they were not read. */
const streamReaders = jobs.flatMap(({ name, trigger }) => ('changed' in trigger ? [name] : []));

/** In seconds: by how much urgent work may be late. */
const longestDelay = 15 * 60;

/**
 * Groups of jobs that have an alarm of their own, by the alarm's name. CloudWatch limits an alarm to ten metrics, so
 * one alarm cannot watch all jobs.
 */
const separateAlarms: Record<string, { of: string; jobs: readonly string[] }> = {
  WebhookErrors: {
    of: 'the webhooks',
    jobs: [
      'PublishEvents',
      'DeliverEvents',
      'DeliverSlowly',
      'ResendDeliveries',
      'RestartDeliveries',
      'RereadStream',
      'Backfill',
      'WatchPage',
    ],
  },
  AcquirerErrors: {
    of: 'real money',
    jobs: [
      'ReceiveAcquirerEvent',
      'FinishOperations',
      'WatchAuthorizations',
      'ReconcileAcquirer',
      'EnableMerchant',
      'ReviewBooks',
      'ListMonths',
      'WatchRatios',
    ],
  },
};

/**
 * Makes the alarms for conditions that an operator must look at. Each alarm reports to one topic, both when it goes
 * off and when it ends. The topic is in the parent stack, because people have confirmed their subscriptions to it.
 */
export function makeAlarms(
  { stage, table, parent, groups }: StackContext,
  watched: WatchedResources,
): Alarm[] {
  const topic = makeTopic(parent, stage);
  const dollars = budgetOf(stage);
  if (dollars !== undefined) makeBudget(parent, dollars, topic);
  const action = new SnsAction(topic);
  const alarms: Alarm[] = [];

  // The URL of an API without a domain would be a circular dependency in the stack of the functions that the API calls.
  const runbookOf = (id: string) =>
    id === releaseAlarm && !watched.base.domainName
      ? `docs/runbooks/${id}.md`
      : `${urlOf(watched.base, stage)}/docs/${id} (docs/runbooks/${id}.md in the repository)`;
  const describe = (id: string, what: string) =>
    `Florin, ${stage.name}, ${urgentAlarms.includes(id) ? 'urgent' : 'next working day'}: ${what}. Runbook: ${runbookOf(id)}`;
  const registerAlarm = (id: string, made: Alarm) => {
    setLogicalId(made, `${id}Alarm`);
    made.addAlarmAction(action);
    made.addOkAction(action);
    if (stage.standby) (made.node.defaultChild as CfnAlarm).actionsEnabled = false;
    alarms.push(made);
  };
  const alarm: AlarmMaker['alarm'] = (id, metric, threshold, what, over = {}) =>
    registerAlarm(
      id,
      // The deployment groups of the released functions refer to this alarm, and the alarm to the functions.
      new Alarm(id === releaseAlarm ? groups.Payments : groups.Monitoring, `${id}Alarm`, {
        metric,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: describe(id, what),
        ...over,
      }),
    );

  const maker: AlarmMaker = { stage, describe, registerAlarm, alarm };
  addApiAlarms(maker, watched);
  addPaymentAlarms(maker, groups.Monitoring);
  addTableAlarms(maker, table);
  addBookAlarms(maker);
  addJobAlarms(maker, parent, watched.workers);
  return alarms;
}

/** The parts of {@link makeAlarms} that make single alarms. */
interface AlarmMaker {
  stage: Stage;
  /** Adds the stage, the urgency and the runbook to the text of an alarm. */
  describe(id: string, what: string): string;
  /** Connects an alarm with the topic. */
  registerAlarm(id: string, made: Alarm): void;
  /** Makes an alarm that goes off when the metric reaches the threshold. */
  alarm(id: string, metric: IMetric, threshold: number, what: string, over?: Over): void;
}

function addApiAlarms(
  { stage, alarm }: AlarmMaker,
  { base, pos, console, releases }: WatchedResources,
): void {
  const threeTimes = { evaluationPeriods: 3 };
  const [merchants, customers, users] = ['the merchants’ API', 'the checkout API', 'the console'];
  alarm('BaseErrors', errorRate(base), 1, `1 % of answers of ${merchants}, and at least 3, are 5xx`);
  alarm('PosErrors', errorRate(pos), 1, `1 % of answers of ${customers}, and at least 3, are 5xx`);
  alarm('ConsoleErrors', errorRate(console), 1, `1 % of answers of ${users}, and at least 3, are 5xx`);
  alarm(
    'BaseLatency',
    busyLatency(base, 90),
    3000,
    `10 % of answers of ${merchants} take over 3 s`,
    threeTimes,
  );
  alarm(
    'ConsoleLatency',
    busyLatency(console, 90),
    3000,
    `10 % of answers of ${users} take over 3 s`,
    threeTimes,
  );
  // A payment waits for the customer's bank, which takes seconds.
  alarm(
    'PosLatency',
    busyLatency(pos, 90),
    6000,
    `10 % of answers of ${customers} take over 6 s`,
    threeTimes,
  );
  alarm('FunctionThrottles', throttleRate(), 1, '1 % of calls of functions in the account are throttled');
  alarm('ConcurrencyHigh', concurrencyUsed(), 70, '70 % of the account’s concurrent functions are in use');
  if (stage.canary)
    alarm(
      releaseAlarm,
      releaseErrorRate(stage, releases.all),
      1,
      '1 % of requests that move money, and at least 3, fail; a release that is under way is rolled back',
    );
}

function addPaymentAlarms({ stage, describe, registerAlarm, alarm }: AlarmMaker, scope: Stack): void {
  if (stage.production)
    registerAlarm(
      'PaymentsFallen',
      new AnomalyDetectionAlarm(scope, 'PaymentsFallenAlarm', {
        metric: hourlyPayments(stage),
        stdDevs: 4,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_LOWER_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: describe(
          'PaymentsFallen',
          'far fewer live payments than at this hour of the last weeks',
        ),
      }),
    );
  if (stage.declineLimits)
    alarm(
      'CardTesting',
      ownMetric(stage, 'DeclinesLimited'),
      1,
      'so many payments of a live merchant were declined that all of them need 3-D Secure today: somebody may try stolen cards',
    );
  // The watch counts once an hour, so the alarm stays on while the page differs.
  alarm(
    'PaymentPageChanged',
    ownMetric(stage, 'PaymentPageChanged').with({ period: Duration.hours(1) }),
    1,
    'customers get a payment page that this release does not make; somebody may steal cards',
    { evaluationPeriods: 2, datapointsToAlarm: 1 },
  );
  // A network counts twice an hour, so a single sender cannot raise the alarm.
  alarm(
    'PageViolations',
    ownMetric(stage, 'PageViolations').with({ period: Duration.hours(1) }),
    20,
    'browsers of several networks have blocked scripts or addresses on the payment page',
  );
  if (stage.production)
    alarm(
      'MailReputation',
      mailReputation(),
      1,
      '5 % of the account’s mails bounced, or 0.1 % were reported as spam; SES may stop all mail',
    );
  if (stage.acquirer)
    alarm(
      'AcquirerSilent',
      silentAcquirer(stage, Duration.hours(6), 20),
      1,
      '20 live payments in 6 hours, and no event of the acquirer',
    );
}

function addTableAlarms({ alarm }: AlarmMaker, table: StackContext['table']): void {
  const hot = 'DynamoDB throttles the table or its index: a hot partition, or the account’s limit';
  alarm('TableReadThrottles', readThrottles(table), 10, `${hot} (reads)`);
  alarm('TableWriteThrottles', writeThrottles(table), 10, `${hot} (writes)`);
}

function addBookAlarms({ stage, alarm }: AlarmMaker): void {
  alarm(
    'LedgerMismatch',
    ownMetric(stage, 'LedgerMismatch'),
    1,
    'a ledger does not add up; stop payouts until you know why',
  );
  alarm(
    'BrokenInvariants',
    ownMetric(stage, 'BrokenInvariants'),
    1,
    'a transaction whose amounts do not add up was about to be written, and was not; the log has its id',
  );
  alarm(
    'ReconciliationDifferences',
    ownMetric(stage, 'ReconciliationDifferences'),
    1,
    `an acquirer’s books and a merchant’s ledger differ; \`npx florin operator books <id> --stage ${stage.name}\` names the cases`,
  );
  alarm(
    'AcquirerRefusals',
    ownMetric(stage, 'AcquirerRefusals'),
    1,
    'an acquirer refuses our key, a right of it, an account or a request: no live payments; see live-payments.md',
  );
  alarm(
    'EventsOfOtherVersion',
    ownMetric(stage, 'EventsOfOtherVersion'),
    1,
    `an acquirer’s events of an API version that Florin does not read are dropped; run \`npx florin operator connect <id> --stage ${stage.name}\``,
  );
  alarm(
    'OperationsOpen',
    ownMetric(stage, 'OperationsOpen'),
    1,
    'an operation at an acquirer has had no known outcome for over an hour; the log has its id',
  );
}

function addJobAlarms(
  { stage, alarm }: AlarmMaker,
  scope: Stack,
  workers: WatchedResources['workers'],
): void {
  const named = Object.entries(workers.functions);
  const errorsOf = (those: typeof named) => functionErrors(those.map(([, made]) => made));
  const elsewhere = Object.values(separateAlarms).flatMap(({ jobs }) => jobs);
  const others = errorsOf(named.filter(([name]) => !elsewhere.includes(name)));
  const failures = sumOf('JobErrors', [...others, ownMetric(stage, 'FailedMessages')]);
  alarm('JobErrors', failures, 1, 'a job failed; the logs of its function say why');
  for (const [id, { of, jobs }] of Object.entries(separateAlarms)) {
    const errors = sumOf(id, errorsOf(named.filter(([name]) => jobs.includes(name))));
    alarm(id, errors, 1, `a job of ${of} failed; the logs of its function say why`);
  }
  const waits = longestWait(handledQueues.map((queue) => workers.queues[queue]));
  alarm('JobsBehind', waits, 6 * 60 * 60, 'messages in a queue of the jobs wait for over 6 hours');
  const urgent = longestWait(urgentQueues.map((queue) => workers.queues[queue]));
  alarm(
    'MessagesBehind',
    urgent,
    longestDelay,
    'acquirers’ events, webhooks or mails wait in their queue for over 15 minutes',
  );
  const readers = named.filter(([name]) => streamReaders.includes(name)).map(([, made]) => made);
  const age = longestAge(readers);
  alarm('StreamBehind', age, 1000 * longestDelay, 'a job reads the table’s stream over 15 minutes late');
  for (const { name, trigger } of jobs) {
    if (!('schedule' in trigger)) continue;
    const hours = trigger.everyHours + 2;
    alarm(`${name}Missing`, finishes(stage, name), 1, `${name} has not finished for ${hours} hours`, {
      evaluationPeriods: hours,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      // Without data the watcher itself has not run. For the others it counts 0 from the first minutes of a stage on,
      // so hours without data are from before that, and not a failure.
      treatMissingData: name === watcher ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }
  for (const queue of deadLetterQueues(scope)) {
    const metric = queue.metricApproximateNumberOfMessagesVisible();
    alarm(queue.node.id, metric, 1, `${queue.node.id} has messages that failed in each attempt`);
  }
}

/** The dead-letter queues, which the stack recognizes by their names. */
function deadLetterQueues(scope: Stack): Queue[] {
  const queues = scope.node.findAll().filter((construct) => construct instanceof Queue);
  return queues.filter(({ node }) => /DeadLetters?$/.test(node.id));
}

/** Only the first region has a budget, as it counts the costs of both. */
const budgetOf = ({ monthlyBudget, standby }: Stage): number | undefined =>
  standby ? undefined : monthlyBudget;

/**
 * The topic accepts messages of alarms and of the budget alone, and only over TLS. The topic's own policy replaces the default policy,
 * so it states both rules. Alarms contain no secrets, and with encryption CloudWatch would need a key of the stage.
 */
function makeTopic(scope: Stack, stage: Stage): Topic {
  const { name, alarmEmail } = stage;
  const topic = new Topic(scope, 'Alarms', { displayName: `Florin ${name}` });
  setLogicalId(topic, 'Alarms');
  const policy = new TopicPolicy(scope, 'AlarmsPolicy', { topics: [topic] });
  setLogicalId(policy, 'AlarmsPolicy');
  policy.document.addStatements(
    new PolicyStatement({
      principals: ['cloudwatch', ...(budgetOf(stage) === undefined ? [] : ['budgets'])].map(
        (service) => new ServicePrincipal(`${service}.amazonaws.com`),
      ),
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': scope.account } },
    }),
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}
