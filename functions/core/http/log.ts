import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const quiet = process.env.LOG_LEVEL === 'error';

/** One structured line. Callers pass no bodies, no headers and no card data. */
export function log(level: 'info' | 'error', fields: Record<string, unknown>): void {
  if (level === 'error' || !quiet) console[level](JSON.stringify({ level, ...fields }));
}

/** One line a request: who, which route, how it ended and how long it took. */
export function logging(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  const started = new WeakMap<object, number>();
  return {
    before: ({ event }) => {
      started.set(event, performance.now());
    },
    after: ({ event, response }) => {
      log('info', {
        requestId: event.requestContext.requestId,
        appId: event.requestContext.authorizer?.principalId,
        route: `${event.httpMethod} ${event.resource}`,
        status: response?.statusCode,
        ms: Math.round(performance.now() - (started.get(event) ?? performance.now())),
      });
    },
  };
}

/** An unexpected error: its name and stack, for the log only. */
export const logError = (requestId: string, error: unknown): void =>
  log('error', { requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
