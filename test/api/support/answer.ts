/** An answer of the proxy, made by the proxy itself or by the engine. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns an error in DynamoDB's format. */
export const failure = (name: string, more: object = {}, status = 400): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more }),
});
