import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { attempts, type Job, queueOf, type Trigger } from '../jobs.ts';
import type { QueueName } from '../queues.ts';
import { allow } from './allow.ts';
import type { StackContext } from './context.ts';
import { setLogicalId } from './logical-id.ts';
import type { Queues } from './queues.ts';

type OfStream = Extract<Trigger, { inserted: unknown } | { changed: unknown }>;

/**
 * The source that Lambda polls for a job. A message about a merchant is alone in its batch, as it may fail or take
 * long.
 */
export type PolledSource = OfStream | { queue: QueueName; batchSize: number; atOnce?: number };

export function polledFor(trigger: Trigger): PolledSource | undefined {
  if ('inserted' in trigger || 'changed' in trigger) return trigger;
  const queue = queueOf(trigger);
  if (!queue) return undefined;
  // A job with many merchants must leave enough of the account's concurrency to functions whose callers wait.
  if ('schedule' in trigger) return { queue, batchSize: 1, atOnce: 10 };
  return { queue, batchSize, atOnce: 'queue' in trigger ? trigger.atOnce : undefined };
}

/** Lets Lambda poll the job's trigger. A bad record or message neither delays nor repeats the others. */
export function makeEventSource(
  target: IFunction,
  { name }: Job,
  trigger: PolledSource,
  { table }: StackContext,
  queues: Queues,
): void {
  const mapping = new EventSourceMapping(target, 'Source', {
    target,
    reportBatchItemFailures: true,
    ...('queue' in trigger
      ? {
          eventSourceArn: queues[trigger.queue].queueArn,
          batchSize: trigger.batchSize,
          maxConcurrency: trigger.atOnce,
        }
      : { eventSourceArn: table.tableStreamArn, ...ofStream(trigger, queues) }),
  });
  setLogicalId(mapping, `${name}Source`);
}

const batchSize = 10;

const filtersOf = (trigger: OfStream): object[] =>
  'changed' in trigger
    ? trigger.changed
    : [{ eventName: FilterRule.isEqual('INSERT'), dynamodb: { NewImage: trigger.inserted } }];

function ofStream(trigger: OfStream, queues: Queues): Partial<EventSourceMappingOptions> {
  return {
    batchSize: 'changed' in trigger ? trigger.batchSize : batchSize,
    filters: filtersOf(trigger).map((pattern) => FilterCriteria.filter(pattern)),
    // With LATEST, Lambda would skip records that functions write while CloudFormation makes or changes the mapping.
    startingPosition: StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    retryAttempts: attempts.stream - 1,
    maxRecordAge: Duration.days(1),
    // `SqsDlq` would add a policy with more permissions than needed.
    onFailure: { bind: () => ({ destination: queues[trigger.deadLetters].queueArn }) },
  };
}

/**
 * The permissions that polling needs, for the function's role. AWS checks ListStreams when a mapping of a stream is
 * made. With the ARN of the stream, as the connectors of AWS SAM state it, ListStreams allows nothing else.
 */
export function pollingOf(trigger: PolledSource, { table }: StackContext, queues: Queues): PolicyStatement[] {
  if ('queue' in trigger) {
    const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
    return [allow(actions, queues[trigger.queue].queueArn)];
  }
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return [
    allow(
      actions.map((action) => `dynamodb:${action}`),
      table.tableStreamArn ?? '',
    ),
    allow(['sqs:SendMessage'], queues[trigger.deadLetters].queueArn),
  ];
}
