import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from '../stage.ts';

const events = new ServicePrincipal('events.amazonaws.com');

/**
 * Runs the function on a schedule. EventBridge Scheduler would need another role, so a rule of EventBridge runs it. An
 * event that the rule cannot deliver, or that fails three times, goes to the dead letters.
 */
export function makeSchedule(
  target: LambdaFunction,
  name: string,
  schedule: string,
  deadLetters: Queue,
  { standby }: Stage,
): void {
  const rule = new CfnRule(target, 'Schedule', {
    description: `Runs ${name}`,
    scheduleExpression: schedule,
    state: standby ? 'DISABLED' : undefined,
    targets: [{ id: name, arn: target.functionArn, deadLetterConfig: { arn: deadLetters.queueArn } }],
  });
  rule.overrideLogicalId(`${name}Schedule`);
  target.addPermission('Scheduled', { principal: events, sourceArn: rule.attrArn });
  deadLetters.addToResourcePolicy(
    new PolicyStatement({
      principals: [events],
      actions: ['sqs:SendMessage'],
      resources: [deadLetters.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
    }),
  );
  // CDK's `deadLetterQueue` would add a policy beside that of the function's role.
  (target.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: deadLetters.queueArn };
}
