import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { attempts, type DeadLetters, jobs, queueOf, retriedFor } from '../../jobs.ts';
import type { QueueName } from '../../queues.ts';
import { functionTimeout } from '../function.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

export type Queues = Record<QueueName | DeadLetters, Queue>;

export function makeQueues(scope: Construct, stage: Stage): Queues {
  const make = (id: string, properties: QueueProps = {}) => makeQueue(scope, id, stage, properties);
  // AWS asks for six times the function's time limit, so that a throttled batch can be tried again.
  const visibilityOf = (id: QueueName) => 6 * timeoutOf(id);
  const makeWorkQueue = (id: QueueName, deadLetters: Queue, maxReceiveCount = attempts) =>
    make(id, {
      visibilityTimeout: Duration.seconds(visibilityOf(id)),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
  const makeRetryQueue = (id: QueueName, deadLetters: Queue) =>
    makeWorkQueue(id, deadLetters, Math.ceil(retriedFor / visibilityOf(id)));
  const AcquirerEventDeadLetters = make('AcquirerEventDeadLetters');
  const DeliveryDeadLetters = make('DeliveryDeadLetters');
  const EventDeadLetters = make('EventDeadLetters');
  const MailDeadLetters = make('MailDeadLetters');
  const ScheduleDeadLetters = make('ScheduleDeadLetters');
  return {
    AcquirerEventDeadLetters,
    AcquirerEvents: makeWorkQueue('AcquirerEvents', AcquirerEventDeadLetters),
    Deliveries: makeWorkQueue('Deliveries', DeliveryDeadLetters),
    DeliveryDeadLetters,
    EventDeadLetters,
    EventRetries: makeRetryQueue('EventRetries', EventDeadLetters),
    LedgerChecks: makeWorkQueue('LedgerChecks', ScheduleDeadLetters),
    MailDeadLetters,
    MailRetries: makeRetryQueue('MailRetries', MailDeadLetters),
    Payouts: makeWorkQueue('Payouts', ScheduleDeadLetters),
    Resends: makeWorkQueue('Resends', DeliveryDeadLetters),
    Reconciliations: makeWorkQueue('Reconciliations', ScheduleDeadLetters),
    ScheduleDeadLetters,
    SlowDeliveries: makeWorkQueue('SlowDeliveries', DeliveryDeadLetters),
    Summaries: makeWorkQueue('Summaries', ScheduleDeadLetters),
  };
}

/** The time limit of the function that handles a queue's messages, in seconds. */
const timeoutOf = (queue: QueueName): number =>
  jobs.find(({ trigger }) => queueOf(trigger) === queue)?.timeout ?? functionTimeout;

/**
 * Makes a queue. SQS encrypts it with its own keys, accepts requests over TLS only, and keeps messages for 14 days,
 * the longest time it offers, so that an operator can look at them.
 */
function makeQueue(scope: Construct, id: string, { removalPolicy }: Stage, properties: QueueProps): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy,
    ...properties,
  });
  setLogicalId(queue, id);
  if (id.endsWith('DeadLetters')) {
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is where what failed ends, also that of streams, which the rule does not see.',
    });
  }
  return queue;
}
