import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Sends } from '../../queues.ts';
import { allow } from '../allow.ts';
import type { Queues } from './queues.ts';

/** The permissions and variables that a function needs to send messages to queues. */
export function sendingRights(
  sends: Sends = [],
  queues: Queues,
  environment: Record<string, string> = {},
): { statements: PolicyStatement[]; environment: Record<string, string> } {
  return {
    statements: sends.map(({ queue }) => allow(['sqs:SendMessage'], queues[queue].queueArn)),
    environment: {
      ...environment,
      ...Object.fromEntries(sends.map(({ queue, variable }) => [variable, queues[queue].queueUrl])),
    },
  };
}
