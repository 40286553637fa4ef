import { type Stack, Stack as TheStack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { StackContext } from './context.ts';
import { setLogicalId } from './logical-id.ts';
import {
  clientErrors,
  functionErrors,
  lambdaThrottles,
  latency,
  own,
  ownBy,
  readThrottles,
  requests,
  serverErrors,
  writeThrottles,
} from './metrics.ts';
import type { Watched } from './watched.ts';

/** One page: does it work, how fast, and how much money moves. */
export function makeDashboard(
  scope: Stack,
  { stage, table }: StackContext,
  { base, pos, workers }: Watched,
  alarms: Alarm[],
): void {
  const { region } = TheStack.of(scope);
  const graph = (title: string, ...left: IMetric[]) =>
    new GraphWidget({ title, left, width: 8, height: 6, region });
  const dashboard = new Dashboard(scope, 'Dashboard', {
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 })],
      [
        graph('Payments', own(stage, 'Payments')),
        graph('Declines by code', ownBy(stage, 'Declines', 'code')),
        graph('Conflicts', own(stage, 'Conflicts')),
      ],
      [
        graph('Captured by currency, in minor units', ownBy(stage, 'Captured', 'currency')),
        graph('Refunded by currency, in minor units', ownBy(stage, 'Refunded', 'currency')),
        graph('Requests', ...[base, pos].map(requests)),
      ],
      [
        graph('Errors', ...[base, pos].flatMap((api) => [serverErrors(api), clientErrors(api)])),
        graph('Latency', ...[base, pos].flatMap((api) => [latency(api, 50), latency(api, 99)])),
        graph('Mails withheld, by reason', ownBy(stage, 'MailsWithheld', 'reason')),
        graph('Throttles', lambdaThrottles(), readThrottles(table), writeThrottles(table)),
      ],
      [
        graph('Errors of jobs', ...functionErrors(Object.values(workers.functions))),
        graph('Jobs finished', ownBy(stage, 'JobsFinished', 'job')),
      ],
    ],
  });
  setLogicalId(dashboard, 'Dashboard');
}
