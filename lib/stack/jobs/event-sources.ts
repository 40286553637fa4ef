import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { type Job, queueOf, retriedFor, type Trigger } from '../../jobs.ts';
import type { QueueName } from '../../queues.ts';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';
import type { Queues } from './queues.ts';

type OfStream = Extract<Trigger, { changed: unknown }>;

/**
 * A source that Lambda polls for a job. A message about a merchant is alone in its batch if the work may take long.
 */
export type PolledSource = OfStream | { queue: QueueName; batchSize: number; atOnce?: number };

export function polledSourcesOf(trigger: Trigger): PolledSource[] {
  const stream = 'changed' in trigger ? [trigger] : [];
  const queue = queueOf(trigger);
  if (!queue) return stream;
  // A job with many merchants must leave enough of the account's concurrency to functions whose callers wait.
  if ('schedule' in trigger) {
    const { merchantsAtOnce = 1, atOnce = 10 } = trigger;
    return [{ queue, batchSize: merchantsAtOnce, atOnce }];
  }
  return [...stream, { queue, batchSize, atOnce: 'queue' in trigger ? trigger.atOnce : undefined }];
}

/**
 * Lets Lambda poll a source of the job. A bad record or message neither delays nor repeats the others. The mapping is in
 * the parent stack, because it keeps the place in the stream that the job has reached.
 */
export function makeEventSource(
  target: IFunction,
  { name, trigger }: Job,
  source: PolledSource,
  { parent, stage, table }: StackContext,
  queues: Queues,
): void {
  const id = `${name}${'queue' in source && 'retries' in trigger ? 'Retries' : 'Source'}`;
  const mapping = new EventSourceMapping(parent, id, {
    target,
    enabled: stage.standby ? false : undefined,
    reportBatchItemFailures: true,
    ...('queue' in source
      ? {
          eventSourceArn: queues[source.queue].queueArn,
          batchSize: source.batchSize,
          maxConcurrency: lower(source.atOnce, stage.jobConcurrency),
        }
      : {
          eventSourceArn: table.tableStreamArn,
          parallelizationFactor: atOnceOf(source, stage),
          ...ofStream(source, queues),
        }),
  });
  setLogicalId(mapping, id);
}

const atOnceOf = ({ atOnce }: { atOnce?: number }, { jobConcurrency }: Stage) =>
  atOnce === undefined ? undefined : lower(atOnce, jobConcurrency);

const lower = (one?: number, other?: number): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

const batchSize = 10;

function ofStream(trigger: OfStream, queues: Queues): Partial<EventSourceMappingOptions> {
  return {
    batchSize: trigger.batchSize,
    filters: trigger.changed.map((pattern) => FilterCriteria.filter(pattern)),
    // With LATEST, Lambda would skip records that functions write while CloudFormation makes or changes the mapping.
    startingPosition: StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    // Lambda repeats a batch only if the function itself fails, or cannot hand over a failed record. Then no later
    // record would succeed either.
    maxRecordAge: Duration.seconds(retriedFor),
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
  return [
    allow([...readStream, 'dynamodb:ListStreams'], table.tableStreamArn ?? ''),
    allow(['sqs:SendMessage'], queues[trigger.deadLetters].queueArn),
  ];
}

/** The permissions of a job that finds the table's stream by itself, and reads it. */
export const rereadingOf = ({ table }: StackContext): PolicyStatement[] => [
  allow(['dynamodb:DescribeTable'], table.tableArn),
  allow(readStream, table.tableStreamArn ?? ''),
];

const readStream = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
