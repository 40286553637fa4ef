import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Middleware } from '../middleware.ts';

/**
 * Answers a request with `?warm` with status 204, and does nothing else. The payment page sends such requests while
 * the customer types, so that these functions are ready at the click on Pay. It must stand after the common
 * middlewares of every pipeline, and before all others, which do not run for such requests.
 */
export const warmUp = (headers: Record<string, string>): Middleware => ({
  before: ({ event }) => (isWarmUp(event) ? ready(event, headers) : undefined),
});

const isWarmUp = ({ queryStringParameters }: APIGatewayProxyEvent): boolean =>
  queryStringParameters?.warm !== undefined;

const ready = ({ requestContext: { requestId } }: APIGatewayProxyEvent, headers: Record<string, string>) => ({
  statusCode: 204,
  headers: { 'X-Request-Id': requestId, ...headers },
  body: '',
});
