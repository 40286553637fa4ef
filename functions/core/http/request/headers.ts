import type { APIGatewayProxyEvent } from 'aws-lambda';

type Values = Record<string, string[] | string | undefined>;

/** Every value of a header. @param name in lower case; the request may write it in any case */
export const headerValues = (headers: Values | null, name: string): string[] =>
  Object.entries(headers ?? {}).flatMap(([key, values]) =>
    key.toLowerCase() === name ? (values ?? []) : [],
  );

/** A header's value. @param name in lower case; the request may write it in any case */
export function header({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : (headers[found] ?? undefined);
}
