import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Route } from '../routes.ts';
import { acquirerAddress, acquirerVariables, mayReadAcquirerSecret } from './acquirer-secret.ts';
import { allow } from './allow.ts';
import type { StackContext } from './context.ts';
import { laptopVariable } from './laptop-variable.ts';
import { logGroupOf } from './log-groups.ts';
import { setLogicalId } from './logical-id.ts';
import { metricsNamespace } from './metrics.ts';
import type { Stage } from './stage.ts';
import { listIndex, pendingIndex } from './table.ts';

/** A function's code, and the resources that the function may use. */
export interface FunctionDefinition
  extends Pick<
    Route,
    'entry' | 'table' | 'index' | 'pending' | 'seal' | 'acquirer' | 'acquirerPages' | 'unvouched'
  > {
  /** Further permissions of the function. */
  statements?: readonly PolicyStatement[];
  /** Further variables of the function. */
  environment?: Record<string, string>;
  /** Time limit in seconds. */
  timeout?: number;
}

/**
 * The time limit of functions, in seconds. It leaves room for the retries of a transaction, and ends well before API
 * Gateway stops waiting after 29 seconds.
 */
export const functionTimeout = 15;

/** A Lambda function named `id` in the template, with a role of its own and the log group of its folder. */
export function makeFunction(
  scope: Construct,
  id: string,
  definition: FunctionDefinition,
  context: StackContext,
): LambdaFunction {
  const logGroup = logGroupOf(scope, definition.entry, context.stage);
  const made = new LambdaFunction(scope, id, {
    code: Code.fromAsset(context.folders(definition.entry)),
    handler: 'index.handler',
    // The newest LTS of Node.js that Lambda has.
    runtime: Runtime.NODEJS_24_X,
    architecture: context.stage.architecture,
    // Lambda gives CPU in proportion to memory. The bundles fit in 128 MB, but with so little CPU a request waits
    // for TLS and signing. With 512 MB it waits for DynamoDB.
    memorySize: 512,
    timeout: Duration.seconds(definition.timeout ?? functionTimeout),
    environment: environment(definition, context),
    role: makeRole(scope, `${id}Role`, definition, context, logGroup),
    logGroup,
  });
  setLogicalId(made, id);
  trace(made);
  return made;
}

function environment(
  { table, seal, acquirer, acquirerPages, unvouched, environment }: FunctionDefinition,
  context: StackContext,
): Record<string, string> {
  return {
    // With source maps, stack traces name the lines of the TypeScript sources.
    NODE_OPTIONS: '--enable-source-maps',
    LOG_LEVEL: context.stage.logLevel,
    METRICS: metricsNamespace(context.stage),
    ...(table.length > 0 && { TABLE_NAME: context.table.tableName, DYNAMODB_ENDPOINT: laptopVariable }),
    ...(seal && { SEAL_KEY_ID: context.sealKey.keyId, SEAL_KEY: laptopVariable }),
    ...(acquirer && acquirerVariables(context)),
    ...(acquirerPages && acquirerAddress),
    ...(unvouched && unvouchedVariables(context.stage)),
    ...environment,
  };
}

const unvouchedVariables = ({ unvouchedTests: { days, appWrites, stageWrites } }: Stage) => ({
  UNVOUCHED_TEST_DAYS: String(days),
  UNVOUCHED_APP_WRITES: String(appWrites),
  UNVOUCHED_STAGE_WRITES: String(stageWrites),
});

/**
 * Makes the function's role. It allows exactly the actions of `definition` on exactly those resources, without a
 * managed policy or a wildcard.
 */
function makeRole(
  scope: Construct,
  id: string,
  definition: FunctionDefinition,
  context: StackContext,
  logGroup: LogGroup,
): Role {
  const { table, index, pending, seal, acquirer } = definition;
  const statements = [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn),
    allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], everything),
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
  statements.push(...(definition.statements ?? []));

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

/** A policy cannot name resources of X-Ray, so these two actions are allowed on all or not at all. */
const everything = '*';

/**
 * Switches tracing on. `tracing: Tracing.ACTIVE` would add permissions of its own; the function's role has them
 * already.
 */
function trace(made: LambdaFunction): void {
  (made.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
}
