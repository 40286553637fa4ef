import { send } from './http.ts';

/** All items of the only table, as DynamoDB gives them. */
export async function scan(endpoint: string): Promise<Record<string, unknown>[]> {
  const ask = async (operation: string, body: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    };
    return (await send(endpoint, 'POST', { headers, body: JSON.stringify(body) })).body;
  };
  const { TableNames } = await ask('ListTables', {});
  return (await ask('Scan', { TableName: TableNames[0] })).Items;
}

/** Every scalar in a value, as text; into sets, lists, maps and JSON kept as text. */
export function valuesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [...nested(String(value)), String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...valuesIn(inner)]);
}

function nested(text: string): string[] {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? valuesIn(value) : [];
  } catch {
    return [];
  }
}
