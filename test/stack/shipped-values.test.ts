import { everySetting, type Json, type Resource, synthesizeStack } from './synthesize-stack.ts';

/**
 * Every time limit, retention, number of attempts and alarm threshold that the template ships, as one reviewed list. A
 * slip in one of them changes no answer of the API, so that no other test would notice.
 */
const sandbox = synthesizeStack();
/** A stage with all options, which has alarms that a sandbox does not have. */
const full = synthesizeStack(everySetting);

/**
 * The parts of an alarm's expression: each statistic of a metric once, with the texts in its dimensions. The tests of
 * operations name the functions, queues and tables that an alarm watches.
 */
function partsOf(metrics: Json[] = []): string[] {
  const [{ Expression } = { Expression: '' }, ...parts] = metrics;
  const shown = parts.map(({ Expression, MetricStat }: Json) => {
    if (!MetricStat) return Expression;
    const { Metric, Stat, Period } = MetricStat;
    const values = (Metric.Dimensions ?? []).map(({ Value }: Json) => Value);
    const texts = values.filter((value: Json) => typeof value === 'string');
    return [Stat, Metric.Namespace, Metric.MetricName, ...texts, `${Period} s`].join(' ');
  });
  // An expression that only sums up its parts, or takes their maximum, is shown as SUM or MAX.
  const how = /^(SUM|MAX)\(\[FILL\(the/.exec(Expression ?? '')?.[1] ?? Expression;
  return [how, ...new Set(shown)];
}

const kinds: Record<string, (shown: Resource) => (string | number | undefined)[]> = {
  'AWS::Lambda::Function': ({ Properties: properties }) => [
    `${properties.Timeout} s`,
    `${properties.MemorySize} MB`,
    properties.ReservedConcurrentExecutions,
  ],
  'AWS::SQS::Queue': ({ Properties: properties }) => [
    `visible again after ${properties.VisibilityTimeout ?? 30} s`,
    `kept ${properties.MessageRetentionPeriod / 86_400} days`,
    properties.RedrivePolicy && `${properties.RedrivePolicy.maxReceiveCount} attempts`,
    properties.DelaySeconds,
  ],
  'AWS::Lambda::EventSourceMapping': ({ Properties: properties }) => [
    `${properties.BatchSize} at once`,
    properties.MaximumRetryAttempts && `${properties.MaximumRetryAttempts} retries`,
    properties.MaximumRecordAgeInSeconds && `${properties.MaximumRecordAgeInSeconds} s`,
    properties.BisectBatchOnFunctionError && 'halved',
    properties.StartingPosition,
    properties.ScalingConfig && `${properties.ScalingConfig.MaximumConcurrency} functions`,
    properties.FunctionResponseTypes?.join(),
  ],
  'AWS::CloudWatch::Alarm': ({ Properties: properties }) => [
    properties.ComparisonOperator,
    properties.Threshold,
    `${properties.EvaluationPeriods} times ${properties.Period ?? properties.Metrics?.[1]?.MetricStat?.Period} s`,
    properties.MetricName && `${properties.Statistic} ${properties.Namespace} ${properties.MetricName}`,
    ...partsOf(properties.Metrics),
    properties.TreatMissingData,
  ],
  'AWS::Events::Rule': ({ Properties: properties }) => [properties.ScheduleExpression],
  'AWS::ApiGateway::Stage': ({ Properties: properties }) =>
    properties.MethodSettings.map(
      (each: { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }) =>
        `${each.ThrottlingRateLimit} a second, ${each.ThrottlingBurstLimit} at once`,
    ),
  'AWS::Logs::LogGroup': ({ Properties: properties }) => [`${properties.RetentionInDays} days`],
  'AWS::DynamoDB::Table': ({ Properties: properties }) => [
    properties.BillingMode,
    properties.TimeToLiveSpecification?.AttributeName,
    String(properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled),
    properties.StreamSpecification?.StreamViewType,
  ],
  'AWS::KMS::Key': ({ Properties: properties }) => [`rotates: ${properties.EnableKeyRotation ?? false}`],
};

const isAlarm = (type: string) => type === 'AWS::CloudWatch::Alarm';

/**
 * Lists lines. Most functions and log groups are alike, and a new route must not change the list, so the commonest values
 * appear once.
 */
function listValues(lines: (readonly [id: string, values: string])[]): string[] {
  const count = (values: string) => lines.filter(([, other]) => other === values).length;
  const commonest = [...lines].sort(([, one], [, other]) => count(other) - count(one))[0]?.[1] ?? '';
  if (count(commonest) < 20) return lines.map(([id, values]) => `${id}: ${values}`).sort();
  const apart = lines.filter(([, values]) => values !== commonest);
  return [...apart.map(([id, values]) => `${id}: ${values}`).sort(), `all others: ${commonest}`];
}

test.each(Object.keys(kinds))('%s', (type) => {
  const known = sandbox.resources(type);
  const more = full.resources(type).filter(({ id }) => isAlarm(type) && !known.some((one) => one.id === id));
  const lines = [...known, ...more].map((shown) => {
    const values = kinds[type]?.(shown).filter((value) => value !== undefined && value !== '') ?? [];
    return [shown.id, [...new Set(values)].join(', ')] as const;
  });
  expect(`\n${listValues(lines).join('\n')}\n`).toMatchSnapshot(
    'if each change is meant: npx jest --selectProjects stack -u -- shipped-values',
  );
});
