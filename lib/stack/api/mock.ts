type Json = Record<string, unknown>;

/** An answer without a body that is the same for every request. */
interface MockAnswer {
  status: number;
  /** Values in single quotes are literal texts. API Gateway replaces `context.requestId` and the like. */
  headers: Record<string, string>;
}

/**
 * The content types that clients send. API Gateway chooses the template by the request's content type. A type without
 * a template would become the input of the mock itself, which fails with a 500, so any other type is a 415.
 */
const mediaTypes = [
  'application/json',
  'application/vnd.api+json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'text/xml',
  'text/plain',
  'application/octet-stream',
];

/** An operation that API Gateway answers itself, without a function and without asking an authorizer. */
export function mockOperation({ status, headers }: MockAnswer): Json {
  const names = Object.keys(headers);
  return {
    responses: {
      [status]: {
        // OpenAPI requires a description, which nobody reads here. It is short, as the template has little room.
        description: 'Answer',
        headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // Without this, an API that accepts bytes would pass bytes to the template, which fails with a 500.
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(mediaTypes.map((type) => [type, `{"statusCode":${status}}`])),
      responses: {
        default: {
          statusCode: String(status),
          // Without this, an API that answers with bytes would decode the body as Base64.
          contentHandling: 'CONVERT_TO_TEXT',
          responseParameters: Object.fromEntries(
            names.map((name) => [`method.response.header.${name}`, headers[name]]),
          ),
        },
      },
    },
  };
}
