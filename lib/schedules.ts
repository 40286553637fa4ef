import { CfnRule } from 'aws-cdk-lib/aws-events';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Runs the function by the clock. A rule, not a schedule of EventBridge Scheduler: that would need a role more. */
export function makeSchedule(target: LambdaFunction, name: string, schedule: string): void {
  const rule = new CfnRule(target, 'Schedule', {
    description: `Runs ${name}`,
    scheduleExpression: schedule,
    targets: [{ id: name, arn: target.functionArn }],
  });
  rule.overrideLogicalId(`${name}Schedule`);
  target.addPermission('Scheduled', {
    principal: new ServicePrincipal('events.amazonaws.com'),
    sourceArn: rule.attrArn,
  });
}
