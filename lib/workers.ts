import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { makeEventSource, pollingOf } from './event-sources.ts';
import { allow, type House, makeFunction } from './function.ts';
import { type Job, jobs } from './jobs.ts';
import { mailFromOf, mayMail } from './mail.ts';
import { makeQueues, type Queues } from './queues.ts';
import { makeSchedule } from './schedules.ts';

/** A function a job, each with what triggers it. */
export function makeWorkers(scope: Construct, house: House): void {
  const queues = makeQueues(scope, house.stage);
  for (const job of jobs) {
    const { name, trigger } = job;
    const made = makeFunction(scope, name, { ...job, ...extraOf(scope, job, house, queues) }, house);
    if ('schedule' in trigger) makeSchedule(made, name, trigger.schedule);
    else if (!('operator' in trigger)) makeEventSource(made, job, trigger, house, queues);
  }
}

/** What a job may do, and finds in its environment, beyond what routes do. */
function extraOf(scope: Construct, job: Job, house: House, queues: Queues) {
  const { alone, mails, sends, settings = {}, trigger } = job;
  const statements: PolicyStatement[] =
    'schedule' in trigger || 'operator' in trigger ? [] : pollingOf(trigger, house, queues);
  const environment: Record<string, string> = {};
  if (sends) {
    statements.push(allow(['sqs:SendMessage'], queues[sends.queue].queueArn));
    environment[sends.variable] = queues[sends.queue].queueUrl;
  }
  if (mails) {
    environment.MAIL_FROM = mailFromOf(scope);
    environment.UNVOUCHED_TEST_MAILS = String(house.stage.unvouchedMails.test);
    environment.UNVOUCHED_LIVE_MAILS = String(house.stage.unvouchedMails.live);
    statements.push(mayMail(scope, environment.MAIL_FROM));
  }
  for (const [variable, { context, fallback }] of Object.entries(settings)) {
    environment[variable] = String(scope.node.tryGetContext(context) ?? fallback);
  }
  // Only where it matters: a new account may not set any of its ten concurrent executions aside, and would fail
  // to deploy. What a job does twice at once must be right in any case; alone, it only does not do it in vain.
  const concurrency = alone && house.stage.production ? 1 : undefined;
  return { statements, environment, concurrency };
}
