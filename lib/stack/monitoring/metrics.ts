import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Alias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { metricsNamespace, type Stage } from '../stage.ts';
import { listIndex, pendingIndex } from '../table.ts';

const period = Duration.minutes(5);

/** A metric that the functions count themselves. */
export const ownMetric = (stage: Stage, metricName: string): Metric =>
  new Metric({ namespace: metricsNamespace(stage), metricName, statistic: Stats.SUM, period });

/** The finished runs of a scheduled job in an hour. */
export const finishes = (stage: Stage, job: string): Metric =>
  ownMetric(stage, 'JobsFinished').with({ dimensionsMap: { job }, period: Duration.hours(1) });

/**
 * A metric that the functions count themselves, with a curve for each value of a dimension. Values that appear later
 * get a curve, too.
 */
export const ownMetricBy = (stage: Stage, metricName: string, dimension: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{${metricsNamespace(stage)},${dimension}} MetricName="${metricName}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  });

export const serverErrors = (api: SpecRestApi): Metric =>
  api.metricServerError({ statistic: Stats.SUM, period });

export const clientErrors = (api: SpecRestApi): Metric =>
  api.metricClientError({ statistic: Stats.SUM, period });

export const requests = (api: SpecRestApi): Metric => api.metricCount({ statistic: Stats.SUM, period });

export const latency = (api: SpecRestApi, percentile: number): Metric =>
  api.metricLatency({ statistic: Stats.percentile(percentile), period });

/** The least numbers of errors, requests and throttles with which a rate or a percentile is meaningful. */
const least = { errors: 3, requests: 50, throttles: 10 };

/** The percentage of answers that are 5xx; 0 while there are very few of them. */
export const errorRate = (api: SpecRestApi): IMetric =>
  new MathExpression({
    expression: `IF(errors >= ${least.errors}, 100 * errors / requests, 0)`,
    usingMetrics: { errors: serverErrors(api), requests: requests(api) },
    label: 'ErrorRate',
    period,
  });

/** A percentile of the answers' time, in milliseconds; 0 while there are few requests. */
export const busyLatency = (api: SpecRestApi, percentile: number): IMetric =>
  new MathExpression({
    expression: `IF(requests >= ${least.requests}, latency, 0)`,
    usingMetrics: { requests: requests(api), latency: latency(api, percentile) },
    label: `p${percentile}`,
    period,
  });

/** The percentage of calls of functions that Lambda has throttled; 0 while there are few of them. */
export const throttleRate = (): IMetric =>
  new MathExpression({
    expression: `IF(throttles >= ${least.throttles}, 100 * throttles / (throttles + FILL(calls, 0)), 0)`,
    usingMetrics: { throttles: lambdaThrottles(), calls: ofLambda('Invocations') },
    label: 'ThrottleRate',
    period,
  });

/** The percentage of the account's limit of concurrent functions that was in use. */
export const concurrencyUsed = (): IMetric =>
  new MathExpression({
    expression: '100 * used / SERVICE_QUOTA(used)',
    usingMetrics: {
      used: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ConcurrentExecutions',
        dimensionsMap: {
          Service: 'Lambda',
          Type: 'Resource',
          Resource: 'ConcurrentExecutions',
          Class: 'None',
        },
        statistic: Stats.MAXIMUM,
        period,
      }),
    },
    label: 'ConcurrencyUsed',
    period,
  });

/**
 * SES may review the account's mail when this reaches 1, which it does at 5 % of bounces or 0.1 % of complaints. SES counts
 * a representative number of mails, for all senders of the account and region.
 */
export const mailReputation = (): IMetric =>
  new MathExpression({
    expression: 'MAX([FILL(bounces, 0) / 0.05, FILL(complaints, 0) / 0.001])',
    usingMetrics: { bounces: ofMail('BounceRate'), complaints: ofMail('ComplaintRate') },
    label: 'MailReputation',
    period: Duration.hours(1),
  });

const ofMail = (rate: string): Metric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });

/**
 * The payments of real money of an hour. A job counts 0 every five minutes, so that an hour without a payment has a value.
 */
export const hourlyPayments = (stage: Stage): Metric =>
  ownMetric(stage, 'LivePayments').with({ period: Duration.hours(1) });

/**
 * 1 if there were payments of real money, but no event of the acquirer, in this time; otherwise 0.
 *
 * @param payments the least number of payments
 */
export const silentAcquirer = (stage: Stage, time: Duration, payments: number): IMetric =>
  new MathExpression({
    expression: `IF(payments >= ${payments}, IF(FILL(events, 0) < 1, 1, 0), 0)`,
    usingMetrics: {
      payments: ownMetric(stage, 'LivePayments').with({ period: time }),
      events: ownMetric(stage, 'AcquirerEvents').with({ period: time }),
    },
    label: 'SilentAcquirer',
    period: time,
  });

/**
 * For functions that move money: the percentage of requests that crashed, timed out or got a 5xx; 0 while there are
 * very few requests. These functions count 0 or 1 for each request, so that the samples are the requests.
 */
export const releaseErrorRate = (stage: Stage, lives: readonly Alias[]): IMetric => {
  const answered = ownMetric(stage, 'ServerErrors');
  const crashed = lives.map((live, i) => [
    `crashed${i}`,
    live.metricErrors({ statistic: Stats.SUM, period }),
  ]);
  const crashes = crashed.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  const errors = `(FILL(answered, 0) + ${crashes})`;
  return new MathExpression({
    expression: `IF(${errors} >= ${least.errors}, 100 * ${errors} / (FILL(requests, 0) + ${crashes}), 0)`,
    usingMetrics: {
      answered,
      requests: answered.with({ statistic: Stats.SAMPLE_COUNT }),
      ...Object.fromEntries(crashed),
    },
    label: 'ReleaseErrorRate',
    period,
  });
};

const ofLambda = (metricName: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic: Stats.SUM, period });

/**
 * The requests to functions that Lambda has throttled in this account and region. All functions of an account share
 * one limit.
 */
export const lambdaThrottles = (): Metric => ofLambda('Throttles');

export const readThrottles = (table: ITable): IMetric => throttles(table, 'ReadThrottleEvents');
export const writeThrottles = (table: ITable): IMetric => throttles(table, 'WriteThrottleEvents');

/**
 * The requests that DynamoDB has throttled at the table and at its indexes. DynamoDB counts them separately, and each
 * of them delays requests.
 */
const throttles = (table: ITable, metricName: string): IMetric => {
  const ofTable = table.metric(metricName, { statistic: Stats.SUM, period });
  const TableName = table.tableName;
  const ofIndexes = [listIndex, pendingIndex].map((GlobalSecondaryIndexName) =>
    ofTable.with({ dimensionsMap: { TableName, GlobalSecondaryIndexName } }),
  );
  return sumOf(metricName, [ofTable, ...ofIndexes]);
};

/**
 * The errors of the functions. They include functions that a schedule or the stream has started, whose errors no
 * caller sees.
 */
export const functionErrors = (functions: readonly LambdaFunction[]): Metric[] =>
  functions.map((made) => made.metricErrors({ statistic: Stats.SUM, period }));

/** The age of the oldest message in any of the queues, in seconds. */
export const longestWait = (queues: readonly Queue[]): IMetric =>
  combine(
    'MAX',
    'LongestWait',
    queues.map((queue) => queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period })),
  );

/** The age of the last record of the stream that a function has read, in milliseconds, over these functions. */
export const longestAge = (readers: readonly LambdaFunction[]): IMetric =>
  combine(
    'MAX',
    'LongestAge',
    readers.map((reader) => reader.metric('IteratorAge', { statistic: Stats.MAXIMUM, period })),
  );

/** @param name must be unique in a graph, and without spaces */
export const sumOf = (name: string, metrics: readonly IMetric[]): IMetric => combine('SUM', name, metrics);

/** Combines metrics. A metric without data counts as 0. */
function combine(operation: 'SUM' | 'MAX', label: string, metrics: readonly IMetric[]): IMetric {
  const named = metrics.map((metric, i) => [`the${label}${i}`, metric] as const);
  const filled = named.map(([id]) => `FILL(${id}, 0)`);
  return new MathExpression({
    expression: `${operation}([${filled.join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    label,
    period,
  });
}
