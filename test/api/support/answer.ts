/** An answer of the proxy: its own, or the engine's. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An error as DynamoDB words it. */
export const failure = (name: string, more: object = {}, status = 400): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more }),
});
