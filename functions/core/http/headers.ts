import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A header's value, whatever the case of its name. */
export function header({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : (headers[found] ?? undefined);
}
