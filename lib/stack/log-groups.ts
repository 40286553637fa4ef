import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StackContext } from './context.ts';
import { folderWords, setLogicalId } from './logical-id.ts';
import type { Stage } from './stage.ts';

/**
 * The log group of an entry's first folder, which all functions of the folder share: `apps/create` logs to `AppsLog`. A group
 * for each function would be a quarter of the stack's resources (docs/adr/0039-one-log-group-for-each-folder.md).
 */
export function logGroupOf({ parent, stage }: StackContext, entry: string): LogGroup {
  const id = logGroupId(entry);
  return (parent.node.tryFindChild(id) as LogGroup | undefined) ?? makeLogGroup(parent, id, stage);
}

const logGroupId = (entry: string): string => `${folderWords(entry)}Log`;

function makeLogGroup(scope: Construct, id: string, { logRetention, removalPolicy }: Stage): LogGroup {
  const group = new LogGroup(scope, id, { retention: logRetention, removalPolicy });
  setLogicalId(group, id);
  return group;
}
