import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import {
  clientErrors,
  functionErrors,
  lambdaThrottles,
  latency,
  ownMetric,
  ownMetricBy,
  readThrottles,
  requests,
  serverErrors,
  writeThrottles,
} from './metrics.ts';
import type { WatchedResources } from './watched-resources.ts';

/** Makes the dashboard: one page that shows whether Florin works, how fast it is, and how much money moves. */
export function makeDashboard(
  { stage, table, parent, groups }: StackContext,
  { base, pos, console, workers }: WatchedResources,
  alarms: Alarm[],
): void {
  const { region } = parent;
  const graph = (title: string, ...left: IMetric[]) =>
    new GraphWidget({ title, left, width: 8, height: 6, region });
  const dashboard = new Dashboard(groups.Monitoring, 'Dashboard', {
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 })],
      [
        graph('Payments', ownMetric(stage, 'Payments'), ownMetric(stage, 'LivePayments')),
        graph('Declines by code', ownMetricBy(stage, 'Declines', 'code')),
        graph('Conflicts', ownMetric(stage, 'Conflicts')),
      ],
      [
        graph('Captured by currency, in minor units', ownMetricBy(stage, 'Captured', 'currency')),
        graph('Refunded by currency, in minor units', ownMetricBy(stage, 'Refunded', 'currency')),
        graph('Requests', ...[base, pos, console].map(requests)),
      ],
      [
        graph('Errors', ...[base, pos, console].flatMap((api) => [serverErrors(api), clientErrors(api)])),
        graph('Latency', ...[base, pos, console].flatMap((api) => [latency(api, 50), latency(api, 99)])),
        graph('Mails withheld, by reason', ownMetricBy(stage, 'MailsWithheld', 'reason')),
        graph('Throttles', lambdaThrottles(), readThrottles(table), writeThrottles(table)),
      ],
      [
        graph('Errors of jobs', ...functionErrors(Object.values(workers.functions))),
        graph('Jobs finished', ownMetricBy(stage, 'JobsFinished', 'job')),
      ],
    ],
  });
  setLogicalId(dashboard, 'Dashboard');
}
