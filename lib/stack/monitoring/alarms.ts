import type { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
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
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';
import {
  finishes,
  functionErrors,
  lambdaThrottles,
  latency,
  longestAge,
  longestWait,
  ownMetric,
  readThrottles,
  serverErrors,
  sumOf,
  writeThrottles,
} from './metrics.ts';
import type { WatchedResources } from './watched-resources.ts';

type Over = Partial<AlarmProps>;

/** The queues whose messages jobs handle. */
const handledQueues = jobs.flatMap(({ trigger }) => queueOf(trigger) ?? []);

/**
 * The queues whose messages somebody waits for: acquirers' events, webhooks, and the failed records of webhooks and mails.
 * Later attempts of webhooks wait in another queue.
 */
const urgentQueues = ['AcquirerEvents', 'Deliveries', 'EventRetries', 'MailRetries'] as const;

/** The jobs that read the table's stream. The stream loses what they have not read after a day. */
const streamReaders = jobs.flatMap(({ name, trigger }) =>
  'inserted' in trigger || 'changed' in trigger ? [name] : [],
);

/** In seconds: how late urgent work may be. */
const behind = 15 * 60;

/**
 * Groups of jobs that have an alarm of their own, by the alarm's name. CloudWatch limits an alarm to ten metrics, so
 * one alarm cannot watch all jobs.
 */
const separateAlarms: Record<string, { of: string; jobs: readonly string[] }> = {
  WebhookErrors: {
    of: 'the webhooks',
    jobs: ['PublishEvents', 'DeliverEvents', 'DeliverSlowly', 'ResendDeliveries', 'RestartDeliveries'],
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
    ],
  },
};

/**
 * Makes the alarms for conditions that an operator must look at. Each alarm reports to one topic, both when it goes
 * off and when it ends.
 */
export function makeAlarms(
  scope: Stack,
  { stage, table }: StackContext,
  { base, pos, console, workers }: WatchedResources,
): Alarm[] {
  const action = new SnsAction(makeTopic(scope, stage));
  const alarms: Alarm[] = [];

  const alarm = (id: string, metric: IMetric, threshold: number, what: string, over: Over = {}) => {
    const made = new Alarm(scope, `${id}Alarm`, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Florin, ${stage.name}: ${what}`,
      ...over,
    });
    setLogicalId(made, `${id}Alarm`);
    made.addAlarmAction(action);
    made.addOkAction(action);
    alarms.push(made);
  };

  const threeTimes = { evaluationPeriods: 3 };
  const [merchants, customers, users] = ['the merchants’ API', 'the customer’s side', 'the console'];
  alarm('BaseErrors', serverErrors(base), 1, `5xx answers of ${merchants}; the log has their request ids`);
  alarm('PosErrors', serverErrors(pos), 1, `5xx answers of ${customers}; the log has their request ids`);
  alarm('ConsoleErrors', serverErrors(console), 1, `5xx answers of ${users}; the log has their request ids`);
  alarm('BaseLatency', latency(base, 99), 3000, `1 % of answers of ${merchants} take over 3 s`, threeTimes);
  alarm('PosLatency', latency(pos, 99), 3000, `1 % of answers of ${customers} take over 3 s`, threeTimes);
  alarm('ConsoleLatency', latency(console, 99), 3000, `1 % of answers of ${users} take over 3 s`, threeTimes);
  alarm('FunctionThrottles', lambdaThrottles(), 1, 'the account’s limit of concurrent functions is reached');
  const hot = 'DynamoDB throttles the table or its index: a hot partition, or the account’s limit';
  alarm('TableReadThrottles', readThrottles(table), 10, `${hot} (reads)`);
  alarm('TableWriteThrottles', writeThrottles(table), 10, `${hot} (writes)`);
  alarm(
    'LedgerMismatch',
    ownMetric(stage, 'LedgerMismatch'),
    1,
    'a ledger does not add up; stop payouts and find out',
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
    'an acquirer’s books and a merchant’s ledger differ; `npm run merchant -- books <id>` names the cases',
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
    'an acquirer’s events of an API version that Florin does not read are dropped; run `npm run merchant -- connect`',
  );
  alarm(
    'OperationsOpen',
    ownMetric(stage, 'OperationsOpen'),
    1,
    'nobody knows for over an hour what became of an operation of an acquirer; the log has its id',
  );
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
    behind,
    'acquirers’ events, webhooks or mails wait in their queue for over 15 minutes',
  );
  const readers = named.filter(([name]) => streamReaders.includes(name)).map(([, made]) => made);
  const age = longestAge(readers);
  alarm('StreamBehind', age, 1000 * behind, 'a job reads the table’s stream over 15 minutes late');
  for (const { name, trigger } of jobs) {
    if (!('schedule' in trigger)) continue;
    const hours = trigger.everyHours + 2;
    const none = `${name} has not finished for ${hours} hours (or never yet, in a new stage)`;
    alarm(`${name}Missing`, finishes(stage, name), 1, none, {
      evaluationPeriods: hours,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
  for (const queue of deadLetterQueues(scope)) {
    const metric = queue.metricApproximateNumberOfMessagesVisible();
    alarm(queue.node.id, metric, 1, `messages in ${queue.node.id} that nobody could handle`);
  }
  return alarms;
}

/** The dead-letter queues, which the stack recognizes by their names. */
function deadLetterQueues(scope: Stack): Queue[] {
  const queues = scope.node.findAll().filter((construct) => construct instanceof Queue);
  return queues.filter(({ node }) => /DeadLetters?$/.test(node.id));
}

/**
 * The topic accepts messages of alarms alone, and only over TLS. The topic's own policy replaces the default policy,
 * so it states both rules. Alarms contain no secrets, and with encryption CloudWatch would need a key of the stage.
 */
function makeTopic(scope: Stack, { name, alarmEmail }: Stage): Topic {
  const topic = new Topic(scope, 'Alarms', { displayName: `Florin ${name}` });
  setLogicalId(topic, 'Alarms');
  const policy = new TopicPolicy(scope, 'AlarmsPolicy', { topics: [topic] });
  setLogicalId(policy, 'AlarmsPolicy');
  policy.document.addStatements(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
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
