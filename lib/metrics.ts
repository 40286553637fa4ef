import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Stage } from './stage.ts';

/** Under which the functions of a stage write their metrics (`functions/core/http/metrics.ts`). */
export const metricsNamespace = ({ name }: Stage): string => `Florin/${name}`;

const period = Duration.minutes(5);

/** What the functions count themselves. */
export const own = (stage: Stage, metricName: string): Metric =>
  new Metric({ namespace: metricsNamespace(stage), metricName, statistic: Stats.SUM, period });

/** The same, a curve for each value of a dimension, also of values that come up later. */
export const ownBy = (stage: Stage, metricName: string, dimension: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{${metricsNamespace(stage)},${dimension}} MetricName="${metricName}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  });

export const serverErrors = (api: RestApi): Metric => api.metricServerError({ statistic: Stats.SUM, period });

export const clientErrors = (api: RestApi): Metric => api.metricClientError({ statistic: Stats.SUM, period });

export const requests = (api: RestApi): Metric => api.metricCount({ statistic: Stats.SUM, period });

export const latency = (api: RestApi, percentile: number): Metric =>
  api.metricLatency({ statistic: Stats.percentile(percentile), period });

/** Of the whole account in this region: its functions share one limit, and throttle each other. */
export const lambdaThrottles = (): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period });

export const readThrottles = (table: Table): Metric => throttles(table, 'ReadThrottleEvents');
export const writeThrottles = (table: Table): Metric => throttles(table, 'WriteThrottleEvents');

const throttles = (table: Table, metricName: string): Metric =>
  table.metric(metricName, { statistic: Stats.SUM, period });
