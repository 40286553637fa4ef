import type { Engine } from './engine.ts';
import type { Input, Reason, Request } from './protocol.ts';
import type { Write } from './usage.ts';

/** Has the engine check the conditions of a transaction, without its writes. @returns the failed ones by their places */
export async function failedConditions(
  engine: Engine,
  request: Request,
  writes: readonly Write[],
): Promise<Map<number, Reason>> {
  const actions = (request.input.TransactItems ?? []).flatMap((action) => Object.values(action));
  const checks = actions.flatMap((action, n) =>
    action.ConditionExpression ? [{ n, ConditionCheck: checkOf(action, writes[n]?.key) }] : [],
  );
  if (checks.length === 0) return new Map();
  const TransactItems = checks.map(({ ConditionCheck }) => ({ ConditionCheck }));
  const { body } = await engine.forward(request, JSON.stringify({ TransactItems }));
  const reasons: Reason[] = JSON.parse(body).CancellationReasons ?? [];
  return new Map(
    reasons.flatMap((reason, i) => (reason.Code === 'None' ? [] : [[checks[i]?.n ?? i, reason] as const])),
  );
}

/** DynamoDB refuses names and values that the condition does not use. */
function checkOf(action: Input, Key: Input['Key']): Input {
  const { TableName, ConditionExpression = '', ReturnValuesOnConditionCheckFailure } = action;
  const used = new Set(ConditionExpression.match(/[#:]\w+/g));
  const usedOf = <T>(all: Record<string, T> = {}): Record<string, T> | undefined => {
    const left = Object.entries(all).filter(([name]) => used.has(name));
    return left.length > 0 ? Object.fromEntries(left) : undefined;
  };
  return {
    TableName,
    Key,
    ConditionExpression,
    ReturnValuesOnConditionCheckFailure,
    ExpressionAttributeNames: usedOf(action.ExpressionAttributeNames),
    ExpressionAttributeValues: usedOf(action.ExpressionAttributeValues),
  };
}
