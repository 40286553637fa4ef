import { Duration } from 'aws-cdk-lib';
import { type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Route } from '../routes.ts';
import type { StackContext } from './context.ts';
import { groupOf } from './groups.ts';
import { laptopVariable } from './laptop-variable.ts';
import { logGroupOf } from './log-groups.ts';
import { setLogicalId } from './logical-id.ts';
import { makeRole, type Rights } from './role.ts';
import { acquirerAddress, acquirerVariables } from './secrets/acquirer-secret.ts';
import { metricsNamespace, type Stage } from './stage.ts';

/** A function's code, and the resources that the function may use. */
export interface FunctionDefinition
  extends Rights,
    Pick<Route, 'entry' | 'acquirerPages' | 'unvouched' | 'limitsDeclines' | 'movesMoney' | 'paying'> {
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

/** A Lambda function named `id`, with a role of its own and the log group of its folder, in the nested stack of the folder. */
export function makeFunction(
  id: string,
  definition: FunctionDefinition,
  context: StackContext,
): LambdaFunction {
  const scope = groupOf(context.groups, definition.entry);
  const logGroup = logGroupOf(context, definition.entry);
  const made = new LambdaFunction(scope, id, {
    code: Code.fromAsset(context.folders(definition.entry)),
    handler: 'index.handler',
    // The newest LTS of Node.js that Lambda has.
    runtime: Runtime.NODEJS_24_X,
    architecture: context.stage.architecture,
    // Lambda gives CPU in proportion to memory. The bundles fit in 128 MB, but then requests would be slow because of
    // TLS and signing. With 512 MB most of their time is DynamoDB's.
    memorySize: 512,
    timeout: Duration.seconds(definition.timeout ?? functionTimeout),
    environment: environment(definition, context),
    // In a standby no call may begin, so that nothing can write. Callers get a 503.
    reservedConcurrentExecutions: context.stage.standby ? 0 : undefined,
    role: makeRole(scope, `${id}Role`, definition, context, logGroup),
    logGroup,
  });
  setLogicalId(made, id);
  if (context.stage.tracing) trace(made);
  return made;
}

function environment(definition: FunctionDefinition, context: StackContext): Record<string, string> {
  const { table, seal, acquirer, acquirerPages, unvouched, limitsDeclines, movesMoney, paying } = definition;
  return {
    LOG_LEVEL: context.stage.logLevel,
    METRICS: metricsNamespace(context.stage),
    ...(table.length > 0 && { TABLE_NAME: context.table.tableName, DYNAMODB_ENDPOINT: laptopVariable }),
    ...(seal && { SEAL_KEY_ID: context.sealKey.keyId, SEAL_KEY: laptopVariable }),
    ...(acquirer && acquirerVariables(context)),
    ...(acquirerPages && acquirerAddress),
    ...(unvouched && unvouchedVariables(context.stage)),
    ...(limitsDeclines && { DECLINE_LIMITS: context.stage.declineLimits ? 'on' : 'off' }),
    // Makes the function count for the alarm that stops a release (`functions/core/observability/request-log.ts`).
    ...((movesMoney || paying) && context.stage.canary && { COUNT_SERVER_ERRORS: 'yes' }),
    ...definition.environment,
  };
}

const unvouchedVariables = ({ unvouchedTests: { days, appWrites, stageWrites } }: Stage) => ({
  UNVOUCHED_TEST_DAYS: String(days),
  UNVOUCHED_APP_WRITES: String(appWrites),
  UNVOUCHED_STAGE_WRITES: String(stageWrites),
});

/**
 * Switches tracing on. `tracing: Tracing.ACTIVE` would add permissions of its own; the function's role has them
 * already.
 */
function trace(made: LambdaFunction): void {
  (made.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
}
