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
import { attempts, type Job, type QueueName, queueOf, type Trigger } from '../jobs.ts';
import type { StackContext } from './context.ts';
import { allow } from './function.ts';
import { setLogicalId } from './logical-id.ts';
import type { Queues } from './queues.ts';

type OfStream = Extract<Trigger, { inserted: unknown }>;

/** What Lambda polls for a job. A message about a merchant is alone in its batch: it may fail, or take its time. */
export type Polled = OfStream | { queue: QueueName; alone: boolean };

export function polledFor(trigger: Trigger): Polled | undefined {
  if ('inserted' in trigger) return trigger;
  const queue = queueOf(trigger);
  return queue && { queue, alone: 'schedule' in trigger };
}

/** Has Lambda poll for what triggers the job. One bad record or message does not hold up, or repeat, the others. */
export function makeEventSource(
  target: IFunction,
  { name }: Job,
  trigger: Polled,
  { table }: StackContext,
  queues: Queues,
): void {
  const mapping = new EventSourceMapping(target, 'Source', {
    target,
    reportBatchItemFailures: true,
    ...('queue' in trigger
      ? { eventSourceArn: queues[trigger.queue].queueArn, ...ofQueue(trigger.alone) }
      : { eventSourceArn: table.tableStreamArn, ...ofStream(trigger, queues) }),
  });
  setLogicalId(mapping, `${name}Source`);
}

const batchSize = 10;

/** However many merchants there are, they leave the account's functions to those who wait for an answer. */
const ofQueue = (alone: boolean): Partial<EventSourceMappingOptions> =>
  alone ? { batchSize: 1, maxConcurrency: 10 } : { batchSize };

function ofStream({ inserted, deadLetters }: OfStream, queues: Queues): Partial<EventSourceMappingOptions> {
  return {
    batchSize,
    filters: [
      FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), dynamodb: { NewImage: inserted } }),
    ],
    // With LATEST, what is written while the mapping is made or changed may be passed over.
    startingPosition: StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    retryAttempts: attempts.stream - 1,
    maxRecordAge: Duration.days(1),
    // Not `SqsDlq`, which would give more rights than one, in a policy of its own.
    onFailure: { bind: () => ({ destination: queues[deadLetters].queueArn }) },
  };
}

/**
 * What the polling needs, in the name of the function. The list of streams is AWS's condition for a mapping of
 * one; on the stream itself, as the connectors of AWS SAM have it, it shows nothing else.
 */
export function pollingOf(trigger: Polled, { table }: StackContext, queues: Queues): PolicyStatement[] {
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
