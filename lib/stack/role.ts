import { Validations } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Route } from '../routes.ts';
import { allow } from './allow.ts';
import type { StackContext } from './context.ts';
import { setLogicalId } from './logical-id.ts';
import { mayReadAcquirerSecret } from './secrets/acquirer-secret.ts';
import { listIndex, pendingIndex } from './table.ts';

/** The actions that a function may do, in addition to writing logs and traces. */
export interface Rights extends Pick<Route, 'table' | 'index' | 'pending' | 'seal' | 'acquirer'> {
  /** Further permissions of the function. */
  statements?: readonly PolicyStatement[];
}

/**
 * Makes the function's role. It allows exactly the actions of `rights` on exactly those resources, without a
 * managed policy or a wildcard.
 */
export function makeRole(
  scope: Construct,
  id: string,
  rights: Rights,
  context: StackContext,
  logGroup: LogGroup,
): Role {
  const { table, index, pending, seal, acquirer } = rights;
  const statements = [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn),
    ...(context.stage.tracing
      ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], everything)]
      : []),
  ];
  if (table.length > 0) {
    statements.push(
      allow(
        table.map((action) => `dynamodb:${action}`),
        context.table.tableArn,
      ),
    );
  }
  if (index) statements.push(allow(['dynamodb:Query'], `${context.table.tableArn}/index/${listIndex}`));
  if (pending) statements.push(allow(['dynamodb:Query'], `${context.table.tableArn}/index/${pendingIndex}`));
  if (seal) {
    statements.push(
      allow(
        seal.map((action) => `kms:${action}`),
        context.sealKey.keyArn,
      ),
    );
  }
  if (acquirer) statements.push(...mayReadAcquirerSecret(context));
  statements.push(...(rights.statements ?? []));

  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { least: new PolicyDocument({ statements }) },
  });
  setLogicalId(role, id);
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources to name; these are the two actions that write traces, and no other.',
  });
  return role;
}

/** A policy cannot name resources of X-Ray, so these two actions can only be allowed on all resources. */
const everything = '*';
