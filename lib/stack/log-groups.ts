import { dirname } from 'node:path';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { setLogicalId, wordsOf } from './logical-id.ts';
import type { Stage } from './stage.ts';

/**
 * The log group of an entry's folder, which all functions of the folder share: `apps/create` logs to `AppsLog`. A group
 * for each function would be a quarter of the stack's resources (docs/adr/0039-a-log-group-a-folder.md).
 */
export function logGroupOf(scope: Construct, entry: string, stage: Stage): LogGroup {
  const id = logGroupId(entry);
  return (scope.node.tryFindChild(id) as LogGroup | undefined) ?? makeLogGroup(scope, id, stage);
}

/** `payment-page/get` → `PaymentPageLog`. */
const logGroupId = (entry: string): string => `${wordsOf(dirname(entry))}Log`;

function makeLogGroup(scope: Construct, id: string, { logRetention, removalPolicy }: Stage): LogGroup {
  const group = new LogGroup(scope, id, { retention: logRetention, removalPolicy });
  setLogicalId(group, id);
  return group;
}
