import { type CfnFunction, type Function as LambdaFunction, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { type Job, jobs, queueOf } from '../../jobs.ts';
import type { Sends } from '../../queues.ts';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { makeFunction } from '../function.ts';
import { laptopVariable } from '../laptop-variable.ts';
import { mailFromOf, mayMail } from '../mail.ts';
import { mayStoreAcquirerSecret } from '../secrets/acquirer-secret.ts';
import { settingOf } from '../settings.ts';
import { makeEventSource, polledSourcesOf, pollingOf, rereadingOf } from './event-sources.ts';
import { makeQueues, type Queues } from './queues.ts';
import { makeSchedule } from './schedules.ts';
import { sendingRights } from './sending-rights.ts';

/** The functions of the jobs, by the names of the jobs, and the queues that they handle. */
export interface Workers {
  functions: Record<string, LambdaFunction>;
  queues: Queues;
}

/** Makes a function for each job, and its trigger. */
export function makeWorkers(context: StackContext): Workers {
  const queues = makeQueues(context.parent, context.stage);
  const functions: Workers['functions'] = {};
  for (const job of jobs) {
    const { name, trigger } = job;
    const made = makeFunction(name, { ...job, ...extraOf(job, context, queues) }, context);
    if ('schedule' in trigger)
      makeSchedule(made, name, trigger.schedule, queues.ScheduleDeadLetters, context.stage);
    for (const source of polledSourcesOf(trigger)) makeEventSource(made, job, source, context, queues);
    if (sendsItself(job)) allowLoop(made);
    functions[name] = made;
  }
  return { functions, queues };
}

/**
 * Allows a job to send messages to itself. Such a job always comes to an end, but Lambda stops a function that calls
 * itself after 16 rounds unless this is set.
 */
function allowLoop(made: LambdaFunction): void {
  (made.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
}

function sendsItself(job: Job): boolean {
  const own = queueOf(job.trigger);
  return sendsOf(job).some(({ queue }) => queue === own);
}

/** Gives the addresses that mails contain to the jobs that send them. The APIs are made after the jobs. */
export function tellUrls({ functions }: Workers, urls: { console: string; pos: string }): void {
  for (const { name, consoleUrl, posUrl } of jobs) {
    if (consoleUrl) functions[name]?.addEnvironment('CONSOLE_URL', urls.console);
    if (posUrl) functions[name]?.addEnvironment('POS_URL', urls.pos);
  }
}

/** The permissions and variables that a job has and routes do not have. */
function extraOf(job: Job, context: StackContext, queues: Queues) {
  const { mails, rereads, settings = {}, signs, storesAcquirerSecret, trigger, watches } = job;
  const retries: Sends = 'retries' in trigger ? [{ queue: trigger.retries, variable: 'RETRIES_URL' }] : [];
  const { statements, environment } = sendingRights([...sendsOf(job), ...retries], queues);
  for (const source of polledSourcesOf(trigger)) statements.push(...pollingOf(source, context, queues));
  if ('schedule' in trigger) statements.push(allow(['sqs:SendMessage'], queues.ScheduleDeadLetters.queueArn));
  if (storesAcquirerSecret) statements.push(...mayStoreAcquirerSecret(context));
  if (signs) {
    Object.assign(environment, { LEDGER_KEY_ID: context.ledgerKey.keyId, LEDGER_KEY: laptopVariable });
    statements.push(allow(['kms:Sign', 'kms:GetPublicKey'], context.ledgerKey.keyArn));
  }
  if (rereads) {
    Object.assign(environment, { TABLE_NAME: context.table.tableName, DYNAMODB_ENDPOINT: laptopVariable });
    environment.FILTERS = JSON.stringify(streamFilters);
    statements.push(...rereadingOf(context));
  }
  if (watches) environment.WATCHED_JOBS = scheduledJobs.join();
  if (mails) {
    environment.MAIL_FROM = mailFromOf(context.parent);
    environment.UNVOUCHED_TEST_MAILS = String(context.stage.unvouchedMails.test);
    environment.UNVOUCHED_LIVE_MAILS = String(context.stage.unvouchedMails.live);
    statements.push(mayMail(context.parent, environment.MAIL_FROM));
  }
  for (const [variable, setting] of Object.entries(settings))
    environment[variable] = settingOf(context.parent, context.stage.name, setting);
  return { statements, environment };
}

const scheduledJobs = jobs.flatMap(({ name, trigger }) => ('schedule' in trigger ? [name] : []));

/** The patterns of the records that each job with a queue of failed records gets, by the job's name. */
const streamFilters: Record<string, string[]> = Object.fromEntries(
  jobs.flatMap(({ name, trigger }) =>
    'changed' in trigger ? [[name, trigger.changed.map((pattern) => JSON.stringify(pattern))]] : [],
  ),
);

function sendsOf({ sends, trigger }: Job) {
  const merchants = 'merchants' in trigger ? trigger.merchants : undefined;
  return [...(sends ?? []), ...(merchants ? [{ queue: merchants, variable: 'MERCHANTS_URL' }] : [])];
}
