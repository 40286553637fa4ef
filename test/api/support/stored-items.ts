import { callEngine } from '../../../lib/local/dynamodb/engine.ts';

/** Returns all items of the only table, in DynamoDB's format. */
export async function scan(endpoint: string): Promise<Record<string, unknown>[]> {
  const ask = callEngine(endpoint);
  const { TableNames } = await ask('ListTables', {});
  const items: Record<string, unknown>[] = [];
  for (let from: object | undefined; ; ) {
    const page = await ask('Scan', { TableName: TableNames[0], ExclusiveStartKey: from });
    items.push(...page.Items);
    from = page.LastEvaluatedKey;
    if (!from) return items;
  }
}

/** Returns every name and scalar in a value as text, including those in sets, lists, maps and texts of JSON. */
export function valuesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [...valuesInText(String(value)), String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...valuesIn(inner)]);
}

function valuesInText(text: string): string[] {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? valuesIn(value) : [];
  } catch {
    return [];
  }
}
